import type { CampaignId } from '@skein/contracts/ids';
import type { CoreIds, FixtureRows, RouteIds } from './fixture-rows';

/** Steps, texts, rounds and reserved emails of campaigns, and what lists of campaigns are sorted into. */
export async function createCampaignRows(
  { insert, insertOne, workspaceId, person }: FixtureRows,
  { campaignId, mailboxId, enrolmentId }: CoreIds,
): Promise<RouteIds> {
  const intentId = await insert(
    `
      insert into intent (
        workspace_id, kind, campaign_id, mailbox_id, enrolment_id, slot_at, send_at, message_id, envelope_id,
          to_email
      )
      values ($1, 'REPLY', $2, $3, $4, now(), now() + interval '1 day', $5, $5, 'lead@company.test')
    `,
    [campaignId, mailboxId, enrolmentId, `<out-${workspaceId}@company.test>`],
  );
  const { stats_id: statsId } = await insertOne<{ stats_id: string }>('select stats_id from intent where id = $1', [
    intentId,
  ]);
  const subsequenceId = await insert(
    `insert into campaign (workspace_id, name, parent_campaign_id) values ($1, 'Fixture subsequence', $2)`,
    [campaignId],
  );
  await insertOne('insert into subsequence_rule (workspace_id, campaign_id, parent_campaign_id) values ($1, $2, $3)', [
    workspaceId,
    subsequenceId,
    campaignId,
  ]);
  return {
    statsId,
    subsequenceId,
    triggerId: await insert(
      'insert into trigger_run (workspace_id, campaign_id, sequence, scheduled_at) values ($1, $2, 1, now())',
      [campaignId],
    ),
    templateId: await insert(
      `insert into step_template (workspace_id, name, email_body) values ($1, 'Fixture', '<p>Hi</p>')`,
    ),
    ...(await createStep(insert, campaignId)),
    viewId: await insert(
      `
        insert into saved_view (workspace_id, user_id, area, name, query)
        values ($1, $2, 'all-leads', 'Fixture', '{"address": ""}')
      `,
      [person.userId],
    ),
    folderId: await insert(`insert into folder (workspace_id, name) values ($1, 'Fixture')`),
    tagId: await insert(`insert into tag (workspace_id, name) values ($1, 'Fixture')`),
  };
}

async function createStep(insert: FixtureRows['insert'], campaignId: CampaignId): Promise<RouteIds> {
  const stepId = await insert('insert into sequence_step (workspace_id, campaign_id, seq_number) values ($1, $2, 1)', [
    campaignId,
  ]);
  return {
    stepId,
    variantId: await insert(
      `
        insert into step_variant (workspace_id, step_id, subject, email_body)
        values ($1, $2, 'Hello', '<p>Hi</p>')
      `,
      [stepId],
    ),
  };
}
