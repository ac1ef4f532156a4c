// What the official TypeScript client makes of the server: node session.mjs URL KEY DOCUMENT
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [url, key, documentId] = process.argv.slice(2);
const client = new Client({ name: "decisions-tests", version: "1" });
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
