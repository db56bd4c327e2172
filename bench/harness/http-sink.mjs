// A web server that takes every POST: /hang never answers, everything else answers 200 without a body. Prints its port and id.
import { createServer } from 'node:http';

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  request.resume();
  if (request.url.startsWith('/hang')) return;
  request.on('end', () => response.writeHead(200, { 'content-length': 0 }).end());
});
server.requestTimeout = 0;
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`${JSON.stringify({ port: server.address().port, pid: process.pid })}\n`),
);
