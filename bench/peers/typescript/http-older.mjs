// Serves the older era: the SDK's transport with sessions, a server for each session.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import { echoServer } from './echo.mjs';

const sessions = new Map();

async function open() {
  const transport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    enableJsonResponse: true,
    onsessioninitialized: (id) => sessions.set(id, transport),
  });
  await echoServer().connect(transport);
  return transport;
}

createServer(async (request, response) => {
  const id = request.headers['mcp-session-id'];
  const transport = id === undefined ? await open() : sessions.get(id);
  await transport.handleRequest(request, response);
}).listen(Number(process.argv[2]), '127.0.0.1');
