import { readdir } from 'node:fs/promises';

/** When the newest whole backup in a folder was made, in milliseconds since 1970; 0 when there is none. Each is named by its moment. */
export async function newestBackup(folder: string): Promise<number> {
  const moments = (await readdir(folder).catch(() => []))
    .map((name) => /^(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z$/.exec(name))
    .map((match) => (match ? Date.parse(`${match[1]}T${match[2]}:${match[3]}:${match[4]}.${match[5]}Z`) : 0));
  return Math.max(0, ...moments);
}
