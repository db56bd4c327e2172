import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MasterKey } from '#platform/crypto/master-key';

/** Writes a master key as an operator keeps it, and answers where it is. */
export function writeKeyFile(folder: string, { keys }: MasterKey): string {
  const file = join(folder, 'master.key');
  writeFileSync(file, [...keys].map(([id, key]) => `${id}:${key.toString('base64')}`).join('\n'), { mode: 0o600 });
  return file;
}
