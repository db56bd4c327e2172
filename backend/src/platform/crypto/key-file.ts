import { randomBytes } from 'node:crypto';
import { chownSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { MasterKeyError, readKeyFile, rootOfKeys, type ParsedKeys } from './master-key';

/** How far a rotation of the master key has come, as the file tells it. Every step leaves a file that opens everything. */
export type RotationState =
  /** one key: nothing is being rotated */
  | { step: 'AT_REST' }
  /** a newer key opens, and does not seal yet */
  | { step: 'ADDED'; newest: number }
  /** the newest key seals, older ones still open */
  | { step: 'SEALING'; former: number[] };

export function rotationState(file: string): RotationState {
  const { currentId, keys } = readKeyFile(file);
  // The file lists the sealing key first, and adds new ones at its end.
  const [first = currentId, ...others] = [...keys.keys()];
  if (others.length === 0) return { step: 'AT_REST' };
  const newest = others.at(-1) as number;
  return isNewer(newest, first) ? { step: 'ADDED', newest } : { step: 'SEALING', former: others };
}

/** Numbers go up and begin again after 255. */
const isNewer = (one: number, other: number) => (one - other + 255) % 255 < 128;

/** Adds a new key, which opens from now on. @returns its number @throws MasterKeyError when a rotation is under way */
export function addKey(file: string): number {
  const known = readKeyFile(file);
  if (rotationState(file).step !== 'AT_REST') throw new MasterKeyError(`A new key is in ${file} already.`);
  const id = (known.currentId % 255) + 1;
  write(file, { ...known, keys: new Map([...known.keys, [id, randomBytes(32)]]) });
  return id;
}

/** The newest key seals from now on. @returns its number @throws MasterKeyError when there is none that does not yet */
export function sealWithNewest(file: string): number {
  const state = rotationState(file);
  if (state.step !== 'ADDED') throw new MasterKeyError(`There is no new key in ${file}: add one first.`);
  const known = readKeyFile(file);
  const newest: [number, Buffer] = [state.newest, known.keys.get(state.newest) as Buffer];
  write(file, { ...known, keys: new Map([newest, ...[...known.keys].filter(([id]) => id !== state.newest)]) });
  return state.newest;
}

/**
 * Takes the former keys out. What lasting keys come from stays as `root:`; the former keys go into a file beside it,
 * because backups that were made before need them.
 * @returns that file, or null when there was nothing to take out
 */
export function retireFormer(file: string): string | null {
  const known = readKeyFile(file);
  const former = [...known.keys].filter(([id]) => id !== known.currentId);
  if (former.length === 0) return null;
  const retired = `${file}.retired-${former.map(([id]) => id).join('-')}`;
  writeLike(file, retired, readFileSync(file, 'utf8'));
  write(file, {
    currentId: known.currentId,
    keys: new Map([[known.currentId, known.keys.get(known.currentId) as Buffer]]),
    root: rootOfKeys(known),
  });
  return retired;
}

function write(file: string, { keys, root }: ParsedKeys): void {
  const lines = [...keys].map(([id, key]) => `${id}:${key.toString('base64')}`);
  if (root) lines.push(`root:${root.toString('base64')}`);
  writeLike(file, file, `${lines.join('\n')}\n`);
}

/** Whole or not at all, with the owner of the key file and for nobody else. */
function writeLike(like: string, file: string, text: string): void {
  const { uid, gid } = statSync(like);
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, text, { mode: 0o600, flush: true });
  if (process.getuid?.() === 0) chownSync(temporary, uid, gid);
  renameSync(temporary, file);
}
