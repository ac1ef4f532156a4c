// What the official TypeScript clients make of the server: node session.mjs URL KEY DOCUMENT VERSION
// The first major release shakes hands; the second one is held to the version without a handshake.
import * as handshake from "@modelcontextprotocol/sdk/client/index.js";
import * as streaming from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import * as stateless from "@modelcontextprotocol/client";

const [url, key, documentId, version] = process.argv.slice(2);
const modern = version === "2026-07-28";
const { Client, StreamableHTTPClientTransport } = modern ? stateless : { ...handshake, ...streaming };
const options = modern ? { versionNegotiation: { mode: { pin: version } } } : {};
const client = new Client({ name: "decisions-tests", version: "1" }, options);
const headers = { Authorization: `Bearer ${key}` };
await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));

const uri = `decisions://documents/${documentId}`;
const absent = await client.readResource({ uri: uri.slice(0, -1) + "_" }).catch((error) => error);
console.log(
  JSON.stringify({
    server: client.getServerVersion(),
    capabilities: client.getServerCapabilities(),
    tools: (await client.listTools()).tools.map((tool) => tool.name),
    read: await client.callTool({ name: "decisions_get_document", arguments: { document_id: documentId } }),
    refused: await client.callTool({ name: "decisions_get_document", arguments: { document_id: "x" } }),
    resources: (await client.listResources()).resources.map((resource) => resource.uri),
    templates: (await client.listResourceTemplates()).resourceTemplates.map((each) => each.uriTemplate),
    resource: (await client.readResource({ uri })).contents[0].text,
    absent: absent.code,
    prompts: (await client.listPrompts()).prompts.map((prompt) => prompt.name),
    prompt: (await client.getPrompt({ name: "in_force", arguments: { topic: "queues" } })).messages.length,
    completion: (
      await client.complete({
        ref: { type: "ref/resource", uri: "decisions://documents/{ldoc_id}" },
        argument: { name: "ldoc_id", value: documentId.slice(0, 9) },
      })
    ).completion,
  }),
);
await client.close();
