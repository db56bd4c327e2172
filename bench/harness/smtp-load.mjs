// Hands ready mails to a mail server over kept connections. It prints its port and id; a line "PORT CONNECTIONS COUNT
// FILE" there is one round of COUNT mails, the file's text each, answered with a line when the server has taken all of
// them.
import { createConnection, createServer } from 'node:net';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

async function hand(port, connections, count, mail) {
  let next = 0;
  const begin = performance.now();
  await Promise.all(
    Array.from(
      { length: connections },
      () =>
        new Promise((resolve, reject) => {
          const socket = createConnection(port, '127.0.0.1');
          socket.setNoDelay(true);
          let rest = '';
          let at = 0;
          let place = -1;
          const begin = () => {
            place = next;
            next += 1;
            at = 2;
            socket.write(place < count ? 'MAIL FROM:<rosa@northlight.test>\r\n' : 'QUIT\r\n');
          };
          socket.on('error', reject);
          socket.on('data', (chunk) => {
            rest += chunk.toString('latin1');
            for (let end = rest.indexOf('\r\n'); end !== -1; end = rest.indexOf('\r\n')) {
              const line = rest.slice(0, end);
              rest = rest.slice(end + 2);
              if (line[3] === '-') continue;
              if (line[0] !== '2' && line[0] !== '3') {
                reject(new Error(line));
                return;
              }
              if (at === 0) {
                at = 1;
                socket.write('EHLO load.test\r\n');
              } else if (at === 1 || at === 5) begin();
              else if (at === 2 && place >= count) {
                socket.end();
                resolve();
              } else if (at === 2) {
                at = 3;
                socket.write(`RCPT TO:<lead${place}@company.test>\r\n`);
              } else if (at === 3) {
                at = 4;
                socket.write('DATA\r\n');
              } else if (at === 4) {
                at = 5;
                socket.write(`${mail}\r\n.\r\n`);
              }
            }
          });
        }),
    ),
  );
  return { milliseconds: performance.now() - begin };
}

async function obey(socket) {
  for await (const line of createInterface({ input: socket })) {
    const [port, connections, count, file] = line.split(' ');
    const answer = await hand(Number(port), Number(connections), Number(count), readFileSync(file, 'latin1')).catch(
      (error) => ({ error: String(error) }),
    );
    socket.write(`${JSON.stringify(answer)}\n`);
  }
}

const control = createServer((socket) => void obey(socket));
control.listen(0, '127.0.0.1', () =>
  process.stdout.write(`${JSON.stringify({ port: control.address().port, pid: process.pid })}\n`),
);
