import PostalMime from 'postal-mime';
import type { MailWorld } from '#sandbox/mail-world/world';
import { senderStates } from '#sandbox/mail-world/smtp/sender-states';
import type { AnswerEvidence, Evidence, StopEvidence } from './evidence';

/** Rows of one statement as somebody who sees everything. */
export type Query = <Row extends object>(sql: string, values?: unknown[]) => Promise<Row[]>;

/** What servers of the sandbox say of their senders. A spam filter is left out: it may mean one email, which then ends alone. */
const { 'outbound-spam': _, ...aboutSenders } = senderStates;
const senderWords = Object.values(aboutSenders).flatMap((answers) => Object.values(answers).map(([, text]) => text));

const ms = (date: Date | null): number | null => date?.getTime() ?? null;

/**
 * Reads the mail server's record and the rows of a workspace. Mail that is no campaign's (the product's own, between
 * mailboxes) is left out.
 */
export async function gatherEvidence(source: {
  query: Query;
  mail: Pick<MailWorld, 'record' | 'readMail'>;
  workspaceId: number;
  stops?: readonly StopEvidence[];
  answers?: readonly AnswerEvidence[];
  sentFolders?: Evidence['sentFolders'];
  now: number;
}): Promise<Evidence> {
  const { query, mail, workspaceId } = source;
  const all = <Row extends object>(sql: string) => query<Row>(sql, [workspaceId]);
  const mailboxes = await all<{
    id: number;
    from_email: string;
    time_zone: string;
    message_per_day: number;
    min_time_to_wait_minutes: number;
  }>('select * from mailbox where workspace_id = $1');
  const logins = new Set(mailboxes.map((mailbox) => mailbox.from_email));
  const recorded = mail.record.find().filter((row) => row.login !== null && logins.has(row.login));
  const mails = await Promise.all(
    recorded.map(async (row) => {
      const parsed = await PostalMime.parse(await mail.readMail(row.contentId));
      return {
        recordId: row.id,
        acceptedAt: row.acceptedAt,
        acceptedAtReal: row.acceptedAtReal,
        login: row.login as string,
        recipients: row.recipients.map((recipient) => recipient.address),
        messageId: row.messageId,
        inReplyTo: parsed.inReplyTo ?? null,
        references: (parsed.references ?? '').split(/\s+/).filter(Boolean),
        subject: parsed.subject ?? '',
        text: parsed.text ?? '',
        html: parsed.html ?? '',
      };
    }),
  );
  const intents = await all<
    Record<string, never> & {
      id: string;
      kind: string;
      state: string;
      campaign_id: number;
      enrolment_id: number;
      step_id: number;
      variant_id: number;
      seq_number: number;
      mailbox_id: number;
      message_id: string;
      to_email: string;
      send_at: Date;
      submitting_at: Date | null;
      leased_until: Date | null;
      is_new_lead: boolean;
      reallocated_from: number | null;
      bcc: string[];
    }
  >('select * from intent where workspace_id = $1 order by id');
  const enrolments = await all<{
    id: number;
    campaign_id: number;
    lead_id: number;
    status: string;
    reason: string | null;
    steps_sent: number;
    next_step_id: number | null;
    next_eligible_at: Date | null;
    constraint_code: string | null;
    open_intent_id: string | null;
    is_parked: boolean;
    reply_count: number;
    hold_kind: string | null;
    ended_at: Date | null;
    mailbox_id: number | null;
  }>('select * from enrolment where workspace_id = $1 order by id');
  const campaigns = await all<{
    id: number;
    status: string;
    time_zone: string;
    time_zone_mode: string;
    sending_days: number[];
    window_start: string;
    window_end: string;
    extra_windows: { days: number[]; start: string; end: string }[];
    holidays: string[];
    schedule_start_at: Date | null;
    max_leads_per_day: number;
    allow_missing_fields: string[];
    delay_basis: string;
  }>('select * from campaign where workspace_id = $1');
  const steps = await all<{
    id: number;
    campaign_id: number;
    seq_number: number;
    delay_days: number;
    delay_hours: number;
    delay_minutes: number;
    seq_type: string;
    is_deleted: boolean;
  }>('select * from sequence_step where workspace_id = $1');
  const leads = await all<
    { id: number; email: string; time_zone: string | null; custom_fields: Record<string, unknown> } & Record<
      string,
      unknown
    >
  >('select * from lead where workspace_id = $1');
  const [credits] = await query<{ email_credits_used: number }>(
    'select email_credits_used from workspace where id = $1',
    [workspaceId],
  );
  return {
    mails,
    intents: intents.map((row) => ({
      id: row.id,
      kind: row.kind,
      state: row.state,
      campaignId: row.campaign_id,
      enrolmentId: row.enrolment_id,
      stepId: row.step_id,
      variantId: row.variant_id,
      seqNumber: row.seq_number,
      mailboxId: row.mailbox_id,
      messageId: row.message_id,
      toEmail: row.to_email,
      sendAt: row.send_at.getTime(),
      submittingAtReal: ms(row.submitting_at),
      leasedUntilReal: ms(row.leased_until),
      isNewLead: row.is_new_lead,
      reallocatedFrom: row.reallocated_from,
      bcc: row.bcc,
    })),
    enrolments: enrolments.map((row) => ({
      id: row.id,
      campaignId: row.campaign_id,
      leadId: row.lead_id,
      status: row.status,
      reason: row.reason,
      stepsSent: row.steps_sent,
      nextStepId: row.next_step_id,
      nextEligibleAt: ms(row.next_eligible_at),
      constraintCode: row.constraint_code,
      openIntentId: row.open_intent_id,
      isParked: row.is_parked,
      replies: row.reply_count,
      holdKind: row.hold_kind,
      endedAt: ms(row.ended_at),
      mailboxId: row.mailbox_id,
    })),
    campaigns: campaigns.map((row) => ({
      id: row.id,
      status: row.status,
      timeZone: row.time_zone,
      timeZoneMode: row.time_zone_mode,
      windows: [{ days: row.sending_days, start: row.window_start, end: row.window_end }, ...row.extra_windows],
      holidays: row.holidays,
      startAt: ms(row.schedule_start_at),
      maxLeadsPerDay: row.max_leads_per_day,
      allowMissing: row.allow_missing_fields,
      delayBasis: row.delay_basis,
    })),
    steps: steps.map((row) => ({
      id: row.id,
      campaignId: row.campaign_id,
      seqNumber: row.seq_number,
      delayDays: row.delay_days,
      delayMs: ((row.delay_days * 24 + row.delay_hours) * 60 + row.delay_minutes) * 60_000,
      kind: row.seq_type,
      isDeleted: row.is_deleted,
    })),
    variants: (
      await all<{ id: number; subject: string; email_body: string }>(
        'select id, subject, email_body from step_variant where workspace_id = $1',
      )
    ).map((row) => ({ id: row.id, subject: row.subject, body: row.email_body })),
    mailboxes: mailboxes.map((row) => ({
      id: row.id,
      email: row.from_email,
      timeZone: row.time_zone,
      dailyCap: row.message_per_day,
      gapMs: row.min_time_to_wait_minutes * 60_000,
    })),
    leads: leads.map((row) => ({
      id: row.id,
      email: row.email,
      timeZone: row.time_zone,
      fields: {
        ...row.custom_fields,
        first_name: row['first_name'],
        last_name: row['last_name'],
        company_name: row['company_name'],
      },
    })),
    stops: [...(source.stops ?? [])],
    answers: [...(source.answers ?? [])],
    sentEvents: (
      await all<{ intent_id: string }>(`select intent_id from event where workspace_id = $1 and kind = 'SENT'`)
    ).map((row) => ({ intentId: row.intent_id })),
    rolledUp: (
      await all<{ id: number; sent: number }>(
        `
          select dimension_id as id, sum(count)::int as sent
          from event_rollup
          where workspace_id = $1 and dimension = 'campaign' and axis = 'event' and kind = 'SENT'
          group by 1
        `,
      )
    ).map((row) => ({ campaignId: row.id, sent: row.sent })),
    outgoingMessages: (
      await all<{ intent_id: string; message_id: string }>(
        `
          select intent_id, message_id
          from message
          where workspace_id = $1 and direction = 'out' and intent_id is not null
        `,
      )
    ).map((row) => ({ intentId: row.intent_id, messageId: row.message_id })),
    sentFolders: source.sentFolders ?? [],
    punished: await all<{ what: string; words: string }>(
      `
        select 'enrolment ' || id || ' is ' || status as what,
          coalesce(reason_detail ->> 'response', reason_detail -> 'rules' -> -1 ->> 'text', '') as words
        from enrolment
        where workspace_id = $1 and reason in ('BOUNCED', 'FAILED')
        union all
        select value || ' is blocked', coalesce(reason, '')
        from suppression
        where workspace_id = $1 and source = 'bounce'
      `,
    ),
    senderWords,
    creditsUsed: credits?.email_credits_used ?? 0,
    now: source.now,
    nowReal: Date.now(),
  };
}
