import type { CampaignId, EnrolmentId, LeadId } from '@skein/contracts/ids';
import { integrationsContract } from '@skein/contracts/main/integrations.contract';
import { createSandboxIntegrations, type SandboxIntegrations } from '#sandbox/integrations/sandbox-integrations';
import { appendEvents } from '#lifecycle/lifecycle.api';
import { startWebhookWorker, webhookDeps } from '#notices/notices.api';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { hubSpotSender } from './integrations.api';

/** Who replied, in which category, and what. */
interface LeadReply {
  name: string;
  category: number;
  words: string;
  email?: string;
}

export interface IntegrationWorld {
  main: TestMain;
  sandbox: SandboxIntegrations;
  /** Logs in at the stand-in, allows the access, and comes back. */
  connect(me: SignedIn, kind: 'SLACK' | 'HUBSPOT'): Promise<{ id: number }>;
  /** A lead that is in a campaign and answered, with the category that it was given; an address may be named. */
  reply(me: SignedIn, given: LeadReply): Promise<{ campaignId: CampaignId; leadId: LeadId; enrolmentId: EnrolmentId }>;
  /** Delivers what is due until nothing is. */
  deliver(): Promise<void>;
}

/** The main service with stand-ins of the vendors, which the product's own clients speak to. */
export async function createIntegrationWorld(): Promise<IntegrationWorld> {
  let clock = { now: () => Date.now() };
  let app: TestMain['app'] | null = null;
  const sandbox = createSandboxIntegrations({
    pagesUrl: 'http://localhost:3000/sandbox/integrations',
    publicUrl: 'http://localhost:3000',
    now: () => clock.now(),
    secret: 'test-secret',
    deliver: async (path, body, headers) => {
      const answer = await app!.request(path, { method: 'POST', body, headers });
      if (answer.status !== 200) throw new Error(`The event was answered with ${answer.status}.`);
    },
  });
  const main = await createTestMain({ integrations: sandbox.access });
  clock = main.realClock;
  ({ app } = main);
  return {
    main,
    sandbox,
    connect: (me, kind) => connectProduct(main, sandbox, me, kind),
    reply: (me, given) => reply(main, me, given),
    async deliver() {
      // A window of the vendors' limits later.
      main.realClock.advance(11_000);
      const failures: unknown[] = [];
      const worker = startWebhookWorker({
        ...webhookDeps(main.deps),
        log: { error: ({ error }: { error?: unknown }) => failures.push(error) },
        senders: { HUBSPOT: hubSpotSender },
      });
      for (;;) {
        const [row] = await main.test.query<{ count: number }>(
          `
            select count(*)::int as count
            from webhook_delivery d
            where d.state = 'DELIVERING'
              or (
                d.state = 'PENDING'
                  and d.next_attempt_at <= now()
                  and not exists (
                    select
                    from webhook_delivery o
                    where o.webhook_id = d.webhook_id
                      and o.order_key = d.order_key
                      and o.id < d.id
                      and o.state = 'PENDING'
                  )
              )
          `,
        );
        if (row?.count === 0 || failures.length > 0) break;
        await new Promise((resolve) => setImmediate(resolve));
      }
      await worker.stop();
      if (failures.length > 0) throw failures[0] as Error;
    },
  };
}

/** Logs in at a stand-in and allows the access. @returns what the redirect back says */
export async function allowProduct(
  main: TestMain,
  sandbox: SandboxIntegrations,
  me: SignedIn,
  kind: 'SLACK' | 'HUBSPOT',
): Promise<{ code: string; state: string }> {
  const { url } = await main.asClient(integrationsContract, me).startOAuth({ body: { kind } });
  const page = await sandbox.pages.request(
    new URL(url).pathname.replace('/sandbox/integrations', '') + new URL(url).search,
  );
  const back = /class="button main" href="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  const { searchParams } = new URL(back.replaceAll('&#38;', '&'));
  return { code: searchParams.get('code') ?? '', state: searchParams.get('state') ?? '' };
}

/** Logs in at a stand-in, allows the access, and comes back. */
export const connectProduct = async (
  main: TestMain,
  sandbox: SandboxIntegrations,
  me: SignedIn,
  kind: 'SLACK' | 'HUBSPOT',
): Promise<{ id: number }> =>
  main.asClient(integrationsContract, me).finishOAuth({ body: await allowProduct(main, sandbox, me, kind) });

async function reply(main: TestMain, me: SignedIn, given: LeadReply) {
  const { workspaceId } = me;
  const one = async (sql: string, values: unknown[]) => (await main.test.query<{ id: number }>(sql, values))[0]!.id;
  const email = given.email ?? `${given.name.toLowerCase()}@prospects.test`;
  const campaignId = await one(
    `insert into campaign (workspace_id, name, status) values ($1, 'Warehouse ops <b>', 'ACTIVE') returning id`,
    [workspaceId],
  );
  const mailboxId = await one(
    `
      insert into mailbox (
        workspace_id, from_email, from_name, smtp_host, smtp_port, smtp_username, imap_host, imap_port, imap_username
      )
      values ($1, $2, 'Maya', '127.0.0.1', 25, 'm', '127.0.0.1', 143, 'm')
      returning id
    `,
    [workspaceId, `maya-${campaignId}@senders.test`],
  );
  const leadId = await one(
    `
      insert into lead (workspace_id, email, first_name, domain)
      values ($1, $2, $3, 'prospects.test')
      on conflict (workspace_id, email)
      do update set first_name = excluded.first_name
      returning id
    `,
    [workspaceId, email, given.name],
  );
  const enrolmentId = await one(
    `
      insert into enrolment (workspace_id, campaign_id, lead_id, category_id, mailbox_id, reply_count)
      values ($1, $2, $3, $4, $5, 1)
      returning id
    `,
    [workspaceId, campaignId, leadId, given.category, mailboxId],
  );
  const messageId = `<${campaignId}@prospects.test>`;
  await main.test.query(
    `
      insert into message (
        workspace_id, enrolment_id, campaign_id, lead_id, mailbox_id, direction, message_id, dedupe_key, text_body,
          snippet, from_email, subject, at
      )
      values ($1, $2, $3, $4, $5, 'in', $6, $6, $7, $7, $8, 'Re: Hi', now())
    `,
    [workspaceId, enrolmentId, campaignId, leadId, mailboxId, messageId, given.words, email],
  );
  const at = new Date(main.clock.now());
  const common = { workspaceId, at, campaignId, enrolmentId, leadId, mailboxId };
  await main.deps.db.systemSql((sql) =>
    appendEvents(sql, [
      { ...common, kind: 'REPLY', isFirst: true, evidence: { message_id: messageId } },
      { ...common, kind: 'CATEGORY', evidence: { old_id: null, old_name: null } },
    ]),
  );
  return { campaignId, leadId, enrolmentId };
}
