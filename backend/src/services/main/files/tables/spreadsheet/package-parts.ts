import type { Readable } from 'node:stream';
import { posix } from 'node:path';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { localName, readWhole } from './read-xml';
import { noWorkbook, tooLarge } from './refusals';

/** What a workbook may unpack to. A sheet packs 5 to 60 times; what packs much more is made to fill memory or disk. */
const packageLimits = {
  entries: 5_000,
  unpackedBytes: 1024 * 1024 * 1024,
  ratio: 250,
  ratioFrom: 5 * 1024 * 1024,
  relations: 20_000,
};

/** What one part says of another. `type` is the last word of its type, which is the same in both namespaces; '' when it is left out. */
export interface Relation {
  id: string;
  type: string;
  target: string;
}

/** The parts of an Office document (ECMA-376-2, Open Packaging Conventions), found by what they say of each other, not by their names. */
export interface PackageParts {
  open(part: string): Promise<Readable | null>;
  /** The relations of a part, or of the document itself for ''. */
  relationsOf(part: string): Promise<Relation[]>;
  /** Parts by their content type. */
  partsOfType(ends: RegExp): Promise<string[]>;
  has(part: string): boolean;
  close(): void;
}

/**
 * Opens a document: its directory is checked against the limits before anything is unpacked, and each entry may not be larger than it says.
 */
export async function openParts(path: string): Promise<PackageParts> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true }).catch(() => {
    throw noWorkbook();
  });
  try {
    const entries = await listEntries(zip);
    const open = (part: string) => openEntry(zip, entries.get(keyOf(part)));
    return {
      open,
      relationsOf: (part) => readRelations(open, part),
      partsOfType: (ends) => readPartsOfType(open, ends),
      has: (part) => entries.has(keyOf(part)),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** Names of parts are compared without case (6.3.5). */
const keyOf = (part: string) => part.replace(/^\/+/, '').toLowerCase();

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > packageLimits.entries) throw tooLarge();
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      unpacked += entry.uncompressedSize;
      if (
        unpacked > packageLimits.unpackedBytes ||
        (entry.uncompressedSize > packageLimits.ratioFrom &&
          entry.uncompressedSize > entry.compressedSize * packageLimits.ratio)
      )
        return reject(tooLarge());
      entries.set(keyOf(entry.fileName), entry);
      zip.readEntry();
    });
    zip.on('end', resolve);
    zip.on('error', () => reject(noWorkbook()));
    zip.readEntry();
  });
  return entries;
}

function openEntry(zip: ZipFile, entry: Entry | undefined): Promise<Readable | null> {
  if (!entry) return Promise.resolve(null);
  return new Promise((resolve, reject) =>
    zip.openReadStream(entry, (error, stream) => (error ? reject(noWorkbook()) : resolve(stream))),
  );
}

type Open = PackageParts['open'];

async function readRelations(open: Open, part: string): Promise<Relation[]> {
  const folder = posix.dirname(`/${part}`);
  const stream = await open(posix.join(folder, '_rels', `${posix.basename(part)}.rels`));
  const relations: Relation[] = [];
  if (!stream) return relations;
  await readWhole(stream, {
    open: (tag) => {
      const { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode } = tag.attributes;
      if (localName(tag) !== 'Relationship' || mode === 'External') return;
      if (relations.length >= packageLimits.relations) throw tooLarge();
      relations.push({ id, type: type.slice(type.lastIndexOf('/') + 1), target: resolve(folder, target) });
    },
  });
  return relations;
}

/** A target is an address relative to the part that names it. */
function resolve(folder: string, target: string): string {
  let path = target.replaceAll('\\', '/').split(/[?#]/)[0] ?? '';
  try {
    path = decodeURIComponent(path);
  } catch {
    // A percent sign of its own belongs to the name.
  }
  return posix.resolve(folder, path).slice(1);
}

async function readPartsOfType(open: Open, ends: RegExp): Promise<string[]> {
  const stream = await open('[Content_Types].xml');
  const parts: string[] = [];
  if (!stream) return parts;
  await readWhole(stream, {
    open: (tag) => {
      if (localName(tag) === 'Override' && ends.test(tag.attributes['ContentType'] ?? '') && parts.length < 100)
        parts.push((tag.attributes['PartName'] ?? '').replace(/^\/+/, ''));
    },
  });
  return parts;
}
