"""The embedded mode's secret key: made once, kept in the state folder, readable by its owner only."""

import os
import secrets
import tempfile
from pathlib import Path


def secret_key_kept(path: Path) -> str:
    """The key in `path`, made on the first call; processes that race for it all get the same one."""
    try:
        return path.read_text()
    except FileNotFoundError:
        pass
    path.parent.mkdir(parents=True, exist_ok=True)
    # mkstemp gives mode 0600; the link fails where another process was first, and never shows half a key.
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=".secret-key-")
    try:
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(64))
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        Path(draft).unlink()
    return path.read_text()
