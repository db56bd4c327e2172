import type { CoreIds, FixtureRows, RouteIds } from './fixture-rows';

/** A seed that nobody can log in to: nothing listens there. */
export const fixtureSeed = {
  ...{ email: 'new-seed@company.test', provider: 'Fixture', region: 'Europe', password: 'a password' },
  ...{ host: '127.0.0.1', port: 1 },
};

/** A placement test with its run, seed, share, folder and email, and a draft of another test. */
export async function createPlacementRows(rows: FixtureRows, { mailboxId }: CoreIds): Promise<RouteIds> {
  const { insert, workspaceId } = rows;
  const placementTestId = await insert(
    `
      insert into placement_test (workspace_id, name, type, subject, body_text, sender_ids, seed_ids, created_at)
      values ($1, 'Fixture', 'manual', 'Fixture', 'Fixture', array[$2::int], '{}', now())
    `,
    [mailboxId],
  );
  const placementRunId = await insert(
    'insert into placement_run (workspace_id, test_id, number, started_at) values ($1, $2, 1, now())',
    [placementTestId],
  );
  const placementSeedId = await createSeed(rows);
  return {
    placementTestId,
    placementSeedId,
    placementDraftId: await insert(
      `
        insert into placement_test (
          workspace_id, name, type, subject, body_text, sender_ids, seed_ids, created_at, draft
        )
        values ($1, 'Fixture', 'manual', '', '', '{}', '{}', now(), '{"type": "manual"}')
      `,
    ),
    placementShareId: await insert(
      `
        insert into placement_share (workspace_id, test_id, created_at, expires_at)
        values ($1, $2, now(), now() + interval '1 day')
      `,
      [placementTestId],
    ),
    placementFolderId: await insert(
      `insert into placement_folder (workspace_id, name, created_at) values ($1, 'Fixture', now())`,
    ),
    placementMailId: await insert(
      `
        insert into placement_mail (workspace_id, run_id, mailbox_id, seed_id, send_at, token, message_id)
        values ($1, $2, $3, $4, now() + interval '1 day', $5, $5)
      `,
      [placementRunId, mailboxId, placementSeedId, `fixture-${workspaceId}`],
    ),
  };
}

/** A seed that the workspace connected for itself, and has confirmed. */
async function createSeed({ insertOne, main, workspaceId }: FixtureRows): Promise<number> {
  const email = `seed-${workspaceId}@company.test`;
  const seed = await insertOne<{ id: number }>(
    `
      insert into placement_seed (
        email, provider, region, imap, sealed_password, owner_workspace_id, proved_at, is_active, in_use
      )
      values ($1, 'Fixture', 'Fixture', $2, $3, $4, now(), false, true)
      returning id
    `,
    [
      email,
      { host: '127.0.0.1', port: 1, portType: 'TLS' },
      main.deps.vault.seal('a password', `placement-seed:${email}`),
      workspaceId,
    ],
  );
  return seed.id;
}
