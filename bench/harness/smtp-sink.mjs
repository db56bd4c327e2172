// A mail server that takes everything and keeps nothing, in the manner of Postfix's smtp-sink, which has no AUTH. One process, port 0;
// with a file of key and certificate (JSON) it speaks TLS. Prints its port and id.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

const certificate = process.argv[2];
const serve = (answer) =>
  certificate ? createTlsServer(JSON.parse(readFileSync(certificate, 'utf8')), answer) : createServer(answer);

const server = serve((socket) => {
  let isData = false;
  let rest = '';
  socket.setNoDelay(true);
  socket.on('error', () => undefined);
  socket.write('220 sink ESMTP\r\n');
  socket.on('data', (chunk) => {
    rest += chunk.toString('latin1');
    for (;;) {
      if (isData) {
        const end = rest.indexOf('\r\n.\r\n');
        if (end === -1) {
          rest = rest.slice(-4);
          return;
        }
        rest = rest.slice(end + 5);
        isData = false;
        socket.write('250 2.0.0 Ok\r\n');
        continue;
      }
      const line = rest.indexOf('\r\n');
      if (line === -1) return;
      const command = rest.slice(0, line).toUpperCase();
      rest = rest.slice(line + 2);
      if (command.startsWith('EHLO'))
        socket.write('250-sink\r\n250-AUTH PLAIN LOGIN\r\n250-DSN\r\n250-ENHANCEDSTATUSCODES\r\n250 8BITMIME\r\n');
      else if (command.startsWith('AUTH')) socket.write('235 2.7.0 Ok\r\n');
      else if (command === 'DATA') {
        isData = true;
        socket.write('354 Go on\r\n');
      } else if (command === 'QUIT') socket.end('221 2.0.0 Bye\r\n');
      else socket.write('250 2.0.0 Ok\r\n');
    }
  });
});
server.listen(0, '127.0.0.1', 1024, () =>
  process.stdout.write(`${JSON.stringify({ port: server.address().port, pid: process.pid })}\n`),
);
