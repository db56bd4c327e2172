import { z } from 'zod';
import type { IntegrationAccess } from '#platform/integrations/integration-access';
import { askSource, unreadable, type AccountSource, type SourceStatus } from './account-source';

const name = 'Smartlead';
const base = 'https://server.smartlead.ai/api/v1';
const id = z.union([z.string(), z.number()]).transform(String);
const campaign = z.object({
  id,
  name: z.string().nullish(),
  status: z.string().nullish(),
  parent_campaign_id: z.unknown(),
  track_settings: z.array(z.string()).nullish(),
  stop_lead_settings: z.string().nullish(),
  unsubscribe_text: z.string().nullish(),
  send_as_plain_text: z.boolean().nullish(),
  follow_up_percentage: z.number().nullish(),
  min_time_btwn_emails: z.number().nullish(),
  max_leads_per_day: z.number().nullish(),
  scheduler_cron_value: z
    .object({
      tz: z.string().optional(),
      days: z.array(z.number()).optional(),
      startHour: z.string().optional(),
      endHour: z.string().optional(),
    })
    .nullish()
    .catch(null),
});
const text = z.string().nullish();
const variant = z.object({
  is_deleted: z.boolean().nullish(),
  subject: text,
  email_body: text,
  variant_label: text,
  variant_distribution_percentage: z.number().nullish(),
});
const step = z.object({
  seq_number: z.number(),
  seq_type: text,
  seq_delay_details: z.object({ delayInDays: z.number().optional(), delay_in_days: z.number().optional() }).nullish(),
  subject: text,
  email_body: text,
  sequence_variants: z.array(variant).nullish(),
});
const lead = z.object({
  status: text,
  lead: z
    .object({
      email: z.string(),
      is_unsubscribed: z.boolean().nullish(),
      custom_fields: z.record(z.string(), z.unknown()).nullish(),
    })
    .loose(),
});
const sent = z.object({
  lead_email: z.string(),
  sequence_number: z.union([z.number(), z.string()]).transform(Number).nullish(),
  email_subject: text,
  sent_time: text,
  reply_time: text,
  is_unsubscribed: z.boolean().nullish(),
  is_bounced: z.boolean().nullish(),
});
const mailbox = z.object({
  from_email: z.string(),
  from_name: text,
  type: text,
  message_per_day: z.number().nullish(),
});
const statuses: Record<string, SourceStatus> = {
  DRAFTED: 'DRAFT',
  ACTIVE: 'ACTIVE',
  START: 'ACTIVE',
  PAUSED: 'PAUSED',
  STOPPED: 'ENDED',
  COMPLETED: 'ENDED',
  ARCHIVED: 'ENDED',
};
const states = { PAUSED: 'PAUSED', STOPPED: 'STOPPED', COMPLETED: 'DONE', BLOCKED: 'BLOCKED' } as const;
const leadFields = [
  'first_name',
  'last_name',
  'phone_number',
  'company_name',
  'website',
  'location',
  'linkedin_profile',
  'company_url',
] as const;

/** Smartlead's published API, version 1 (https://api.smartlead.ai): the key in the address, pages by offset. */
export function createSmartleadSource(access: Pick<IntegrationAccess, 'ask'>, key: string): AccountSource {
  const ask = async <T extends z.ZodType>(schema: T, path: string, query: Record<string, string> = {}) => {
    const url = `${base}${path}?${new URLSearchParams({ api_key: key, ...query }).toString()}`;
    const read = schema.safeParse(await askSource(access, name, { method: 'GET', url }));
    if (!read.success) throw unreadable(name);
    return read.data;
  };
  const page = (cursor: string | null, size: number) => ({ offset: cursor ?? '0', limit: String(size) });
  /** A page that is not full is the last one. */
  const next = (cursor: string | null, size: number, found: number) =>
    found < size ? null : String(Number(cursor ?? 0) + found);
  const list = async () => (await ask(z.array(campaign), '/campaigns')).filter((one) => !one.parent_campaign_id);
  return {
    listCampaigns: async () => (await list()).map(summary),
    async readCampaign(campaignId) {
      const one = await ask(campaign, `/campaigns/${campaignId}`);
      const steps = await ask(z.array(step), `/campaigns/${campaignId}/sequences`);
      const boxes = await ask(z.array(mailbox), `/campaigns/${campaignId}/email-accounts`);
      return campaignOf(one, steps, boxes);
    },
    async pauseCampaign(campaignId) {
      const url = `${base}/campaigns/${campaignId}/status?${new URLSearchParams({ api_key: key }).toString()}`;
      await askSource(access, name, { method: 'POST', url, body: { status: 'PAUSED' } });
    },
    async sent(campaignId, cursor) {
      const { data } = await ask(
        z.object({ data: z.array(sent) }),
        `/campaigns/${campaignId}/statistics`,
        page(cursor, 500),
      );
      const rows = data.flatMap(sentEmailOf);
      return { rows, next: next(cursor, 500, data.length) };
    },
    async leads(campaignId, cursor) {
      const { data } = await ask(
        z.object({ data: z.array(lead) }),
        `/campaigns/${campaignId}/leads`,
        page(cursor, 100),
      );
      const rows = data.map(leadOf);
      return { rows, next: next(cursor, 100, data.length) };
    },
    async mailboxes(cursor) {
      const found = await ask(z.array(mailbox), '/email-accounts', page(cursor, 100));
      const rows = found.map((box) => ({
        email: box.from_email.toLowerCase(),
        name: box.from_name ?? '',
        type: box.type ?? 'SMTP',
        dailyLimit: box.message_per_day ?? null,
      }));
      return { rows, next: next(cursor, 100, found.length) };
    },
    async blocked(cursor) {
      const found = await ask(
        z.array(z.object({ email_or_domain: z.string() })),
        '/leads/get-domain-block-list',
        page(cursor, 500),
      );
      return { rows: found.map((entry) => entry.email_or_domain), next: next(cursor, 500, found.length) };
    },
  };
}

