import { z } from 'zod';
import type { IntegrationAccess } from '#platform/integrations/integration-access';
import { askSource, unreadable, type AccountSource, type SourceLead, type SourceStatus } from './account-source';
import { fromInstantlyText } from './instantly-text';

const name = 'Instantly';
const base = 'https://api.instantly.ai/api/v2';
const text = z.string().nullish();
const flag = z.boolean().nullish();
const variant = z.object({ subject: text, body: text, v_disabled: flag });
const step = z.object({
  type: text,
  /** Until the next step. */ delay: z.number().nullish(),
  delay_unit: z.enum(['minutes', 'hours', 'days']).nullish(),
  variants: z.array(variant).nullish(),
});
const schedule = z.object({
  timezone: z.string().optional(),
  timing: z.object({ from: z.string(), to: z.string() }).optional(),
  days: z.record(z.string(), z.boolean()).optional(),
});
const campaign = z.object({
  id: z.string(),
  name: text,
  status: z.number().nullish(),
  sequences: z.array(z.object({ steps: z.array(step) })).nullish(),
  campaign_schedule: z
    .object({ schedules: z.array(schedule) })
    .nullish()
    .catch(null),
  email_list: z.array(z.string()).nullish(),
  daily_max_leads: z.number().nullish(),
  email_gap: z.number().nullish(),
  text_only: flag,
  stop_on_reply: flag,
  stop_for_company: flag,
  link_tracking: flag,
  open_tracking: flag,
  insert_unsubscribe_header: flag,
});
const lead = z.object({
  email: text,
  status: z.number().nullish(),
  first_name: text,
  last_name: text,
  company_name: text,
  phone: text,
  website: text,
  personalization: text,
  email_reply_count: z.number().nullish(),
  timestamp_last_contact: text,
  payload: z.record(z.string(), z.unknown()).nullish(),
});
const email = z.object({ lead: text, step: text, subject: text, timestamp_email: text });
const account = z.object({
  email: z.string(),
  first_name: text,
  last_name: text,
  provider_code: z.number().nullish(),
  daily_limit: z.number().nullish(),
});
const pageOf = <T extends z.ZodType>(row: T) => z.object({ items: z.array(row), next_starting_after: text });

/** 0 draft, 1 active, 2 paused, 3 completed, 4 running subsequences; below 0 it was stopped there. */
const statuses: Record<number, SourceStatus> = { 0: 'DRAFT', 1: 'ACTIVE', 2: 'PAUSED', 3: 'ENDED', 4: 'ACTIVE' };
/** 1 active, 2 paused, 3 completed, -1 bounced, -2 unsubscribed, -3 skipped. */
const states: Record<number, SourceLead['state']> = {
  2: 'PAUSED',
  3: 'DONE',
  [-1]: 'BLOCKED',
  [-2]: 'STOPPED',
  [-3]: 'STOPPED',
};
const providers: Record<number, string> = { 2: 'GMAIL', 3: 'OUTLOOK' };
/** What the lead's own fields hold already. */
const known = new Set(['firstName', 'lastName', 'companyName', 'phone', 'website', 'email', 'personalization']);

/** Instantly's published API, version 2 (https://developer.instantly.ai): a bearer key, pages that begin behind the last row. */
export function createInstantlySource(access: Pick<IntegrationAccess, 'ask'>, key: string): AccountSource {
  const headers = { authorization: `Bearer ${key}` };
  const read = <T extends z.ZodType>(schema: T, data: unknown): z.output<T> => {
    const parsed = schema.safeParse(data);
    if (!parsed.success) throw unreadable(name);
    return parsed.data;
  };
  const get = async <T extends z.ZodType>(schema: T, path: string, query: Record<string, string | null> = {}) => {
    const given = Object.entries(query).flatMap(([word, value]) => (value === null ? [] : [[word, value]]));
    const url = `${base}${path}${given.length > 0 ? `?${new URLSearchParams(given).toString()}` : ''}`;
    return read(schema, await askSource(access, name, { method: 'GET', url, headers }));
  };
  return {
    async listCampaigns() {
      const found = [];
      for (let cursor: string | null = null, pages = 0; pages < 50; pages += 1) {
        const page: { items: z.output<typeof campaign>[]; next_starting_after?: string | null } = await get(
          pageOf(campaign),
          '/campaigns',
          { limit: '100', starting_after: cursor },
        );
        found.push(...page.items.map(summary));
        cursor = page.next_starting_after ?? null;
        if (cursor === null) break;
      }
      return found;
    },
    async readCampaign(campaignId) {
      const one = await get(campaign, `/campaigns/${encodeURIComponent(campaignId)}`);
      return campaignOf(one);
    },
    async pauseCampaign(campaignId) {
      const url = `${base}/campaigns/${encodeURIComponent(campaignId)}/pause`;
      await askSource(access, name, { method: 'POST', url, headers, body: {} });
    },
    async sent(campaignId, cursor) {
      const page = await get(pageOf(email), '/emails', {
        campaign_id: campaignId,
        email_type: 'sent',
        limit: '100',
        starting_after: cursor,
      });
      const rows = page.items.flatMap(sentEmailOf);
      return { rows, next: page.next_starting_after ?? null };
    },
    async leads(campaignId, cursor) {
      const data = await askSource(access, name, {
        method: 'POST',
        url: `${base}/leads/list`,
        headers,
        body: { campaign: campaignId, limit: 100, ...(cursor === null ? {} : { starting_after: cursor }) },
      });
      const page = read(pageOf(lead), data);
      return { rows: page.items.flatMap(leadOf), next: page.next_starting_after ?? null };
    },
    async mailboxes(cursor) {
      const page = await get(pageOf(account), '/accounts', { limit: '100', starting_after: cursor });
      const rows = page.items.map((box) => ({
        email: box.email.toLowerCase(),
        name: [box.first_name, box.last_name].filter(Boolean).join(' '),
        type: providers[box.provider_code ?? 1] ?? 'SMTP',
        dailyLimit: box.daily_limit ?? null,
      }));
      return { rows, next: page.next_starting_after ?? null };
    },
    async blocked(cursor) {
      const page = await get(pageOf(z.object({ bl_value: z.string() })), '/block-lists-entries', {
        limit: '100',
        starting_after: cursor,
      });
      return { rows: page.items.map((entry) => entry.bl_value), next: page.next_starting_after ?? null };
    },
  };
}

