import { Readable } from 'node:stream';
import type { SignedIn, TestMain } from '../main/testing';

/** Ids of one workspace by the name of the path parameter: what the attacks of every-route.test.ts are made with. */
export type RouteIds = Record<string, number | string>;

/**
 * One row of everything that a path can name, in the person's workspace. A new parameter gets its line here; the test
 * says so when it is missing.
 */
export async function createRouteIds(main: TestMain, person: SignedIn): Promise<RouteIds> {
  const { test } = main;
  const ws = person.workspaceId;
  const insert = async (sql: string, values: unknown[] = []) =>
    (await test.query<{ id: number }>(`${sql} RETURNING id`, [ws, ...values]))[0]?.id as number;
  const campaignId = await insert("INSERT INTO campaign (workspace_id, name) VALUES ($1, 'Fixture')");
  const mailboxId = await insert(
    `INSERT INTO mailbox (workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port, imap_username)
     VALUES ($1, 'Fixture', $2, '127.0.0.1', 1, 'user', '127.0.0.1', 1, 'user')`,
    [`fixture-${ws}@company.test`],
  );
  const leadId = await insert("INSERT INTO lead (workspace_id, email, domain) VALUES ($1, $2, 'company.test')", [
    `lead-${ws}@company.test`,
  ]);
  const enrolmentId = await insert('INSERT INTO enrolment (workspace_id, campaign_id, lead_id) VALUES ($1, $2, $3)', [
    campaignId,
    leadId,
  ]);
  const messageId = await insert(
    `INSERT INTO message (workspace_id, direction, mailbox_id, enrolment_id, message_id, dedupe_key, from_email, at)
     VALUES ($1, 'in', $2, $3, $4, $4, 'lead@company.test', now())`,
    [mailboxId, enrolmentId, `<fixture-${ws}@company.test>`],
  );
  const replyId = await insert(
    `INSERT INTO message (workspace_id, direction, mailbox_id, message_id, dedupe_key, from_email, at)
     VALUES ($1, 'in', $2, $3, $3, 'stranger@company.test', now())`,
    [mailboxId, `<untracked-${ws}@company.test>`],
  );
  const webhookId = await insert(
    "INSERT INTO webhook (workspace_id, name, webhook_url) VALUES ($1, 'Fixture', 'http://127.0.0.1:9/hook')",
  );
  const intentId = await insert(
    `INSERT INTO intent (workspace_id, kind, campaign_id, mailbox_id, enrolment_id, slot_at, send_at, message_id, envelope_id, to_email)
     VALUES ($1, 'REPLY', $2, $3, $4, now(), now() + interval '1 day', $5, $5, 'lead@company.test')`,
    [campaignId, mailboxId, enrolmentId, `<out-${ws}@company.test>`],
  );
  const subsequenceId = await insert(
    "INSERT INTO campaign (workspace_id, name, parent_campaign_id) VALUES ($1, 'Fixture subsequence', $2)",
    [campaignId],
  );
  const [blockUpload] = await test.query<{ id: number; delete_identifier: string }>(
    "INSERT INTO block_upload (workspace_id, file_name, storage_key) VALUES ($1, 'fixture.csv', $2) RETURNING id, delete_identifier",
    [ws, await storedFile(main, ws)],
  );
  await test.query('INSERT INTO subsequence_rule (workspace_id, campaign_id, parent_campaign_id) VALUES ($1, $2, $3)', [
    ws,
    subsequenceId,
    campaignId,
  ]);
  return {
    messageId,
    replyId,
    webhookId,
    subsequenceId,
    statsId: (await test.query<{ stats_id: string }>('SELECT stats_id FROM intent WHERE id = $1', [intentId]))[0]
      ?.stats_id as string,
    triggerId: await insert(
      'INSERT INTO trigger_run (workspace_id, campaign_id, sequence, scheduled_at) VALUES ($1, $2, 1, now())',
      [campaignId],
    ),
    reminderId: await insert(
      "INSERT INTO reminder (workspace_id, enrolment_id, message, remind_at) VALUES ($1, $2, 'Fixture', now())",
      [enrolmentId],
    ),
    taskId: await insert("INSERT INTO lead_task (workspace_id, lead_id, name) VALUES ($1, $2, 'Fixture')", [leadId]),
    deliveryId: await insert(
      "INSERT INTO webhook_delivery (workspace_id, webhook_id, event_type, payload) VALUES ($1, $2, 'EMAIL_SENT', '{}')",
      [webhookId],
    ),
    clientId: await insert('INSERT INTO agency_client (workspace_id, name, email) VALUES ($1, $2, $3)', [
      'Fixture',
      `client-${ws}@company.test`,
    ]),
    templateId: await insert(
      "INSERT INTO step_template (workspace_id, name, email_body) VALUES ($1, 'Fixture', '<p>Hi</p>')",
    ),
    stepId: await insert('INSERT INTO sequence_step (workspace_id, campaign_id, seq_number) VALUES ($1, $2, 1)', [
      campaignId,
    ]),
    linkedInAccountId: await insert(
      "INSERT INTO linkedin_account (workspace_id, name, provider) VALUES ($1, 'Fixture', 'sandbox')",
    ),
    campaignId,
    mailboxId,
    leadId,
    enrolmentId,
    memberId: await insert(
      "INSERT INTO app_user (workspace_id, email, name, role) VALUES ($1, $2, 'Fixture', 'FULL_MEMBER_ACCESS')",
      [`member-${ws}@company.test`],
    ),
    keyId: await newestKey(main, person),
    clientKeyId: await keyOfClient(main, person),
    sessionId: await otherSession(main, person),
    viewId: await insert(
      "INSERT INTO saved_view (workspace_id, user_id, area, name, query) VALUES ($1, $2, 'all-leads', 'Fixture', '{\"address\": \"\"}')",
      [person.userId],
    ),
    folderId: await insert("INSERT INTO folder (workspace_id, name) VALUES ($1, 'Fixture')"),
    tagId: await insert("INSERT INTO tag (workspace_id, name) VALUES ($1, 'Fixture')"),
    categoryId: await insert("INSERT INTO lead_category (workspace_id, name) VALUES ($1, 'Fixture')"),
    entryId: await insert("INSERT INTO suppression (workspace_id, kind, value) VALUES ($1, 'email', $2)", [
      `blocked-${ws}@company.test`,
    ]),
    blockUploadId: blockUpload?.id as number,
    deleteIdentifier: blockUpload?.delete_identifier as string,
    tagMappingId: await insert(
      "WITH tagged AS (INSERT INTO tag (workspace_id, name) VALUES ($1, 'Mapped') RETURNING id) INSERT INTO lead_tag (workspace_id, lead_id, tag_id) SELECT $1, $2, id FROM tagged",
      [leadId],
    ),
    verificationId: await insert(
      "INSERT INTO verification (workspace_id, name, created_by) VALUES ($1, 'Fixture', $2)",
      [person.userId],
    ),
    orderId: await insert(
      "INSERT INTO verification_order (workspace_id, credits, billing, amount_cents, provider) VALUES ($1, 6000, 'ONE_TIME', 1650, 'sandbox')",
    ),
    listId: await insert("INSERT INTO lead_list (workspace_id, name) VALUES ($1, 'Fixture')"),
    actionId: await insert(
      "INSERT INTO lead_action (workspace_id, kind, selection, options, who, created_by) VALUES ($1, 'TAG', '{\"lead_ids\":[1]}', '{\"kind\":\"TAG\"}', '{}', $2)",
      [person.userId],
    ),
    uploadId: await insert(
      "INSERT INTO lead_upload (workspace_id, campaign_id, file_name, storage_key) VALUES ($1, $2, 'fixture.csv', $3)",
      [campaignId, await storedFile(main, ws)],
    ),
  };
}

