import { z } from 'zod';
import { idParam, looseRecord } from '../schemas';

/** Settings of a campaign with their defaults (docs/domain.md). `[]` of `track_settings` tracks everything. */
export const trackSettings = ['DONT_EMAIL_OPEN', 'DONT_LINK_CLICK', 'DONT_REPLY_TO_AN_EMAIL'] as const;
export const stopLeadSettings = ['REPLY_TO_AN_EMAIL', 'CLICK_ON_A_LINK', 'OPEN_AN_EMAIL', 'NEVER'] as const;
export const espMatchModes = ['OFF', 'PREFER', 'STRICT'] as const;
export const espProviders = ['GMAIL', 'OUTLOOK', 'OTHER'] as const;
export const espNames: Record<(typeof espProviders)[number], string> = {
  GMAIL: 'Gmail',
  OUTLOOK: 'Outlook',
  OTHER: 'Other providers',
};

/** What a campaign does with leads of one provider before ESP matching: no emails, or first emails only from mailboxes of these providers. */
export const espRule = z.discriminatedUnion('action', [
  z.object({ recipient: z.enum(espProviders), action: z.literal('DO_NOT_SEND') }),
  z.object({
    recipient: z.enum(espProviders),
    action: z.literal('ONLY_BY'),
    senders: z
      .array(z.enum(espProviders))
      .min(1, 'needs at least one provider; to send nothing, use DO_NOT_SEND')
      .max(3)
      .refine((senders) => new Set(senders).size === senders.length, 'names a provider twice'),
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

/** `ignoreOOOasReply`: an out-of-office reply does not stop the lead. autoReactivateOOO and autoCategorizeOOO exclude each other (docs/domain.md, Statuses). */
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

export const campaignSettingsView = z.object({
  track_settings: z.array(z.enum(trackSettings)),
  stop_lead_settings: z.enum(stopLeadSettings),
  unsubscribe_text: z.string().nullable(),
  add_unsubscribe_tag: z.boolean(),
  send_as_plain_text: z.boolean(),
  force_plain_text: z.boolean(),
  follow_up_percentage: z.number().int(),
  esp_match_mode: z.enum(espMatchModes),
  esp_rules: z.array(espRule),
  auto_pause_domain_leads_on_reply: z.boolean(),
  company_daily_limit: z.number().int().nullable(),
  bounce_guard_enabled: z.boolean(),
  bounce_autopause_threshold: z.number(),
  bounce_guard_min_sent: z.number().int(),
  out_of_office_detection_settings: outOfOfficeSettings,
  ai_categorisation_options: z.array(z.number().int()),
  auto_categorise_reply: z.boolean(),
  allow_missing_fields: z.array(z.string()),
  delay_basis: z.enum(delayBases),
  spintax_mode: z.enum(spintaxModes),
  ignore_ss_mailbox_sending_limit: z.boolean(),
  lead_condition: leadCondition,
  draft: z.record(z.string(), z.unknown()),
});
export type CampaignSettingsView = z.output<typeof campaignSettingsView>;

/** Every field is optional; what is left out stays. */
export const campaignSettingsInput = z.object({
  name: z.string().trim().min(1, 'is required').max(200).optional(),
  client_id: idParam.nullable().optional(),
  folder_id: idParam.nullable().optional(),
  team_member_id: idParam.nullable().optional(),
  track_settings: z.array(z.enum(trackSettings)).max(3).optional(),
  stop_lead_settings: z.enum(stopLeadSettings).optional(),
  unsubscribe_text: z.string().trim().max(300, 'may have at most 300 characters').nullable().optional(),
  add_unsubscribe_tag: z.boolean().optional(),
  send_as_plain_text: z.boolean().optional(),
  force_plain_text: z.boolean().optional(),
  follow_up_percentage: z.number().int().min(0).max(100).optional(),
  esp_match_mode: z.enum(espMatchModes).optional(),
  /** At most one rule for each provider of recipients. */
  esp_rules: z
    .array(espRule)
    .max(espProviders.length)
    .refine(
      (rules) => new Set(rules.map((rule) => rule.recipient)).size === rules.length,
      'has two rules for one provider; keep one',
    )
    .optional(),
  auto_pause_domain_leads_on_reply: z.boolean().optional(),
  company_daily_limit: z.number().int().min(1).max(1000).nullable().optional(),
  bounce_guard_enabled: z.boolean().optional(),
  bounce_autopause_threshold: z.number().min(0.1, 'must be at least 0.1 %').max(100).optional(),
  bounce_guard_min_sent: z.number().int().min(1).max(100_000).optional(),
  out_of_office_detection_settings: outOfOfficeSettings.partial().optional(),
  ai_categorisation_options: z.array(idParam).max(200).optional(),
  auto_categorise_reply: z.boolean().optional(),
  allow_missing_fields: z.array(z.string().min(1).max(120)).max(220).optional(),
  delay_basis: z.enum(delayBases).optional(),
  spintax_mode: z.enum(spintaxModes).optional(),
  ignore_ss_mailbox_sending_limit: z.boolean().optional(),
  lead_condition: leadCondition.partial().optional(),
  /** What the form keeps between visits (open tab, unsaved fields): at most 64 KB. */
  draft: looseRecord(65_536).optional(),
});
export type CampaignSettingsInput = z.output<typeof campaignSettingsInput>;