const summary = (one: z.output<typeof campaign>) => ({
  id: one.id,
  name: one.name?.trim() || 'Untitled Campaign',
  status: statuses[one.status ?? 3] ?? ('ENDED' as const),
});

function campaignOf(one: z.output<typeof campaign>) {
  const [times] = one.campaign_schedule?.schedules ?? [];
  const days = Object.entries(times?.days ?? {}).flatMap(([day, isOn]) => (isOn ? [Number(day) || 7] : []));
  return {
    ...summary(one),
    steps: stepsOf(one.sequences?.[0]?.steps ?? []),
    schedule: {
      timezone: times?.timezone,
      days: days.length > 0 ? days : undefined,
      start_hour: times?.timing?.from,
      end_hour: times?.timing?.to,
      min_time_btwn_emails: one.email_gap ?? undefined,
      max_leads_per_day: one.daily_max_leads ?? undefined,
    },
    settings: {
      track_settings: [
        ...(one.open_tracking === false ? ['DONT_EMAIL_OPEN'] : []),
        ...(one.link_tracking === false ? ['DONT_LINK_CLICK'] : []),
      ],
      stop_lead_settings: one.stop_on_reply === false ? 'NEVER' : 'REPLY_TO_AN_EMAIL',
      send_as_plain_text: one.text_only ?? undefined,
      auto_pause_domain_leads_on_reply: one.stop_for_company ?? undefined,
      add_unsubscribe_tag: one.insert_unsubscribe_header ?? undefined,
    },
    mailboxes: (one.email_list ?? []).map((address) => address.toLowerCase()),
  };
}

function sentEmailOf(row: z.output<typeof email>) {
  if (!row.lead || !row.timestamp_email) return [];
  // `0_1_0`: sequence, step and variant, each from 0. What a person wrote has none.
  const place = /^\d+_(\d{1,3})_\d+$/.exec(row.step ?? '')?.[1];
  return [
    {
      email: row.lead.trim().toLowerCase(),
      step: place === undefined ? null : Number(place) + 1,
      at: row.timestamp_email,
      subject: row.subject ?? null,
      isReplied: false,
      isBounced: false,
      isUnsubscribed: false,
    },
  ];
}

/** Their delay is that until the next step, ours that after the one before. */
function stepsOf(steps: z.output<typeof step>[]) {
  return steps.map((one, index) => {
    const before = steps[index - 1];
    const unit = { minutes: 'delayInMinutes', hours: 'delayInHours', days: 'delayInDays' }[
      before?.delay_unit ?? 'days'
    ];
    return {
      seq_type: 'EMAIL',
      seq_delay_details: delayOf(unit, before?.delay ?? 0),
      variants: (one.variants ?? []).map((each) => ({
        subject: fromInstantlyText(each.subject ?? ''),
        email_body: fromInstantlyText(each.body ?? ''),
        is_paused: each.v_disabled === true,
      })),
    };
  });
}
function delayOf(unit: string, amount: number) {
  const minutes = amount * (unit === 'delayInDays' ? 1_440 : unit === 'delayInHours' ? 60 : 1);
  return {
    delayInDays: Math.floor(minutes / 1_440),
    delayInHours: Math.floor((minutes % 1_440) / 60),
    delayInMinutes: Math.floor(minutes % 60),
  };
}

function leadOf(row: z.output<typeof lead>): SourceLead[] {
  if (!row.email) return [];
  const more = Object.entries(row.payload ?? {}).filter(([field]) => !known.has(field));
  return [
    {
      email: row.email,
      fields: {
        first_name: row.first_name ?? null,
        last_name: row.last_name ?? null,
        company_name: row.company_name ?? null,
        phone_number: row.phone ?? null,
        website: row.website ?? null,
      },
      custom: { ...Object.fromEntries(more), ...(row.personalization ? { personalization: row.personalization } : {}) },
      state: states[row.status ?? 1] ?? 'OPEN',
      isReplied: (row.email_reply_count ?? 0) > 0,
      isBounced: row.status === -1,
      isUnsubscribed: row.status === -2,
      isContacted: Boolean(row.timestamp_last_contact),
    },
  ];
}
