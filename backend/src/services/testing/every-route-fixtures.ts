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
  const campaignId = await insert(`insert into campaign (workspace_id, name) values ($1, 'Fixture')`);
  const mailboxId = await insert(
    `
      insert into mailbox (
        workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port,
          imap_username
      )
      values ($1, 'Fixture', $2, '127.0.0.1', 1, 'user', '127.0.0.1', 1, 'user')
    `,
    [`fixture-${ws}@company.test`],
  );
  const leadId = await insert(`insert into lead (workspace_id, email, domain) values ($1, $2, 'company.test')`, [
    `lead-${ws}@company.test`,
  ]);
  const enrolmentId = await insert('insert into enrolment (workspace_id, campaign_id, lead_id) values ($1, $2, $3)', [
    campaignId,
    leadId,
  ]);
  const messageId = await insert(
    `
      insert into message (
        workspace_id, direction, mailbox_id, enrolment_id, message_id, dedupe_key, from_email, at
      )
      values ($1, 'in', $2, $3, $4, $4, 'lead@company.test', now())
    `,
    [mailboxId, enrolmentId, `<fixture-${ws}@company.test>`],
  );
  const replyId = await insert(
    `
      insert into message (workspace_id, direction, mailbox_id, message_id, dedupe_key, from_email, at)
      values ($1, 'in', $2, $3, $3, 'stranger@company.test', now())
    `,
    [mailboxId, `<untracked-${ws}@company.test>`],
  );
  const reportId = await insert(
    `
      insert into saved_report (workspace_id, user_id, name, page, address, created_at)
      values ($1, $2, 'Fixture', 'global-analytics', '', now())
    `,
    [person.userId],
  );
  const reportDeliveryId = await insert(
    `
      insert into report_delivery (workspace_id, report_id, from_day, to_day, email, created_at)
      values ($1, $2, '2026-11-02', '2026-11-08', 'reader@company.test', now())
    `,
    [reportId],
  );
  const webhookId = await insert(
    `insert into webhook (workspace_id, name, webhook_url) values ($1, 'Fixture', 'http://127.0.0.1:9/hook')`,
  );
  const intentId = await insert(
    `
      insert into intent (
        workspace_id, kind, campaign_id, mailbox_id, enrolment_id, slot_at, send_at, message_id, envelope_id,
          to_email
      )
      values ($1, 'REPLY', $2, $3, $4, now(), now() + interval '1 day', $5, $5, 'lead@company.test')
    `,
    [campaignId, mailboxId, enrolmentId, `<out-${ws}@company.test>`],
  );
  const subsequenceId = await insert(
    `insert into campaign (workspace_id, name, parent_campaign_id) values ($1, 'Fixture subsequence', $2)`,
    [campaignId],
  );
  const [blockUpload] = await test.query<{ id: number; delete_identifier: string }>(
    `
      insert into block_upload (workspace_id, file_name, storage_key)
      values ($1, 'fixture.csv', $2)
      returning id, delete_identifier
    `,
    [ws, await storedFile(main, ws)],
  );
  await test.query('insert into subsequence_rule (workspace_id, campaign_id, parent_campaign_id) values ($1, $2, $3)', [
    ws,
    subsequenceId,
    campaignId,
  ]);
  const operatedWorkspaceId = (
    await test.query<{ id: number }>(`insert into workspace (name) values ('Operated fixture') returning id`)
  )[0]?.id as number;
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
  const [placementSeed] = await test.query<{ id: number }>(
    `
      insert into placement_seed (email, provider, region, imap, sealed_password)
      values ($1, 'Fixture', 'Fixture', '{}', '\\x00')
      returning id
    `,
    [`seed-${ws}@company.test`],
  );
  const serverGroupId = await insert(
    `
      insert into server_group (workspace_id, name, domain, location, created_at)
      values ($1, 'Fixture', 'fixture.test', 'nbg1', now())
    `,
  );
  const dedicatedServerId = await insert(
    `
      insert into dedicated_server (workspace_id, group_id, number, host_name, cloud, dkim_selector, ordered_at)
      values ($1, $2, 1, 'mail1.fixture.test', 'Fixture', 'fixture', now())
    `,
    [serverGroupId],
  );
  const purchaseOrderId = await insert(
    `
      insert into purchase_order (workspace_id, offer_id, forwarding_domain, registrant, created_at)
      values ($1, 1, 'company.test', $2, now())
    `,
    [JSON.stringify(fixtureRegistrant)],
  );
  await insert(
    `
      insert into purchase_payment (workspace_id, order_id, part, amount_cents, status, provider, created_at, paid_at)
      values ($1, $2, 'DOMAINS', 1500, 'PAID', 'sandbox', now(), now())
    `,
    [purchaseOrderId],
  );
  const purchasedDomainId = await insert(
    `
      insert into purchased_domain (workspace_id, order_id, name, status, price_cents, forwards_to)
      values ($1, $2, $3, 'FAILED', 1500, 'company.test')
    `,
    [purchaseOrderId, `bought-${ws}.test`],
  );
  const accountImportId = await insert(
    `
      insert into account_import (workspace_id, source, hint, state, created_at)
      values ($1, 'SMARTLEAD', 'wxyz', 'FAILED', now())
    `,
  );
  return {
    accountImportId,
    reportId,
    reportDeliveryId,
    purchaseOrderId,
    purchasedDomainId,
    purchasedMailboxId: await insert(
      `
        insert into purchased_mailbox (
          workspace_id, order_id, domain_id, local_part, first_name, last_name, status, price_cents
        )
        values ($1, $2, $3, 'fixture', 'Fixture', '', 'FAILED', 400)
      `,
      [purchaseOrderId, purchasedDomainId],
    ),
    serverGroupId,
    dedicatedServerId,
    placementTestId,
    placementFolderId: await insert(
      `insert into placement_folder (workspace_id, name, created_at) values ($1, 'Fixture', now())`,
    ),
    placementMailId: await insert(
      `
        insert into placement_mail (workspace_id, run_id, mailbox_id, seed_id, send_at, token, message_id)
        values ($1, $2, $3, $4, now() + interval '1 day', $5, $5)
      `,
      [placementRunId, mailboxId, placementSeed?.id, `fixture-${ws}`],
    ),
    operatedWorkspaceId,
    operatedPersonId: (
      await test.query<{ id: number }>(
        `
          insert into app_user (workspace_id, email, name, role, is_email_verified, two_factor_secret)
          values ($1, $2, 'Operated fixture', 'OWNER', true, '\\x00')
          returning id
        `,
        [operatedWorkspaceId, `operated-${ws}@company.test`],
      )
    )[0]?.id as number,
    signUpInvitationId: (
      await test.query<{ id: number }>(
        `
          insert into sign_up_invitation (email, invited_by, expires_at)
          values ($1, 'fixture', now() + interval '1 day')
          returning id
        `,
        [`invited-${ws}@company.test`],
      )
    )[0]?.id as number,
    messageId,
    replyId,
    webhookId,
    subsequenceId,
    statsId: (await test.query<{ stats_id: string }>('select stats_id from intent where id = $1', [intentId]))[0]
      ?.stats_id as string,
    triggerId: await insert(
      'insert into trigger_run (workspace_id, campaign_id, sequence, scheduled_at) values ($1, $2, 1, now())',
      [campaignId],
    ),
    reminderId: await insert(
      `insert into reminder (workspace_id, enrolment_id, message, remind_at) values ($1, $2, 'Fixture', now())`,
      [enrolmentId],
    ),
    taskId: await insert(`insert into lead_task (workspace_id, lead_id, name) values ($1, $2, 'Fixture')`, [leadId]),
    deliveryId: await insert(
      `
        insert into webhook_delivery (workspace_id, webhook_id, event_type, payload)
        values ($1, $2, 'EMAIL_SENT', '{}')
      `,
      [webhookId],
    ),
    clientId: await insert('insert into agency_client (workspace_id, name, email) values ($1, $2, $3)', [
      'Fixture',
      `client-${ws}@company.test`,
    ]),
    templateId: await insert(
      `insert into step_template (workspace_id, name, email_body) values ($1, 'Fixture', '<p>Hi</p>')`,
    ),
    stepId: await insert('insert into sequence_step (workspace_id, campaign_id, seq_number) values ($1, $2, 1)', [
      campaignId,
    ]),
    integrationId: await insert(
      `
        insert into integration (workspace_id, kind, method, account, credentials_sealed)
        values ($1, 'HUBSPOT', 'OAUTH', 'Fixture', $2)
      `,
      [main.deps.vault.seal('{}', `integration:${ws}:HUBSPOT`)],
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
    campaignId,
    mailboxId,
    leadId,
    enrolmentId,
    memberId: await insert(
      `insert into app_user (workspace_id, email, name, role) values ($1, $2, 'Fixture', 'FULL_MEMBER_ACCESS')`,
      [`member-${ws}@company.test`],
    ),
    colleagueId: await colleagueWithDraft(
      insert,
      (enrolment, userId) =>
        test.query(
          `insert into reply_draft (workspace_id, enrolment_id, user_id, content) values ($1, $2, $3, '{"html": "<p>Hi</p>"}')`,
          [ws, enrolment, userId],
        ),
      enrolmentId,
    ),
    replyTemplateId: await insert(
      `insert into reply_template (workspace_id, user_id, name, html) values ($1, $2, 'Fixture', '<p>Hi</p>')`,
      [person.userId],
    ),
    keyId: await newestKey(main, person),
    clientKeyId: await keyOfClient(main, person),
    sessionId: await otherSession(main, person),
    viewId: await insert(
      `
        insert into saved_view (workspace_id, user_id, area, name, query)
        values ($1, $2, 'all-leads', 'Fixture', '{"address": ""}')
      `,
      [person.userId],
    ),
    folderId: await insert(`insert into folder (workspace_id, name) values ($1, 'Fixture')`),
    tagId: await insert(`insert into tag (workspace_id, name) values ($1, 'Fixture')`),
    categoryId: await insert(`insert into lead_category (workspace_id, name) values ($1, 'Fixture')`),
    entryId: await insert(`insert into suppression (workspace_id, kind, value) values ($1, 'email', $2)`, [
      `blocked-${ws}@company.test`,
    ]),
    blockUploadId: blockUpload?.id as number,
    deleteIdentifier: blockUpload?.delete_identifier as string,
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
      `insert into verification (workspace_id, name, created_by) values ($1, 'Fixture', $2)`,
      [person.userId],
    ),
    orderId: await insert(
      `
        insert into verification_order (workspace_id, credits, billing, amount_cents, provider)
        values ($1, 6000, 'ONE_TIME', 1650, 'sandbox')
      `,
    ),
    pushSubscriptionId: await insert(
      `
        insert into push_subscription (workspace_id, user_id, endpoint, p256dh, auth)
        values ($1, $2, $3, 'fixture', 'fixture')
      `,
      [person.userId, `https://push.test/${ws}`],
    ),
    auditEntryId: await anEntry(main, ws),
    clientRuleId: await insert(
      `
        insert into mailbox_client_rule (workspace_id, domain, client_id, label)
        values ($1, 'fixture.test', (select max(id) from agency_client where workspace_id = $1), 'fixture.test')
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
    listId: await insert(`insert into lead_list (workspace_id, name) values ($1, 'Fixture')`),
    actionId: await insert(
      `
        insert into lead_action (workspace_id, kind, selection, options, who, created_by)
        values ($1, 'TAG', '{"lead_ids":[1]}', '{"kind":"TAG"}', '{}', $2)
      `,
      [person.userId],
    ),
    uploadId: await insert(
      `
        insert into lead_upload (workspace_id, campaign_id, file_name, storage_key)
        values ($1, $2, 'fixture.csv', $3)
      `,
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
    `
      insert into user_session (workspace_id, user_id, refresh_hash, expires_at)
      values ($1, $2, gen_random_uuid()::text, now() + interval '1 day')
      returning id
    `,
    [person.workspaceId, person.userId],
  );
  return row?.id as string;
}

/** The rows above have written some. */
async function anEntry({ test }: TestMain, workspaceId: number): Promise<string> {
  const rows = await test.query<{ id: string }>('select max(id)::text as id from audit_entry where workspace_id = $1', [
    workspaceId,
  ]);
  return rows[0]?.id as string;
}

async function newestKey(main: TestMain, person: SignedIn): Promise<number> {
  await main.apiKey(person);
  return (
    await main.test.query<{ id: number }>('select max(id) as id from api_key where workspace_id = $1', [
      person.workspaceId,
    ])
  )[0]?.id as number;
}

async function keyOfClient(main: TestMain, person: SignedIn): Promise<number> {
  const [client] = await main.test.query<{ id: number }>(
    'insert into agency_client (workspace_id, name, email) values ($1, $2, $3) returning id',
    [person.workspaceId, 'With a key', `key-${person.workspaceId}@company.test`],
  );
  return newestKey(main, { ...person, clientId: client?.id ?? null });
}

/** Bodies of endpoints for which none can be guessed from the contract: `POST /api/...` to a body. */
const fixtureRegistrant = {
  first_name: 'Maya',
  last_name: 'Lindqvist',
  company: '',
  email: 'maya@company.test',
  phone: '+1 3155550142',
  address: '410 West Genesee Street',
  address_2: '',
  city: 'Syracuse',
  state: 'NY',
  postal_code: '13202',
  country: 'US',
};
export const sampleBodies: Record<string, unknown> = {
  'POST /api/mailbox-changes': { selection: { mailbox_ids: [1] }, change: { message_per_day: 20 } },
  'POST /api/mailbox-changes/preview': { selection: { mailbox_ids: [1] }, change: { message_per_day: 20 } },
  'POST /api/smart-senders/mailboxes/generate': { offer_id: 1, domains: ['fixture-one.com'] },
  'POST /api/smart-senders/orders': {
    offer_id: 1,
    forwarding_domain: 'company.com',
    registrant: fixtureRegistrant,
    domains: [
      {
        name: 'fixture-one.com',
        mailboxes: [{ local_part: 'nora.whitlock', first_name: 'Nora', last_name: 'Whitlock' }],
      },
    ],
  },
  'POST /api/verification/orders': { credits: 6_000, billing: 'ONE_TIME' },
  'POST /api/lead-actions': { selection: { lead_ids: [2_000_000_000] }, action: { kind: 'TAG' } },
};

/** A colleague who has begun to write an answer. */
async function colleagueWithDraft(
  insert: (sql: string, values?: unknown[]) => Promise<number>,
  write: (enrolmentId: number, userId: number) => Promise<unknown>,
  enrolmentId: number,
): Promise<number> {
  const id = await insert(
    `insert into app_user (workspace_id, email, name, role) values ($1, $2, 'Fixture', 'FULL_MEMBER_ACCESS')`,
    [`colleague-${enrolmentId}@company.test`],
  );
  await write(enrolmentId, id);
  return id;
}
