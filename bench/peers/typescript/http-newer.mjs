// Serves the newer era: the SDK's handler, which makes a server for each request.
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { echoServer } from './echo.mjs';

createServer(toNodeHandler(createMcpHandler(echoServer))).listen(Number(process.argv[2]), '127.0.0.1');
