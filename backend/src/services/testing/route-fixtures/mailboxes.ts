import type { FixtureRows, RouteIds } from './fixture-rows';

/** Changes, imports, assignment rules and bounce responses of mailboxes. The rule belongs to the newest client. */
export async function createMailboxRows({ insert }: FixtureRows): Promise<RouteIds> {
  return {
    clientRuleId: await insert(
      `
        insert into mailbox_client_rule (workspace_id, domain, client_id, label)
        values ($1, 'fixture.test', (select max(id) from agency_client where workspace_id = $1), 'fixture.test')
      `,
    ),
    bounceResponseId: await insert(
      `
        insert into bounce_response (
          workspace_id, scope, scope_id, label, reaction, bounce_class, reason, level, began_at, until
        )
        values ($1, 'DOMAIN', 'fixture.test', 'fixture.test', 'REST', 'SENDER', 'fixture', 1, now(), now())
      `,
    ),
    mailboxChangeId: await insert(
      `
        insert into mailbox_change (workspace_id, change, status, runs_at)
        values ($1, '{}', 'COMPLETED', now())
      `,
    ),
    mailboxImportId: await insert(
      `
        insert into mailbox_import (workspace_id, file_name, file_size, who, rows_total, status)
        values ($1, 'fixture.csv', 1, '{}', 0, 'COMPLETED')
      `,
    ),
  };
}
