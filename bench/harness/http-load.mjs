// Asks for addresses of a local server over kept connections, one request at a time each; the addresses come on standard input. Prints milliseconds and latencies.
import { createConnection } from 'node:net';
import { readFileSync } from 'node:fs';

const [port, connections] = process.argv.slice(2).map(Number);
const paths = readFileSync(0, 'utf8').trim().split('\n');
const begin = performance.now();
let next = 0;
let failed = 0;
const latencies = [];
await Promise.all(Array.from({ length: connections }, () => new Promise((resolve, reject) => {
  const socket = createConnection(port, '127.0.0.1');
  socket.setNoDelay(true);
  let rest = '';
  let since = 0;
  const ask = () => {
    const path = paths[next];
    next += 1;
    if (path === undefined) { socket.end(); resolve(); return; }
    since = performance.now();
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15\r\n\r\n`);
  };
  socket.on('connect', ask);
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
    ask();
  });
})));
latencies.sort((a, b) => a - b);
process.stdout.write(JSON.stringify({ milliseconds: performance.now() - begin, failed, p99: latencies[Math.floor(latencies.length * 0.99)] }));