const summary = (one: z.output<typeof campaign>) => ({
  id: one.id,
  name: one.name?.trim() || 'Untitled Campaign',
  status: statuses[one.status?.toUpperCase() ?? ''] ?? 'ENDED',
});

function campaignOf(one: z.output<typeof campaign>, steps: z.output<typeof step>[], boxes: z.output<typeof mailbox>[]) {
  const cron = one.scheduler_cron_value;
  return {
    ...summary(one),
    steps: steps.sort((a, b) => a.seq_number - b.seq_number).map(stepOf),
    schedule: {
      timezone: cron?.tz,
      // Sunday is 0 there and 7 here.
      days: cron?.days?.map((day) => (day === 0 ? 7 : day)),
      start_hour: cron?.startHour,
      end_hour: cron?.endHour,
      min_time_btwn_emails: one.min_time_btwn_emails ?? undefined,
      max_leads_per_day: one.max_leads_per_day ?? undefined,
    },
    settings: {
      track_settings: one.track_settings?.map((word) => word.replace('DONT_TRACK_', 'DONT_')),
      stop_lead_settings: one.stop_lead_settings ?? undefined,
      unsubscribe_text: one.unsubscribe_text ?? undefined,
      send_as_plain_text: one.send_as_plain_text ?? undefined,
      follow_up_percentage: one.follow_up_percentage ?? undefined,
    },
    mailboxes: boxes.map((box) => box.from_email.toLowerCase()),
  };
}

const sentEmailOf = (row: z.output<typeof sent>) =>
  row.sent_time
    ? [
        {
          email: row.lead_email.trim().toLowerCase(),
          step: row.sequence_number ?? null,
          at: row.sent_time,
          subject: row.email_subject ?? null,
          isReplied: Boolean(row.reply_time),
          isBounced: row.is_bounced === true,
          isUnsubscribed: row.is_unsubscribed === true,
        },
      ]
    : [];

const leadOf = (row: z.output<typeof lead>) => ({
  email: row.lead.email,
  fields: Object.fromEntries(leadFields.map((field) => [field, row.lead[field] ?? null])),
  custom: row.lead.custom_fields ?? {},
  state: states[row.status?.toUpperCase() as keyof typeof states] ?? ('OPEN' as const),
  isReplied: false,
  isBounced: false,
  isUnsubscribed: row.lead.is_unsubscribed === true,
  isContacted: ['INPROGRESS', 'COMPLETED'].includes(row.status?.toUpperCase() ?? ''),
});

function stepOf(given: z.output<typeof step>) {
  const variants = (given.sequence_variants ?? []).filter((one) => one.is_deleted !== true);
  const days = given.seq_delay_details?.delayInDays ?? given.seq_delay_details?.delay_in_days ?? 0;
  const own = { subject: given.subject ?? '', email_body: given.email_body ?? '' };
  return {
    seq_type: given.seq_type ?? 'EMAIL',
    seq_delay_details: { delayInDays: days },
    variants:
      variants.length === 0
        ? [own]
        : variants.map((one) => ({ subject: one.subject ?? '', email_body: one.email_body ?? '' })),
  };
}
