import type { FixtureRows, RouteIds } from './fixture-rows';

/** A server group with one dedicated server. */
export async function createServerRows({ insert }: FixtureRows): Promise<RouteIds> {
  const serverGroupId = await insert(
    `
      insert into server_group (workspace_id, name, domain, location, created_at)
      values ($1, 'Fixture', 'fixture.test', 'nbg1', now())
    `,
  );
  return {
    serverGroupId,
    dedicatedServerId: await insert(
      `
        insert into dedicated_server (workspace_id, group_id, number, host_name, cloud, dkim_selector, ordered_at)
        values ($1, $2, 1, 'mail1.fixture.test', 'Fixture', 'fixture', now())
      `,
      [serverGroupId],
    ),
  };
}
