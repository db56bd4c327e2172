import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Appends lines that are on the disk when it answers. Lines that come while others are flushed share the next flush. */
export interface LineWriter {
  /** @throws Error when the line may not be on the disk */
  write(line: object): Promise<void>;
  close(): Promise<void>;
}

interface WaitingLine {
  text: string;
  done: () => void;
  fail: (error: Error) => void;
}

/**
 * @param nextFile where lines go; after a failed write it is asked for another name, because half a line may stand at
 * the end of the old file
 */
export function createLineWriter(nextFile: () => string): LineWriter {
  let waiting: WaitingLine[] = [];
  let running: Promise<void> | null = null;
  let handle: FileHandle | null = null;

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const lines = waiting;
      waiting = [];
      try {
        handle ??= await create(nextFile());
        await handle.appendFile(lines.map((line) => `${line.text}\n`).join(''));
        await handle.datasync();
        for (const line of lines) line.done();
      } catch (error) {
        await close();
        for (const line of lines) line.fail(error as Error);
      }
    }
    running = null;
  }

  async function close(): Promise<void> {
    const last = handle;
    handle = null;
    await last?.close().catch(() => undefined);
  }

  return {
    write: (line) =>
      new Promise((done, fail) => {
        waiting.push({ text: JSON.stringify(line), done, fail });
        running ??= run();
      }),
    async close() {
      await running;
      await close();
    },
  };
}

/** A new file whose name is on the disk too. */
async function create(file: string): Promise<FileHandle> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const handle = await open(file, 'ax', 0o600);
  const folder = await open(dirname(file), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
  return handle;
}
