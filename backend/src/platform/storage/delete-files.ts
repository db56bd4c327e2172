import type { StoredFiles } from './disk-store';
import { checkName } from './grants';
import { StorageError } from './storage-error';

/**
 * Deletes every file whose name begins so.
 * @param beginning ends with `/` or `-`, so that `uploads/1/` never means `uploads/12/`
 * @returns how many
 * @throws StorageError BAD_NAME
 */
export async function deleteFiles(files: Pick<StoredFiles, 'list' | 'delete'>, beginning: string): Promise<number> {
  if (!/[/-]$/.test(beginning)) throw new StorageError('BAD_NAME', 400, 'The beginning of names ends with / or -.');
  checkName(`${beginning}x`);
  const names: string[] = [];
  // All of them first: a list that is read page by page would pass over files while others before them go.
  for await (const { name } of files.list(beginning)) names.push(name);
  for (const name of names) await files.delete(name);
  return names.length;
}
