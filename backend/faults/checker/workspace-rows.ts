/** Rows of one statement about the workspace, which is its `$1`. */
export type All = <Row extends object>(sql: string) => Promise<Row[]>;

const ms = (date: Date | null): number | null => date?.getTime() ?? null;

/** Every email that was reserved, and what became of it. */
export async function readIntents(all: All) {
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
  return intents.map((row) => ({
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
  }));
}

/** Every lead of every campaign, and where it is. */
export async function readEnrolments(all: All) {
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
  return enrolments.map((row) => ({
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
  }));
}

/** The campaigns with their windows. */
export async function readCampaigns(all: All) {
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
  return campaigns.map((row) => ({
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
  }));
}

/** The steps with their delays. */
export async function readSteps(all: All) {
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
  return steps.map((row) => ({
    id: row.id,
    campaignId: row.campaign_id,
    seqNumber: row.seq_number,
    delayDays: row.delay_days,
    delayMs: ((row.delay_days * 24 + row.delay_hours) * 60 + row.delay_minutes) * 60_000,
    kind: row.seq_type,
    isDeleted: row.is_deleted,
  }));
}

/** The mailboxes with their caps and gaps. */
export async function readMailboxes(all: All) {
  const mailboxes = await all<{
    id: number;
    from_email: string;
    time_zone: string;
    message_per_day: number;
    min_time_to_wait_minutes: number;
  }>('select * from mailbox where workspace_id = $1');
  return mailboxes.map((row) => ({
    id: row.id,
    email: row.from_email,
    timeZone: row.time_zone,
    dailyCap: row.message_per_day,
    gapMs: row.min_time_to_wait_minutes * 60_000,
  }));
}

/** The leads with what is filled in for them. */
export async function readLeads(all: All) {
  const leads = await all<
    { id: number; email: string; time_zone: string | null; custom_fields: Record<string, unknown> } & Record<
      string,
      unknown
    >
  >('select * from lead where workspace_id = $1');
  return leads.map((row) => ({
    id: row.id,
    email: row.email,
    timeZone: row.time_zone,
    fields: {
      ...row.custom_fields,
      first_name: row['first_name'],
      last_name: row['last_name'],
      company_name: row['company_name'],
    },
  }));
}

/** The texts of the steps. */
export const readVariants = async (all: All) =>
  (
    await all<{ id: number; subject: string; email_body: string }>(
      'select id, subject, email_body from step_variant where workspace_id = $1',
    )
  ).map((row) => ({ id: row.id, subject: row.subject, body: row.email_body }));

/** The emails that an event says were sent. */
export const readSentEvents = async (all: All) =>
  (await all<{ intent_id: string }>(`select intent_id from event where workspace_id = $1 and kind = 'SENT'`)).map(
    (row) => ({ intentId: row.intent_id }),
  );

/** How many emails of each campaign the figures say were sent. */
export const readRolledUp = async (all: All) =>
  (
    await all<{ id: number; sent: number }>(
      `
        select dimension_id as id, sum(count)::int as sent
        from event_rollup
        where workspace_id = $1 and dimension = 'campaign' and axis = 'event' and kind = 'SENT'
        group by 1
      `,
    )
  ).map((row) => ({ campaignId: row.id, sent: row.sent }));

/** The sent emails as the inbox shows them. */
export const readOutgoingMessages = async (all: All) =>
  (
    await all<{ intent_id: string; message_id: string }>(
      `
        select intent_id, message_id
        from message
        where workspace_id = $1 and direction = 'out' and intent_id is not null
      `,
    )
  ).map((row) => ({ intentId: row.intent_id, messageId: row.message_id }));

/** What leads and addresses were punished for, in the words of the server. */
export const readPunished = (all: All) =>
  all<{ what: string; words: string }>(
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
  );
