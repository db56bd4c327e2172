import { createHash, type Hash } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** What was written of one file. */
export interface WrittenFile {
  name: string;
  bytes: number;
  sha256: string;
}

/** Made once and for all: two archives of the same content differ in their manifest's time alone. */
const dated = new Date(Date.UTC(2000, 0, 1));

/**
 * A zip file that is written while it is read: each file is asked for its content when the one before it is through, so that nothing is
 * held in memory, however large the workspace is.
 */
export class ArchiveWriter {
  readonly #zip = new ZipFile();
  readonly stream = new PassThrough();
  readonly #hash: Hash = createHash('sha256');
  /** Rejected when the archive can no longer be written. */
  readonly #broken: Promise<never>;

  constructor(signal: AbortSignal) {
    const output = this.#zip.outputStream as Readable;
    output.on('data', (chunk: Buffer) => this.#hash.update(chunk));
    output.on('error', (error) => this.stream.destroy(error));
    this.#zip.on('error', (error: Error) => this.stream.destroy(error));
    signal.addEventListener('abort', () => this.stream.destroy(new Error('The export was stopped.')), { once: true });
    output.pipe(this.stream);
    this.#broken = new Promise((_, reject) => {
      this.stream.once('error', reject).once('close', () => reject(new Error('The archive could not be written.')));
    });
    this.#broken.catch(() => undefined);
  }

  /** Writes one file. @returns its size and hash, when all of it was written */
  async add(name: string, content: AsyncIterable<string | Buffer>): Promise<WrittenFile> {
    const hash = createHash('sha256');
    let bytes = 0;
    const written = new Promise<void>((resolve, reject) => {
      const measured = async function* () {
        for await (const chunk of content) {
          const piece = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
          hash.update(piece);
          bytes += piece.length;
          yield piece;
        }
      };
      const source = Readable.from(measured(), { objectMode: false });
      source.on('end', () => resolve()).on('error', reject);
      this.#zip.addReadStream(source, name, { mtime: dated, mode: 0o100600 });
    });
    await Promise.race([written, this.#broken]);
    return { name, bytes, sha256: hash.digest('hex') };
  }

  end(): void {
    this.#zip.end();
  }

  /** Of the whole archive, once its stream has ended. */
  sha256(): string {
    return this.#hash.digest('hex');
  }
}
