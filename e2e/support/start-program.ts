import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { limit } from './limit';

/**
 * Below those that systems hand out by themselves: what runs beside the journeys asks for hundreds, and would take one
 * before its program is up.
 */
const [firstPort, portCount] = [20_000, 12_000];
let nextPort = Math.floor(Math.random() * portCount);

/** A port of loopback that nobody uses now. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = firstPort + (nextPort++ % portCount);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(false) : reject(error),
    );
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/**
 * Waits until a program that was started says that it is ready. The limit of a journey does not hold yet.
 * @param words what the program has complained about so far
 * @throws Error with these words when it ends or does not get ready
 */
export async function waitUntilReady(child: ChildProcess, port: number, words: () => string): Promise<void> {
  const late = AbortSignal.timeout(limit);
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/health/ready`).then(
      ({ status }) => status === 200,
      // Nobody listens yet.
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`It ended while it was started: ${words()}`);
    if (late.aborted) throw new Error(`It was not ready after ${limit / 1000} s: ${words()}`);
    await new Promise((next) => setTimeout(next, 250));
  }
}

/** Ends a program that was started, by force if it does not end by itself. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const cut = setTimeout(() => child.kill('SIGKILL'), 20_000);
  await ended;
  clearTimeout(cut);
}
