import { storedFile, type CoreIds, type FixtureRows, type RouteIds } from './fixture-rows';

/** Lists, uploads, bulk actions, tasks and verification of leads, and the block list. */
export async function createLeadRows(rows: FixtureRows, core: CoreIds): Promise<RouteIds> {
  const { insert, person, workspaceId } = rows;
  const { campaignId, leadId, enrolmentId } = core;
  return {
    ...(await createSuppressions(rows)),
    leadEmail: `lead-${workspaceId}@company.test`,
    otherLeadId: await insert(`insert into lead (workspace_id, email, domain) values ($1, $2, 'company.test')`, [
      `other-lead-${workspaceId}@company.test`,
    ]),
    taskId: await insert(
      `insert into lead_task (workspace_id, lead_id, enrolment_id, name, created_by) values ($1, $2, $3, 'Fixture', $4)`,
      [leadId, enrolmentId, person.userId],
    ),
    ruleId: await insert(
      `insert into lead_alias (workspace_id, lead_id, email) values ($1, $2, 'alias@company.test')`,
      [leadId],
    ),
    categoryId: await insert(`insert into lead_category (workspace_id, name) values ($1, 'Fixture')`),
    tagMappingId: await insert(
      `
        with tagged as (insert into tag (workspace_id, name) values ($1, 'Mapped') returning id)
        insert into lead_tag (workspace_id, lead_id, tag_id)
        select $1, $2, id
        from tagged
      `,
      [leadId],
    ),
    verificationId: await insert(
      `
        with run as (
          insert into bulk_run (workspace_id, kind, status, created_by) values ($1, 'VERIFICATION', 'RUNNING', $2) returning id
        )
        insert into verification (workspace_id, run_id, name)
        select $1, id, 'Fixture'
        from run
      `,
      [person.userId],
    ),
    orderId: await insert(
      `
        insert into verification_order (workspace_id, credits, billing, amount_cents, provider)
        values ($1, 6000, 'ONE_TIME', 1650, 'sandbox')
      `,
    ),
    listId: await insert(`insert into lead_list (workspace_id, name) values ($1, 'Fixture')`),
    actionId: await insert(
      `
        with run as (
          insert into bulk_run (workspace_id, kind, status, created_by) values ($1, 'LEAD_ACTION', 'WAITING', $2) returning id
        )
        insert into lead_action (workspace_id, run_id, kind, selection, options, who)
        select $1, id, 'TAG', '{"lead_ids":[1]}', '{"kind":"TAG"}', '{}' from run
      `,
      [person.userId],
    ),
    uploadId: await insert(
      `
        with run as (
          insert into bulk_run (workspace_id, kind, status) values ($1, 'LEAD_UPLOAD', 'UPLOADED') returning id
        )
        insert into lead_upload (workspace_id, run_id, campaign_id, file_name, storage_key)
        select $1, id, $2, 'fixture.csv', $3
        from run
      `,
      [campaignId, await storedFile(rows)],
    ),
  };
}

async function createSuppressions(rows: FixtureRows): Promise<RouteIds> {
  const { insert, insertOne, workspaceId } = rows;
  const upload = await insertOne<{ id: number; delete_identifier: string }>(
    `
      with run as (
        insert into bulk_run (workspace_id, kind, status) values ($1, 'BLOCK_UPLOAD', 'UPLOADED') returning id
      )
      insert into block_upload (workspace_id, run_id, file_name, storage_key)
      select $1, id, 'fixture.csv', $2
      from run
      returning id, delete_identifier
    `,
    [workspaceId, await storedFile(rows)],
  );
  await insert(`insert into suppression (workspace_id, kind, value) values ($1, 'domain', 'blocked-domain.test')`);
  return {
    blockUploadId: upload.id,
    deleteIdentifier: upload.delete_identifier,
    entryId: await insert(`insert into suppression (workspace_id, kind, value) values ($1, 'email', $2)`, [
      `blocked-${workspaceId}@company.test`,
    ]),
  };
}
