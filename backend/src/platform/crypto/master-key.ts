import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The keys that seal everything else. The first of the file seals, all of them open, so a key can be changed for another. */
export interface MasterKey {
  /** number of the sealing key: 1 to 255 */
  currentId: number;
  keys: ReadonlyMap<number, Buffer>;
}

/** A master key that cannot be used, in one sentence. Never holds the key. */
export class MasterKeyError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MasterKeyError';
  }
}

const KEY_BYTES = 32;

/**
 * Reads the file: a line a key, `<number>:<32 bytes in base64>`, the sealing one first.
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
  return parseMasterKey(text, file);
}

const MAKE_KEY_COMMAND = `node -p "'1:'+crypto.randomBytes(32).toString('base64')"`;

/** @throws MasterKeyError */
export function parseMasterKey(text: string, file = 'the given text'): MasterKey {
  const keys = new Map<number, Buffer>();
  for (const line of text
    .split('\n')
    .map((each) => each.trim())
    .filter((each) => each && !each.startsWith('#'))) {
    const match = /^(\d{1,3}):([A-Za-z0-9+/]{43}=)$/.exec(line);
    const id = Number(match?.[1]);
    const key = Buffer.from(match?.[2] ?? '', 'base64');
    if (!match || id < 1 || id > 255 || key.length !== KEY_BYTES || keys.has(id)) {
      throw new MasterKeyError(
        `The master key ${file} is damaged: each line is "<number 1 to 255>:<32 bytes in base64>".`,
      );
    }
    if (new Set(key).size < 8)
      throw new MasterKeyError(`The master key ${file} is not random: make one with "${MAKE_KEY_COMMAND}".`);
    keys.set(id, key);
  }
  const [currentId] = keys.keys();
  if (currentId === undefined) throw new MasterKeyError(`The master key ${file} is empty.`);
  return { currentId, keys };
}

/** A fresh key that lives in memory only: for tests. */
export function createMasterKey(): MasterKey {
  return { currentId: 1, keys: new Map([[1, randomBytes(KEY_BYTES)]]) };
}

/** A key of its own for one purpose, from the oldest master key, so that it stays when the sealing key changes. */
export function derivePurposeKey(master: MasterKey, purpose: string): Buffer {
  const oldest = master.keys.get(Math.min(...master.keys.keys())) as Buffer;
  return Buffer.from(hkdfSync('sha256', oldest, Buffer.alloc(0), `skein:${purpose}`, KEY_BYTES));
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
