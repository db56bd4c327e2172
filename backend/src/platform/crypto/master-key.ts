import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The keys that seal everything else. The first of the file seals, all of them open, so a key can be changed for another. */
export interface MasterKey {
  /** number of the sealing key: 1 to 255 */
  readonly currentId: number;
  readonly keys: ReadonlyMap<number, Buffer>;
  /** What lasting keys are derived from once the first key was taken out of the file; null while it is there. It opens no sealed record. */
  readonly root: Buffer | null;
  /** Reads the file now, where there is one: a record may be sealed by a key that was added a moment ago. */
  refresh(): void;
}

/** A master key that cannot be used, in one sentence. Never holds the key. */
export class MasterKeyError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MasterKeyError';
  }
}

const KEY_BYTES = 32;

/** Real ms after which the file is looked at again: a rotation reaches every running process within a second. */
const LOOK_AGAIN = 1_000;

/**
 * Reads the file: a line a key, `<number>:<32 bytes in base64>`, the sealing one first, and `root:` where keys were
 * taken out. The key that is returned follows the file: when it is replaced by another sound one, that one holds.
 * @param options.create makes the file (mode 0600) when it is missing: the sandbox's first start
 * @throws MasterKeyError when it is missing, readable by others, or not such a file
 */
export function loadMasterKey(options: { file: string; create: boolean }): MasterKey {
  const { file, create } = options;
  if (!existsSync(file)) {
    if (!create)
      throw new MasterKeyError(
        `The master key ${file} is missing: put it back, or make one with "${MAKE_KEY_COMMAND} > ${file}".`,
      );
    createKeyFile(file);
  }
  let mark = markOf(file);
  let known = readKeyFile(file);
  let lookedAt = performance.now();
  const look = (isUrgent: boolean) => {
    if (!isUrgent && performance.now() - lookedAt < LOOK_AGAIN) return;
    lookedAt = performance.now();
    const found = markOf(file);
    if (found === '' || found === mark) return;
    try {
      known = readKeyFile(file);
      mark = found;
    } catch {
      // What is there now cannot be used, so what was read before holds; the next start says what is wrong.
    }
  };
  const fresh = () => {
    look(false);
    return known;
  };
  return {
    get currentId() {
      return fresh().currentId;
    },
    get keys() {
      return fresh().keys;
    },
    get root() {
      return fresh().root;
    },
    refresh: () => look(true),
  };
}

/** Changes whenever the file is replaced or written; empty while it cannot be looked at. */
function markOf(file: string): string {
  try {
    const { ino, size, mtimeMs } = statSync(file);
    return `${ino}:${size}:${mtimeMs}`;
  } catch {
    return '';
  }
}

/** @throws MasterKeyError */
export function readKeyFile(file: string): ParsedKeys {
  let text: string;
  try {
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) {
      throw new MasterKeyError(`Others can read the master key: run "chmod 600 ${file}".`);
    }
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof MasterKeyError) throw error;
    throw new MasterKeyError(`The master key ${file} cannot be read: give the user that runs Skein access to it.`, {
      cause: error,
    });
  }
  return parseKeys(text, file);
}

const MAKE_KEY_COMMAND = `node -p "'1:'+crypto.randomBytes(32).toString('base64')"`;

/** What stands in a key file. */
export type ParsedKeys = Pick<MasterKey, 'currentId' | 'keys' | 'root'>;

/** A key that lives in memory only, from the text of a key file. @throws MasterKeyError */
export const parseMasterKey = (text: string): MasterKey => ({
  ...parseKeys(text, 'the given text'),
  refresh: () => undefined,
});

/** @throws MasterKeyError */
function parseKeys(text: string, file: string): ParsedKeys {
  const keys = new Map<number, Buffer>();
  let root: Buffer | null = null;
  for (const line of text
    .split('\n')
    .map((each) => each.trim())
    .filter((each) => each && !each.startsWith('#'))) {
    const match = /^(root|\d{1,3}):([A-Za-z0-9+/]{43}=)$/.exec(line);
    const id = Number(match?.[1]);
    const key = Buffer.from(match?.[2] ?? '', 'base64');
    const isRoot = match?.[1] === 'root';
    if (!match || key.length !== KEY_BYTES || (isRoot ? root !== null : id < 1 || id > 255 || keys.has(id))) {
      throw new MasterKeyError(
        `The master key ${file} is damaged: each line is "<number 1 to 255>:<32 bytes in base64>".`,
      );
    }
    if (new Set(key).size < 8)
      throw new MasterKeyError(`The master key ${file} is not random: make one with "${MAKE_KEY_COMMAND}".`);
    if (isRoot) root = key;
    else keys.set(id, key);
  }
  const [currentId] = keys.keys();
  if (currentId === undefined) throw new MasterKeyError(`The master key ${file} is empty.`);
  return { currentId, keys, root };
}

/** A fresh key that lives in memory only: for tests. */
export function createMasterKey(): MasterKey {
  return { currentId: 1, keys: new Map([[1, randomBytes(KEY_BYTES)]]), root: null, refresh: () => undefined };
}

/**
 * A key of its own for one lasting purpose: links in mails that were sent, Message-IDs, hashes of tokens. It stays the
 * same however often the sealing key is changed, so it comes from the first key, or from the root that is left of it.
 */
export const derivePurposeKey = (master: MasterKey, purpose: string): Buffer =>
  expand(master.root ?? rootOf(oldestKey(master)), purpose);

/** What is left of the first key when it is taken out: all lasting keys, and no way to open a record or to get the key back. */
export const rootOfKeys = (keys: ParsedKeys): Buffer => keys.root ?? rootOf(oldestKey(keys));

const oldestKey = ({ keys }: Pick<MasterKey, 'keys'>): Buffer => keys.get(Math.min(...keys.keys())) as Buffer;

/** HKDF in its two steps (RFC 5869, SHA-256, no salt), because the first one's result outlives the key. */
const rootOf = (key: Buffer): Buffer => createHmac('sha256', Buffer.alloc(KEY_BYTES)).update(key).digest();
const expand = (root: Buffer, purpose: string): Buffer =>
  createHmac('sha256', root).update(`skein:${purpose}`).update(Buffer.of(1)).digest();

/** Keys for what is signed for minutes or hours. Whoever has a former master key must not go on signing, so each key has its own. */
export interface SigningKeys {
  current(): { id: number; key: Buffer };
  /** undefined once the key was taken out of the file */
  find(id: number): Buffer | undefined;
  all(): Buffer[];
}

export function signingKeys(master: MasterKey, purpose: string): SigningKeys {
  const derive = (key: Buffer) => expand(rootOf(key), purpose);
  return {
    current() {
      const { currentId, keys } = master;
      return { id: currentId, key: derive(keys.get(currentId) as Buffer) };
    },
    find(id) {
      const key = master.keys.get(id);
      return key && derive(key);
    },
    all: () => [...master.keys.values()].map(derive),
  };
}

/**
 * A hash that only this installation can compute: how tokens and API keys are stored and found.
 * @returns base64url, 43 characters
 */
export function createKeyedHash(master: MasterKey, purpose: string): (value: string) => string {
  const key = derivePurposeKey(master, `hash:${purpose}`);
  return (value) => createHmac('sha256', key).update(value).digest('base64url');
}

/** Written under another name first, so that a full disk or a kill leaves no half key; a process that was quicker wins. */
function createKeyFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${process.pid}`;
  try {
    writeFileSync(temporary, `1:${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600 });
    linkSync(temporary, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    if (existsSync(temporary)) unlinkSync(temporary);
  }
}
