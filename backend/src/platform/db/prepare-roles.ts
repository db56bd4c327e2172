import { Client } from 'pg';

const roles = ['skein_app', 'skein_system'] as const;

/** SQLSTATE of what another process that prepares a database of the same server at this moment leaves us with. */
const passing = new Set(['42710', '23505', 'XX000', '40P01']);

/**
 * Makes the two roles of the product where the server has none, and lets the login user act as them and see what they
 * see. PostgreSQL 16 and later give whoever makes a role the right to hand it out and no more, so the user hands it to
 * itself.
 * @throws Error that names the statement an administrator has to run once
 */
export async function prepareRoles(url: string): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'skein-migrate' });
  await client.connect();
  try {
    for (const role of roles) await again(() => prepareRole(client, role));
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error;
    const { rows } = await client.query<{ name: string }>('select quote_ident(current_user) as name');
    throw new Error(
      `The database user may not make or use the roles skein_app and skein_system (${(error as Error).message}). Let an administrator run once: ` +
        `CREATE ROLE skein_app; CREATE ROLE skein_system; (where they are missing) GRANT skein_app, skein_system TO ${rows[0]?.name}.`,
      { cause: error },
    );
  } finally {
    await client.end();
  }
}

async function prepareRole(client: Client, role: string): Promise<void> {
  const {
    rows: [found],
  } = await client.query<{ exists: boolean; major: number }>(
    `
      select exists (select from pg_roles where rolname = $1) as exists,
        current_setting('server_version_num')::int / 10000 as major
    `,
    [role],
  );
  if (!found?.exists) await client.query(`create role ${role} nologin`);
  const hasSet = (found?.major ?? 0) >= 16;
  const { rows } = await client.query<{ may: boolean }>(
    `select pg_has_role($1, 'USAGE')${hasSet ? ` and pg_has_role($1, 'SET')` : ''} as may`,
    [role],
  );
  if (rows[0]?.may) return;
  await client.query(`grant ${role} to current_user${hasSet ? ' with inherit true, set true' : ''}`);
}

/** Roles belong to the whole server, where no lock of one database helps. */
async function again(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === 5 || !passing.has((error as { code?: string }).code ?? '')) throw error;
    }
  }
}
