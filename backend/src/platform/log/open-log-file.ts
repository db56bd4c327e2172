import { createWriteStream, existsSync, openSync, renameSync, statSync, type WriteStream } from 'node:fs';
import type { DestinationStream } from 'pino';

/**
 * A file of log lines that only its owner reads. When it holds `maximum` bytes it becomes `<file>.1`, in the place of the one before, and
 * a new one begins: while the process runs, not only when it starts.
 */
export function openLogFile(file: string, maximum: number): DestinationStream {
  let bytes = existsSync(file) ? statSync(file).size : 0;
  let stream = open();

  function open(): WriteStream {
    const opened = createWriteStream(file, { fd: openSync(file, 'a', 0o600) });
    // A full disk must not end the program; the database's own errors will say it better.
    opened.on('error', () => undefined);
    return opened;
  }

  function turn(): void {
    bytes = 0;
    try {
      renameSync(file, `${file}.1`);
      const full = stream;
      stream = open();
      full.end();
    } catch {
      // It goes on where it is, and is tried again after as many bytes.
    }
  }

  return {
    write(line) {
      if (bytes >= maximum) turn();
      bytes += Buffer.byteLength(line);
      stream.write(line);
    },
  };
}
