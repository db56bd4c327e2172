import type { AddLeadsAnswer } from '@skein/contracts/v1/lead-shapes';
import type { WireLead } from '@skein/contracts/v1/lead-wire';
import type { addLeads } from '#leads/leads.api';

type LeadColumns = Omit<WireLead, 'unsubscribed_client_id_map'>;

/** A lead as the wire knows it. */
export const toWireLead = (lead: LeadColumns): WireLead => ({
  id: lead.id,
  first_name: lead.first_name,
  last_name: lead.last_name,
  email: lead.email,
  phone_number: lead.phone_number,
  company_name: lead.company_name,
  website: lead.website,
  location: lead.location,
  custom_fields: lead.custom_fields,
  linkedin_profile: lead.linkedin_profile,
  company_url: lead.company_url,
  is_unsubscribed: lead.is_unsubscribed,
  unsubscribed_client_id_map: {},
});

type Added = Awaited<ReturnType<typeof addLeads>>;

/** The counters of an import under the names of the wire. Each row is in exactly one of them. */
export function toAddLeadsAnswer(added: Added, withIds: boolean): AddLeadsAnswer {
  const count = (...outcomes: string[]) => outcomes.reduce((sum, outcome) => sum + (added.counts[outcome] ?? 0), 0);
  const total = count('IMPORTED_NEW', 'UPDATED_EXISTING');
  const invalid = added.outcomes.filter(
    ({ outcome }) => outcome === 'INVALID_ADDRESS' || outcome === 'MISSING_REQUIRED' || outcome === 'MALFORMED',
  );
  const ids = (...outcomes: string[]) =>
    Object.fromEntries(
      added.outcomes.flatMap(({ outcome, email, lead_id }) =>
        outcomes.includes(outcome) && email !== null && lead_id !== null ? [[email, String(lead_id)]] : [],
      ),
    );
  return {
    ok: !added.is_lead_limit_exhausted,
    upload_count: added.rows,
    total_leads: total,
    block_count: count('SUPPRESSED'),
    duplicate_count: count('DUPLICATE_IN_FILE', 'IN_OTHER_CAMPAIGN'),
    invalid_email_count: invalid.length,
    invalid_emails: invalid.map(({ email }) => email ?? ''),
    already_added_to_campaign: count('ALREADY_IN_CAMPAIGN'),
    unsubscribed_leads: count('UNSUBSCRIBED'),
    is_lead_limit_exhausted: added.is_lead_limit_exhausted,
    lead_import_stopped_count: count('LIMIT_REACHED'),
    bounce_count: count('BOUNCED'),
    error: added.is_lead_limit_exhausted ? 'No lead credits left.' : null,
    added_count: total,
    skipped_count: added.rows - total,
    ...(withIds && {
      emailToLeadIdMap: {
        newlyAddedLeads: ids('IMPORTED_NEW', 'UPDATED_EXISTING'),
        existingLeads: ids('ALREADY_IN_CAMPAIGN'),
        existingLeadsInOtherCampaigns: ids('IN_OTHER_CAMPAIGN'),
      },
    }),
  };
}