async function storedFile(main: TestMain, workspaceId: number): Promise<string> {
  const name = `uploads/${workspaceId}/fixture.csv`;
  await main.deps.files.put(name, Readable.from(['email,first_name\nlead@company.test,Ada\n']), {
    type: 'text/csv',
    maximum: 1000,
  });
  return name;
}

async function otherSession(main: TestMain, person: SignedIn): Promise<string> {
  const [row] = await main.test.query<{ id: string }>(
    "INSERT INTO user_session (workspace_id, user_id, refresh_hash, expires_at) VALUES ($1, $2, gen_random_uuid()::text, now() + interval '1 day') RETURNING id",
    [person.workspaceId, person.userId],
  );
  return row?.id as string;
}

async function newestKey(main: TestMain, person: SignedIn): Promise<number> {
  await main.apiKey(person);
  return (
    await main.test.query<{ id: number }>('SELECT max(id) AS id FROM api_key WHERE workspace_id = $1', [
      person.workspaceId,
    ])
  )[0]?.id as number;
}

async function keyOfClient(main: TestMain, person: SignedIn): Promise<number> {
  const [client] = await main.test.query<{ id: number }>(
    'INSERT INTO agency_client (workspace_id, name, email) VALUES ($1, $2, $3) RETURNING id',
    [person.workspaceId, 'With a key', `key-${person.workspaceId}@company.test`],
  );
  return newestKey(main, { ...person, clientId: client?.id ?? null });
}

/** Parameters that are no id of a row: a value that an attack may send. */
export const plainParameters: RouteIds = {
  token: 'x'.repeat(40),
  remote: 'nothing',
  file: 'nothing.js',
  list: 'all-leads',
  version: 1,
  index: 0,
  testMailId: 2_000_000_000,
  kind: 'logo',
  folder: 'profile',
  imageFile: 'nothing.png',
};

/** Bodies of endpoints for which none can be guessed from the contract: `POST /api/...` to a body. */
export const sampleBodies: Record<string, unknown> = {
  'POST /api/verification/orders': { credits: 6_000, billing: 'ONE_TIME' },
  'POST /api/lead-actions': { selection: { lead_ids: [2_000_000_000] }, action: { kind: 'TAG' } },
};
