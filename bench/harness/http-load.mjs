// Asks for addresses of a local server over kept connections, one request at a time each. It prints its port and id; a
// line "PORT CONNECTIONS FILE" there is one round over the addresses of the file, answered with a line of milliseconds,
// failures and latencies.
import { createConnection, createServer } from 'node:net';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

async function ask(port, connections, paths) {
  const begin = performance.now();
  let next = 0;
  let failed = 0;
  const latencies = [];
  await Promise.all(
    Array.from(
      { length: connections },
      () =>
        new Promise((resolve, reject) => {
          const socket = createConnection(port, '127.0.0.1');
          socket.setNoDelay(true);
          let rest = '';
          let since = 0;
          const go = () => {
            const path = paths[next];
            next += 1;
            if (path === undefined) {
              socket.end();
              resolve();
              return;
            }
            since = performance.now();
            socket.write(
              `GET ${path} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15\r\n\r\n`,
            );
          };
          socket.on('connect', go);
          socket.on('error', reject);
          socket.on('data', (chunk) => {
            rest += chunk.toString('latin1');
            const end = rest.indexOf('\r\n\r\n');
            if (end === -1) return;
            const length = Number(/content-length: (\d+)/i.exec(rest)?.[1] ?? 0);
            if (rest.length < end + 4 + length) return;
            if (!/^HTTP\/1\.1 (200|302)/.test(rest)) failed += 1;
            rest = '';
            latencies.push(performance.now() - since);
            go();
          });
        }),
    ),
  );
  latencies.sort((a, b) => a - b);
  return { milliseconds: performance.now() - begin, failed, p99: latencies[Math.floor(latencies.length * 0.99)] };
}

async function obey(socket) {
  for await (const line of createInterface({ input: socket })) {
    const [port, connections, file] = line.split(' ');
    socket.write(
      `${JSON.stringify(await ask(Number(port), Number(connections), readFileSync(file, 'utf8').trim().split('\n')))}\n`,
    );
  }
}

const control = createServer((socket) => void obey(socket));
control.listen(0, '127.0.0.1', () =>
  process.stdout.write(`${JSON.stringify({ port: control.address().port, pid: process.pid })}\n`),
);
