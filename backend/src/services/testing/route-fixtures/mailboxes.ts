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
        with run as (insert into bulk_run (workspace_id, kind, status) values ($1, 'MAILBOX_CHANGE', 'COMPLETED') returning id)
        insert into mailbox_change (workspace_id, run_id, change)
        select $1, id, '{}' from run
      `,
    ),
    mailboxImportId: await insert(
      `
        with run as (insert into bulk_run (workspace_id, kind, status) values ($1, 'MAILBOX_IMPORT', 'COMPLETED') returning id)
        insert into mailbox_import (workspace_id, run_id, file_name, file_size, who)
        select $1, id, 'fixture.csv', 1, '{}' from run
      `,
    ),
  };
}
