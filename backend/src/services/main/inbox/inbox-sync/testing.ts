import type { CampaignId, EnrolmentId } from '@skein/contracts/ids';
import { createTransport } from 'nodemailer';
import { createSendingWorld, type SendingWorld } from '#sending/delivery/testing';
import { createSyncSteps, inboxSyncDeps, type SyncSteps } from './sync-due';

export const hour = 3_600_000;
export const day = 24 * hour;

interface LeadEnd {
  id: number;
  email: string;
  status: string;
  reason: string | null;
  category_id: number | null;
  category_by: string | null;
  steps_sent: number;
  reply_count: number;
  is_read: boolean;
  is_bounced: boolean;
  is_unsubscribed: boolean;
  lead_bounced: boolean;
  suppressed: string | null;
  hold_kind: string | null;
  hold_until: Date | null;
  first_sent_at: Date;
  last_sent_at: Date;
  ended_at: Date | null;
  thread_references: string[];
}

/** A world that sends and reads the answers: made before the tests of a file and closed behind them. Mails reach it over the wire. */
export function syncStory() {
  let world: SendingWorld;
  let sync: SyncSteps;
  beforeAll(async () => {
    world = await createSendingWorld({
      after: async () => {
        await sync.syncDueMailboxes();
      },
    });
    sync = createSyncSteps(inboxSyncDeps(world.main.deps));
  });
  afterAll(async () => {
    await sync.close();
    await world.close();
  });

  const ends = async (campaignId: CampaignId) =>
    new Map(
      (
        await world.main.test.query<LeadEnd>(
          `
            select e.*, l.email, l.is_bounced as lead_bounced,
              (
                select source from suppression s where s.workspace_id = e.workspace_id and s.value = l.email
              ) as suppressed
            from enrolment e
            join lead l on l.id = e.lead_id
            where e.campaign_id = $1
            order by e.id
          `,
          [campaignId],
        )
      ).map((row) => [row.email, row]),
    );
  const messages = (where: string, values: unknown[] = []) =>
    world.main.test.query<{
      id: string;
      enrolment_id: EnrolmentId | null;
      direction: string;
      kind: string;
      from_email: string;
      untracked_state: string | null;
      suggestion: { enrolment_id: EnrolmentId; lead_email: string }[] | null;
      match: { by: string; evidence: { rule: string }[] };
      classification: { evidence: { rule: string }[] };
      at: Date;
      message_id: string;
      snippet: string;
      text_body: string;
    }>(`select * from message where ${where} order by id`, values);
  const events = async (campaignId: CampaignId) =>
    Object.fromEntries(
      (
        await world.main.test.query<{ kind: string; count: number }>(
          'select kind, count(*)::int as count from event where campaign_id = $1 group by 1',
          [campaignId],
        )
      ).map((row) => [row.kind, row.count]),
    );

  /** Somebody writes to a mailbox over the wire. */
  async function write(mail: {
    from: string;
    to: string;
    subject: string;
    text?: string;
    html?: string;
    headers?: Record<string, string>;
    inReplyTo?: string;
    references?: string[];
    messageId?: string;
    raw?: string | Buffer;
  }) {
    const transport = createTransport({ ...world.mail.smtp, secure: false, ignoreTLS: true });
    await transport.sendMail(
      mail.raw === undefined ? mail : { envelope: { from: mail.from, to: [mail.to] }, raw: mail.raw },
    );
    transport.close();
  }

  /** A lead that was written to, from a mailbox of its own. */
  async function sentTo(
    lead: string,
    settings: Record<string, unknown> = {},
    steps?: { days: number; subject: string; body: string }[],
    more: string[] = [],
  ) {
    const email = `box${Math.random().toString(36).slice(2, 8)}@northlight.test`;
    const mailboxId = await world.connect(email);
    const campaignId = await world.campaign({
      mailboxIds: [mailboxId],
      leads: [lead, ...more],
      settings: {
        sending_days: [1, 2, 3, 4, 5, 6, 7],
        window_start: '00:00',
        window_end: '23:59',
        min_time_btwn_emails: 20,
        ...settings,
      },
      steps,
    });
    await world.runUntil(world.main.clock.now() + hour);
    const [intent] = await world.main.test.query<{ message_id: string; subject: string }>(
      `select message_id, subject from intent where campaign_id = $1 and state = 'SENT' and to_email = $2`,
      [campaignId, lead],
    );
    return {
      email,
      mailboxId,
      campaignId,
      messageId: intent?.message_id as string,
      subject: intent?.subject as string,
    };
  }

  return {
    get world() {
      return world;
    },
    get sync() {
      return sync;
    },
    ends,
    messages,
    events,
    write,
    sentTo,
  };
}
