"""Results as the JSON that each version of the protocol prescribes."""

import json

import mcp_types as types
from mcp_types import methods

HANDSHAKE_VERSIONS = ("2025-03-26", "2025-06-18", "2025-11-25")
ENVELOPE_VERSIONS = ("2026-07-28",)
VERSIONS = HANDSHAKE_VERSIONS + ENVELOPE_VERSIONS

SERVER_VERSION = "0.1.0"
SERVER = types.Implementation(name="decisions", title="Decisions", version=SERVER_VERSION)

# What clients may keep changes with a release of this service only.
CACHE_MS = 300_000

STAMP = {
    types.SERVER_INFO_META_KEY: SERVER.model_dump(by_alias=True, mode="json", exclude_none=True),
}


def shaped(method: str, version: str, result: types.Result) -> bytes:
    """A result as the JSON its version prescribes: fields of other versions left out, the server named."""
    dumped = result.model_dump(by_alias=True, mode="json", exclude_none=True)
    wire = methods.serialize_server_result(method, version, dumped)
    if version in ENVELOPE_VERSIONS:
        wire["_meta"] = STAMP
    return json.dumps(wire, ensure_ascii=False, separators=(",", ":")).encode()
