// Serves over standard input and output.
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { echoServer } from './echo.mjs';

serveStdio(echoServer);
