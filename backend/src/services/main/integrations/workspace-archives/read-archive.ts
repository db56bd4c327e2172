import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import {
  archiveManifest,
  largestArchive,
  type ArchiveManifest,
} from '@skein/contracts/main/workspace-archives.contract';
import type { StoredFiles } from '#platform/storage/disk-store';
import { StorageError } from '#platform/storage/storage-error';

/** What is wrong with an archive, in words for whoever imports it. Trying again does not help. */
export class ArchiveError extends Error {
  override name = 'ArchiveError';
}

const largestManifest = 64 * 1024 * 1024;
/** A row is an email at most. */
const longestLine = 64 * 1024 * 1024;

/** An archive on this machine's disk: a zip file is read from its end. */
export interface OpenArchive {
  manifest: ArchiveManifest;
  /** Lines of a table from one on. */
  lines(table: string, from: number): AsyncGenerator<string>;
  file(name: string): Promise<Readable>;
  /** @throws ArchiveError when a part is not what the manifest says */
  check(name: string, expected: { bytes: number; sha256: string }, eachLine?: (line: string) => void): Promise<void>;
  close(): Promise<void>;
}

/** @throws ArchiveError */
export async function openArchive(files: Pick<StoredFiles, 'get'>, key: string): Promise<OpenArchive> {
  const folder = await mkdtemp(join(tmpdir(), 'skein-import-'));
  let zip: ZipFile | null = null;
  const close = async () => {
    zip?.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const path = join(folder, 'archive.zip');
    await pipeline((await files.get(key)).stream, createWriteStream(path, { mode: 0o600 }));
    zip = await openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true }).catch(() => {
      throw new ArchiveError('This is not an archive of Skein, or it is not whole.');
    });
    const entries = await listEntries(zip);
    const open = (name: string): Promise<Readable> => openEntry(zip as ZipFile, entries, name);
    return {
      manifest: await readManifest(await open('manifest.json')),
      lines: (table, from) => linesOf(() => open(`rows/${table}.ndjson`), from),
      file: (name) => open(`files/${name}`),
      check: async (name, expected, eachLine) => check(await open(name), name, expected, eachLine),
      close,
    };
  } catch (error) {
    await close();
    if (error instanceof StorageError) throw new ArchiveError('The uploaded archive is gone. Upload it again.');
    throw error;
  }
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      entries.set(entry.fileName, entry);
      unpacked += entry.uncompressedSize;
      if (unpacked > 20 * largestArchive) reject(new ArchiveError('This archive unpacks to more than can be read.'));
      else zip.readEntry();
    });
    zip.on('end', resolve);
    zip.on('error', () => reject(new ArchiveError('This archive is damaged.')));
    zip.readEntry();
  });
  return entries;
}

async function openEntry(zip: ZipFile, entries: Map<string, Entry>, name: string): Promise<Readable> {
  const entry = entries.get(name);
  if (!entry) throw new ArchiveError(`This archive is not whole: ${name} is missing.`);
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) reject(new ArchiveError(`This archive is damaged: ${name} cannot be read.`));
      else resolve(stream);
    });
  });
}

async function readManifest(stream: Readable): Promise<ArchiveManifest> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > largestManifest) throw new ArchiveError('The manifest of this archive is too large.');
    pieces.push(piece);
  }
  try {
    return archiveManifest.parse(JSON.parse(Buffer.concat(pieces).toString()));
  } catch {
    throw new ArchiveError('The manifest of this archive cannot be read: it was made by another product or version.');
  }
}

async function check(
  stream: Readable,
  name: string,
  expected: { bytes: number; sha256: string },
  eachLine?: (line: string) => void,
): Promise<void> {
  const hash = createHash('sha256');
  let bytes = 0;
  const measured = async function* () {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      hash.update(piece);
      bytes += piece.length;
      yield piece;
    }
  };
  if (eachLine) for await (const line of splitLines(measured())) eachLine(line);
  else for await (const piece of measured()) void piece;
  if (bytes !== expected.bytes || hash.digest('hex') !== expected.sha256)
    throw new ArchiveError(`This archive was changed or is damaged: ${name} is not what the manifest says.`);
}

async function* linesOf(open: () => Promise<Readable>, from: number): AsyncGenerator<string> {
  let at = 0;
  for await (const line of splitLines((await open()) as AsyncIterable<Buffer>)) if (at++ >= from) yield line;
}

async function* splitLines(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  let held = 0;
  for await (const piece of source) {
    let start = 0;
    for (let end = piece.indexOf(10); end !== -1; end = piece.indexOf(10, start)) {
      yield Buffer.concat([...rest, piece.subarray(start, end)]).toString('utf8');
      [rest, held, start] = [[], 0, end + 1];
    }
    if (start === piece.length) continue;
    rest.push(piece.subarray(start));
    held += piece.length - start;
    if (held > longestLine) throw new ArchiveError('A row of this archive is too long.');
  }
  if (held > 0) yield Buffer.concat(rest).toString('utf8');
}
