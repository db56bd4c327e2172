import { z } from 'zod';
import { timeOfDay } from '../schemas';

/**
 * What settings of a campaign are made of. The settings themselves, with bounds and defaults, are in `campaign-sending-settings.ts` and
 * `campaign-schedule-list.ts`. `[]` of `track_settings` tracks everything.
 */
export const trackSettings = ['DONT_EMAIL_OPEN', 'DONT_LINK_CLICK', 'DONT_REPLY_TO_AN_EMAIL'] as const;
export const stopLeadSettings = ['REPLY_TO_AN_EMAIL', 'CLICK_ON_A_LINK', 'OPEN_AN_EMAIL', 'NEVER'] as const;
export const espMatchModes = ['OFF', 'PREFER', 'STRICT'] as const;
export const espProviders = ['GMAIL', 'OUTLOOK', 'OTHER'] as const;
export const espNames: Record<(typeof espProviders)[number], string> = /* text */ {
  GMAIL: 'Gmail',
  OUTLOOK: 'Outlook',
  OTHER: 'Other providers',
};

/**
 * What a campaign does with leads of one provider before ESP matching: no emails, or first emails only from mailboxes of these providers.
 */
export const espRule = z.discriminatedUnion('action', [
  z.object({ recipient: z.enum(espProviders), action: z.literal('DO_NOT_SEND') }),
  z.object({
    recipient: z.enum(espProviders),
    action: z.literal('ONLY_BY'),
    senders: z
      .array(z.enum(espProviders))
      .min(1, 'needs at least one provider; to send nothing, use DO_NOT_SEND')
      .max(3)
      .refine((senders) => new Set(senders).size === senders.length, 'contains a provider twice'),
  }),
]);
export type EspRule = z.output<typeof espRule>;

/** "Outlook: don’t send; Gmail: only by Gmail". */
export const describeEspRules = (rules: readonly EspRule[]): string =>
  rules
    .map((rule) =>
      rule.action === 'DO_NOT_SEND'
        ? `${espNames[rule.recipient]}: don’t send`
        : `${espNames[rule.recipient]}: only by ${rule.senders.map((sender) => espNames[sender]).join(', ')}`,
    )
    .join('; ');
export const delayBases = ['CALENDAR', 'SENDING_DAYS'] as const;
export const spintaxModes = ['INCREMENTAL', 'RANDOM'] as const;

/** LEAD reads the windows in each lead's own zone; a lead without one uses the campaign's. */
export const timeZoneModes = ['CAMPAIGN', 'LEAD'] as const;

export const scheduleWindow = z.object({
  days: z
    .array(z.number().int().min(1).max(7))
    .min(1, 'needs at least one day')
    .max(7)
    .transform((days) => [...new Set(days)].sort()),
  start_hour: timeOfDay,
  end_hour: timeOfDay,
});

/**
 * `ignoreOOOasReply`: an out-of-office reply does not stop the lead. autoReactivateOOO and autoCategorizeOOO exclude
 * each other (docs/domain.md, Statuses).
 */
export const outOfOfficeSettings = z.object({
  ignoreOOOasReply: z.boolean(),
  autoReactivateOOO: z.boolean(),
  /** Days to wait when the reply names no return date; null waits for a person. */
  reactivateOOOwithDelay: z.number().int().min(0).max(365).nullable(),
  autoCategorizeOOO: z.boolean(),
});
export type OutOfOfficeSettings = z.output<typeof outOfOfficeSettings>;
export const defaultOutOfOffice: OutOfOfficeSettings = {
  ignoreOOOasReply: true,
  autoReactivateOOO: true,
  reactivateOOOwithDelay: 7,
  autoCategorizeOOO: false,
};

/** The first tab of the form: where leads come from, and which of them may enter. */
export const leadCondition = z.object({
  source: z.enum(['CSV', 'MANUAL', 'LIST', 'API']).default('CSV'),
  /** true imports only addresses that are in no other campaign. */
  ignore_duplicate_leads_in_other_campaign: z.boolean().default(false),
  /** true leaves out addresses whose sequence runs in another campaign at this moment. */
  ignore_active_in_other_campaign: z.boolean().default(false),
  /** Leaves out whom any campaign mailed within so many days of campaign time; null asks nothing. */
  contacted_within_days: z.number().int().min(1).max(365).nullable().default(null),
  ignore_global_block_list: z.boolean().default(false),
  ignore_unsubscribe_list: z.boolean().default(false),
  /** Whether values of the file overwrite what a known lead has. */
  update_existing: z.boolean().default(true),
});
export type LeadCondition = z.output<typeof leadCondition>;
