import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench } from './bench';

/** A port that was free a moment ago, for servers that cannot be told 0. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Waits until a port is answered. */
export async function untilListening(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = createConnection(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      });
      socket.on('error', () => resolve(false));
    });
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`Nothing listens on port ${port}`);
}

/** An nginx of its own that answers /constant with a pixel from memory: one worker, no log. Null where nginx is not installed. */
export async function startNginx(bench: Bench): Promise<{ port: number; pid: number; version: string } | null> {
  let version = '';
  try {
    version = /nginx\/([\d.]+)/.exec(execFileSync('sh', ['-c', 'nginx -v 2>&1']).toString())?.[1] ?? '';
  } catch {
    return null;
  }
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'skein-bench-nginx-'));
  chmodSync(folder, 0o755);
  bench.cleanUp(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  writeFileSync(
    file,
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error; events { worker_connections 256; }
http { access_log off; keepalive_requests 1000000; ${temporary} server { listen 127.0.0.1:${port}; location /constant { empty_gif; } } }`,
  );
  const server = spawn('nginx', ['-c', file, '-p', folder, '-e', join(folder, 'error')], { stdio: 'ignore' });
  bench.cleanUp(async () => {
    server.kill();
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
  });
  await untilListening(port);
  return { port, pid: server.pid as number, version };
}
