import type { ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { limit } from './limit';

/** A port of loopback that nobody uses now. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
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
