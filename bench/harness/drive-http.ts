import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Bench } from './bench';
import { startSink } from './sending-load';

export interface HttpLoad {
  /** Keeps a list of addresses, so that making it is in no figure. */
  list(paths: readonly string[]): string;
  /** Asks once for each address of a list. */
  ask(port: number, list: string): Promise<{ failed: number; p99: number }>;
}

/** A process that asks a local server over kept connections; it is nobody's child, so its CPU counts on no side. */
export async function startHttpLoad(bench: Bench, connections: number): Promise<HttpLoad> {
  const { port: control } = await startSink(bench, 'http-load.mjs');
  const socket = createConnection(control, '127.0.0.1');
  bench.cleanUp(() => socket.destroy());
  const answers = createInterface({ input: socket })[Symbol.asyncIterator]();
  const folder = mkdtempSync(join(tmpdir(), 'skein-bench-lists-'));
  bench.cleanUp(() => rmSync(folder, { recursive: true, force: true }));
  let lists = 0;
  return {
    list(paths) {
      lists += 1;
      const file = join(folder, String(lists));
      writeFileSync(file, paths.join('\n'));
      return file;
    },
    async ask(port, list) {
      socket.write(`${port} ${connections} ${list}\n`);
      return JSON.parse(String((await answers.next()).value)) as { failed: number; p99: number };
    },
  };
}
