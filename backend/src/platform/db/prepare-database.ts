import { prepareJobSchema } from '../jobs/prepare-job-schema';
import { runMigrations } from './migrate';

/**
 * Everything a database needs before a service may start: our migrations, then the job queue's own schema.
 * Run by the login user, who owns the tables; several processes may do it at once.
 * @param folder other migrations than this version's own: only for trying an upgrade
 * @returns the names of the migrations applied now
 */
export async function prepareDatabase(
  url: string,
  onApplied?: (name: string) => void,
  folder?: string,
): Promise<string[]> {
  const applied = await runMigrations({ url, onApplied, folder });
  await prepareJobSchema(url);
  return applied;
}
