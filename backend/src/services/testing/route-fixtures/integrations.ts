import type { CoreIds, FixtureRows, RouteIds } from './fixture-rows';

/** Webhooks, connected accounts, LinkedIn, and what is moved between workspaces and products. */
export async function createIntegrationRows(
  { insert, main, workspaceId }: FixtureRows,
  { campaignId, enrolmentId }: CoreIds,
): Promise<RouteIds> {
  const webhookId = await insert(
    `
      insert into webhook (workspace_id, name, webhook_url, scope, campaign_id)
      values ($1, 'Fixture', 'http://127.0.0.1:9/hook', 3, $2)
    `,
    [campaignId],
  );
  return {
    webhookId,
    deliveryId: await insert(
      `
        insert into webhook_delivery (workspace_id, webhook_id, event_type, payload)
        values ($1, $2, 'EMAIL_SENT', '{}')
      `,
      [webhookId],
    ),
    integrationId: await insert(
      `
        insert into integration (workspace_id, kind, method, account, credentials_sealed)
        values ($1, 'HUBSPOT', 'OAUTH', 'Fixture', $2)
      `,
      [main.deps.vault.seal('{}', `integration:${workspaceId}:HUBSPOT`)],
    ),
    linkedInRequestId: await insert(
      `
        insert into linkedin_action (workspace_id, campaign_id, enrolment_id, step_id, kind, state, connection)
        values ($1, $2, $3, 1, 'CONNECTION_REQUEST', 'PENDING', 'PENDING')
      `,
      [campaignId, enrolmentId],
    ),
    linkedInAccountId: await insert(
      `insert into linkedin_account (workspace_id, name, provider) values ($1, 'Fixture', 'sandbox')`,
    ),
    accountImportId: await insert(
      `
        with run as (insert into bulk_run (workspace_id, kind, status) values ($1, 'ACCOUNT_IMPORT', 'FAILED') returning id)
        insert into account_import (workspace_id, run_id, source, hint)
        select $1, id, 'SMARTLEAD', 'wxyz' from run
      `,
    ),
    workspaceExportId: await insert(
      `
        with run as (insert into bulk_run (workspace_id, kind, status) values ($1, 'WORKSPACE_EXPORT', 'FAILED') returning id)
        insert into workspace_export (workspace_id, run_id)
        select $1, id from run
      `,
    ),
    workspaceImportId: await insert(
      `
        with run as (insert into bulk_run (workspace_id, kind, status) values ($1, 'WORKSPACE_IMPORT', 'FAILED') returning id)
        insert into workspace_import (workspace_id, run_id, file_name)
        select $1, id, 'old.zip' from run
      `,
    ),
  };
}
