import {
  campaignLeadFilter,
  type leadTabs,
  type CampaignLeadFilter,
} from '@skein/contracts/main/campaign-leads.contract';
import { firstPage } from '../../keyset-pages';

export type LeadTab = (typeof leadTabs)[number];
/**
 * Filters of the lead list as they travel: all of them stand in the URL under the contract's own names, so that any
 * page can link to exactly these leads.
 */
export type LeadFilterQuery = Partial<CampaignLeadFilter>;

const names = Object.keys(campaignLeadFilter.shape) as (keyof CampaignLeadFilter)[];
/** Filters that only links from elsewhere set; they are shown as one chip that can be dropped. */
export const linkedFilters = [
  'reasons',
  'constraint_codes',
  'upload_id',
  'missing_field',
  'in_other_campaign',
  'bad_encoding',
  'created_after',
  'last_sent_after',
] as const satisfies readonly (keyof CampaignLeadFilter)[];

/** Reads the filters of an address; one that is not understood is left out. */
export function readLeadFilter(query: URLSearchParams): LeadFilterQuery & { tab: LeadTab } {
  const filter: Record<string, unknown> = {};
  for (const name of names) {
    const given = query.get(name);
    if (given === null || given === '') continue;
    const parsed = campaignLeadFilter.shape[name].safeParse(given);
    if (parsed.success) filter[name] = parsed.data;
  }
  return { tab: 'all', ...filter };
}

/** Writes changed filters into an address, which then begins at its first page. */
export function writeLeadFilter(query: URLSearchParams, change: LeadFilterQuery): URLSearchParams {
  for (const [name, value] of Object.entries(change)) {
    const isNothing =
      value === undefined ||
      value === '' ||
      value === false ||
      (Array.isArray(value) && value.length === 0) ||
      (name === 'tab' && value === 'all');
    if (isNothing) query.delete(name);
    else query.set(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  return firstPage(query);
}

export const isLeadFiltered = (query: URLSearchParams): boolean => names.some((name) => query.get(name));
