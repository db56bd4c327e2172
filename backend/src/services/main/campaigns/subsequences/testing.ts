import type { CampaignId, MailboxId } from '@skein/contracts/ids';
import { createTransport } from 'nodemailer';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import { subsequencesContract } from '@skein/contracts/main/subsequences.contract';
import type { SubsequenceTrigger } from '@skein/contracts/main/subsequence-triggers';
import { createSyncSteps, inboxSyncDeps, type SyncSteps } from '#inbox/inbox-sync/sync-due';
import { createSendingWorld, type SendingWorld } from '#sending/delivery/testing';

export interface PlacedLead {
  id: number;
  campaign_id: CampaignId;
  status: string;
  reason: string | null;
  mailbox_id: MailboxId | null;
  next_due_at: Date | null;
  thread_subject: string | null;
  parent_enrolment_id: number | null;
  steps_sent: number;
  reason_detail: Record<string, unknown> | null;
  constraint_code: string | null;
}

/** A parent campaign whose first e-mail is out, with real servers around it, and hands that make what happens in it. */
export async function createSubsequenceWorld(options: {
  leads: string[];
  steps?: { days: number; subject: string; body: string }[];
  settings?: Record<string, unknown>;
}) {
  const world: SendingWorld = await createSendingWorld();
  const sync: SyncSteps = createSyncSteps(inboxSyncDeps(world.main.deps));
  const box = 'rosa@northlight.test';
  const mailboxId = await world.connect(box, { message_per_day: 500, min_time_to_wait_minutes: 0 });
  const steps = options.steps ?? [
    {
      days: 0,
      subject: 'Yard time',
      body: '<p>Hi {{first_name}}, <a href="https://northlight.test/offer">see</a></p>',
    },
    { days: 30, subject: '', body: '<p>Again</p>' },
  ];
  const parentId = await world.campaign({
    mailboxIds: [mailboxId],
    leads: options.leads,
    steps,
    settings: {
      min_time_btwn_emails: 3,
      is_schedule_saved: true,
      bounce_guard_enabled: false,
      unsubscribe_text: 'Stop',
      ...options.settings,
    },
  });
  const query = <Row>(text: string, values: unknown[] = []) =>
    world.main.test.query<Row & Record<string, unknown>>(text, values) as Promise<Row[]>;
  const enrolment = async (email: string, campaignId: CampaignId) =>
    (
      await query<PlacedLead>(
        'select e.* from enrolment e join lead l on l.id = e.lead_id where l.email = $1 and e.campaign_id = $2',
        [email, campaignId],
      )
    )[0];
  const sentIntent = async (email: string, campaignId = parentId) =>
    (
      await query<{
        id: string;
        message_id: string;
        mailbox_id: MailboxId;
        in_reply_to: string | null;
        subject: string;
        sent_at: Date;
        references: string[];
      }>(
        `
          select *
          from intent
          where to_email = $1 and campaign_id = $2 and state = 'SENT'
          order by id desc
          limit 1
        `,
        [email, campaignId],
      )
    )[0];
  const api = () => world.main.asClient(subsequencesContract, world.me);
  return {
    world,
    sync,
    mailboxId,
    parentId,
    /** The first e-mails leave; afterwards the parent fires seldom. */
    async sendFirst(hours: number) {
      await world.runUntil(world.main.clock.now() + hours * 3_600_000);
      await query('update campaign set min_time_btwn_emails = 240 where id = $1', [parentId]);
    },
    query,
    enrolment,
    sentIntent,
    api,
    /** A running subsequence of one step without subject (the parent's thread), started through the API. */
    async start(
      name: string,
      triggers: SubsequenceTrigger[],
      more: {
        delay_seconds?: number;
        stop_on_parent_reply?: boolean;
        subject?: string;
        seq_type?: 'EMAIL' | 'MANUAL';
        parentId?: number;
      } = {},
    ): Promise<number> {
      const { subject = '', seq_type = 'EMAIL', parentId: of = parentId, ...rule } = more;
      const { id } = await api().createSubsequence({ params: { campaignId: of }, body: { name, triggers, ...rule } });
      const email = {
        seq_type: 'EMAIL' as const,
        variants: [{ subject, email_body: `<p>${name} for {{first_name}}</p>` }],
      };
      const list =
        seq_type === 'MANUAL'
          ? [
              { seq_type: 'MANUAL' as const, detail: { priority: 'HIGH' as const } },
              { ...email, seq_delay_details: { delayInDays: 1 } },
            ]
          : [email];
      await world.main
        .asClient(sequencesContract, world.me)
        .saveSequence({ params: { campaignId: id }, body: { steps: list } });
      // The test domain has no DNS: nobody looked it up yet.
      await query(`update mailbox set dns_check = '{}'`);
      const { status } = await world.main
        .asClient(campaignsContract, world.me)
        .setStatus({ params: { campaignId: id }, body: { action: 'START' } });
      if (status !== 'ACTIVE') throw new Error(`The subsequence ${name} is ${status}`);
      // Few triggers a day: each is a step of the test's time.
      await query('update campaign set min_time_btwn_emails = 60 where id = $1', [id]);
      return id;
    },
    /** Somebody answers the latest mail of a campaign, over SMTP and IMAP. */
    async reply(email: string, text: string, campaignId = parentId) {
      const intent = await sentIntent(email, campaignId);
      const transport = createTransport({ ...world.mail.smtp, secure: false, ignoreTLS: true });
      await transport.sendMail({
        from: email,
        to: box,
        subject: 'Re: Yard time',
        text,
        ...(intent ? { inReplyTo: intent.message_id } : {}),
      });
      transport.close();
      await sync.syncDueMailboxes();
    },
    pushes: (campaignId: CampaignId) =>
      query<{
        kind: string;
        outcome: string;
        skip_reason: string | null;
        email: string;
        at: Date;
        due_at: Date;
        message_id: string | null;
      }>(
        `
          select p.*, l.email
          from subsequence_push p
          join lead l on l.id = p.lead_id
          where p.campaign_id = $1
          order by p.id
        `,
        [campaignId],
      ),
    async close() {
      await sync.close();
      await world.close();
    },
  };
}
export type SubsequenceWorld = Awaited<ReturnType<typeof createSubsequenceWorld>>;
