import { prepareJobSchema } from '../jobs/prepare-job-schema';
import { runMigrations, type MigrateOptions } from './migrate';
import { prepareRoles } from './prepare-roles';

/**
 * Everything a database needs before a service may start: the two roles, our migrations and functions, then the job queue's own schema.
 * Run by the login user, who owns the tables; several processes may do it at once.
 * @param source the migrations and functions of another version than this one: only for trying an upgrade
 * @returns the names of the migrations and function files that were applied now
 */
export async function prepareDatabase(
  url: string,
  source: Pick<MigrateOptions, 'folder' | 'functions'> = {},
): Promise<string[]> {
  await prepareRoles(url);
  const applied = await runMigrations({ url, ...source });
  await prepareJobSchema(url);
  return applied;
}
