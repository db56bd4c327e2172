import { z } from 'zod';
import { instant } from '../schemas';
import { leadInput } from '../main/lead-fields';
import { alias, isFields, listOf, type Fields } from './wire';

/** Schemas of leads on the wire, and how the spellings of a lead are read. */

export const wireLead = z.object({
  id: z.number().int(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  email: z.string(),
  phone_number: z.string().nullable(),
  company_name: z.string().nullable(),
  website: z.string().nullable(),
  location: z.string().nullable(),
  custom_fields: z.record(z.string(), z.unknown()),
  linkedin_profile: z.string().nullable(),
  company_url: z.string().nullable(),
  is_unsubscribed: z.boolean(),
  unsubscribed_client_id_map: z.record(z.string(), z.unknown()),
});
export type WireLead = z.input<typeof wireLead>;

export const wireEmailStatuses = [
  'is_opened',
  'is_clicked',
  'is_replied',
  'is_bounced',
  'is_unsubscribed',
  'is_spam',
  'is_accepted',
  'not_replied',
  'is_sender_bounced',
] as const;
export type WireEmailStatus = (typeof wireEmailStatuses)[number];

/** `is_opened`, `opened` and `Opened` are the same. */
export const readEmailStatus = (value: unknown): unknown => {
  const list = listOf(value);
  if (!Array.isArray(list)) return list;
  return list.map((each) => {
    const name = String(each)
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_');
    return (wireEmailStatuses as readonly string[]).includes(`is_${name}`) ? `is_${name}` : name;
  });
};

/** What a client sends back because it read it: no data of the lead. */
const readOnly = [
  'id',
  'lead_id',
  'campaign_id',
  'campaign_lead_map_id',
  'created_at',
  'updated_at',
  'status',
  'lead_category_id',
  'is_unsubscribed',
  'unsubscribed_client_id_map',
  'lead_campaign_data',
  'settings',
  'ok',
];
const known = [
  'email',
  'first_name',
  'last_name',
  'phone_number',
  'company_name',
  'website',
  'location',
  'linkedin_profile',
  'company_url',
  'custom_fields',
];

/** One lead with its fields under their names. `others` says what becomes of fields that are none of ours. */
export function readLead(given: unknown, others: 'custom' | 'ignored'): unknown {
  if (!isFields(given)) return given;
  const lead: Fields = { ...given };
  for (const name of readOnly) delete lead[name];
  alias(lead, 'company_name', 'company');
  alias(lead, 'phone_number', 'phone');
  alias(lead, 'linkedin_profile', 'linkedin', 'linkedin_url');
  const custom = lead['custom_fields'];
  if (others === 'custom' && (custom === undefined || custom === null || isFields(custom))) {
    const more = Object.fromEntries(
      Object.entries(lead).filter(
        ([name, value]) => !known.includes(name) && ['string', 'number', 'boolean'].includes(typeof value),
      ),
    );
    if (Object.keys(more).length > 0) lead['custom_fields'] = { ...more, ...(custom as Fields | undefined) };
  }
  return Object.fromEntries(Object.entries(lead).filter(([name]) => known.includes(name)));
}

/** A change of a lead: null empties a field (and is passed over for the address), custom fields merge. */
export const leadChangeBody = z.preprocess((given) => {
  const lead = readLead(given, 'ignored');
  return isFields(lead) && lead['email'] === null ? { ...lead, email: undefined } : lead;
}, leadInput.partial());

const flags = [
  'ignore_global_block_list',
  'ignore_unsubscribe_list',
  'ignore_community_bounce_list',
  'ignore_duplicate_leads_in_other_campaign',
  'ignore_duplicate_leads_in_same_campaign',
  'ignore_invalid_emails',
  'return_lead_ids',
];

/** `{ lead_list, lead_list_ids, settings }`, `{ leads }`, the bare list, or one lead by itself; flags may stand beside the list. */
export function readLeadList(given: unknown): unknown {
  const body: unknown = Array.isArray(given) ? { lead_list: given } : given;
  if (!isFields(body)) return body;
  const list = body['lead_list'] ?? body['leads'] ?? (typeof body['email'] === 'string' ? [body] : undefined);
  const settings: Fields = isFields(body['settings']) ? { ...body['settings'] } : {};
  for (const flag of flags) if (body[flag] !== undefined && settings[flag] === undefined) settings[flag] = body[flag];
  if (typeof body['allow_duplicate'] === 'boolean')
    settings['ignore_duplicate_leads_in_other_campaign'] ??= !body['allow_duplicate'];
  const read = Array.isArray(list)
    ? list.map((lead) => readLead(isFields(lead) && lead === body ? withoutFlags(lead) : lead, 'custom'))
    : list;
  const lists = listOf(body['lead_list_ids']) ?? undefined;
  // Who names lists need name no leads.
  return {
    lead_list: read ?? (Array.isArray(lists) && lists.length > 0 ? [] : read),
    lead_list_ids: lists,
    settings: Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null)),
  };
}

const withoutFlags = (body: Fields): Fields =>
  Object.fromEntries(
    Object.entries(body).filter(
      ([name]) => !flags.includes(name) && name !== 'allow_duplicate' && name !== 'lead_list_ids',
    ),
  );

export const leadInCampaign = z.object({
  campaign_lead_map_id: z.string(),
  lead_category_id: z.number().int().nullable(),
  status: z.string(),
  created_at: instant,
  lead: wireLead,
});
