import type { CampaignId } from '@skein/contracts/ids';
import { leadFieldLength, type LeadInput } from '@skein/contracts/main/lead-fields';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import { addLeads } from '#leads/leads.api';
import { connectionWorks, readConnection } from '#notices/notices.api';
import { insertRun } from '../connections/sync-log.store';

type RowDeps = Pick<MainDeps, 'db' | 'campaignClock' | 'realClock' | 'live' | 'jobs' | 'masterKey'>;

/** Spellings of columns as tables have them: the lead fields, and the CRM field names (docs/domain.md). */
const columns: Record<string, keyof LeadInput> = {
  email: 'email',
  emailaddress: 'email',
  workemail: 'email',
  firstname: 'first_name',
  lastname: 'last_name',
  phone: 'phone_number',
  phonenumber: 'phone_number',
  company: 'company_name',
  companyname: 'company_name',
  website: 'website',
  companywebsite: 'company_url',
  companydomain: 'company_url',
  companyurl: 'company_url',
  linkedin: 'linkedin_profile',
  linkedinurl: 'linkedin_profile',
  linkedinprofile: 'linkedin_profile',
  personlinkedinurl: 'linkedin_profile',
  location: 'location',
};

/**
 * A row of a table as a lead: known columns become fields, the others custom fields under their own names. Values that
 * are no text are left out.
 */
function leadOfRow(row: Record<string, unknown>): LeadInput {
  const lead: Record<string, unknown> = { email: '' };
  const custom: Record<string, string> = {};
  for (const [name, value] of Object.entries(row)) {
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') continue;
    const text = String(value).trim().slice(0, leadFieldLength);
    if (text === '') continue;
    const field = columns[name.toLowerCase().replaceAll(/[^a-z]/g, '')];
    if (field && (lead[field] === undefined || lead[field] === '')) lead[field] = text;
    else if (!field && name.trim() !== '') custom[name.trim().slice(0, 120)] = text;
  }
  return { ...lead, ...(Object.keys(custom).length > 0 ? { custom_fields: custom } : {}) } as LeadInput;
}

/**
 * Rows that a table sends with an API key. They are leads like any other: one outcome for each row, and a line in the
 * log of Clay's connection.
 */
export async function addRows(
  deps: RowDeps,
  who: Who,
  given: {
    source: 'CLAY' | 'LISTKIT';
    campaign_id: CampaignId | null;
    lead_list_id: number | null;
    rows: readonly Record<string, unknown>[];
  },
) {
  const added = await addLeads(deps, who, {
    campaignId: given.campaign_id,
    input: { leads: given.rows.map(leadOfRow) },
    listId: given.lead_list_id,
  });
  // ListKit has no connection: its rows come with an API key alone.
  const connection =
    who.client || given.source !== 'CLAY' ? null : await readConnection(deps, who.workspaceId, { kind: given.source });
  if (connection) {
    const at = new Date(deps.realClock.now());
    await deps.db.tenantSql(who.workspaceId, (sql) =>
      insertRun(who.workspaceId, sql, {
        integrationId: connection.id,
        kind: 'ROWS',
        title: 'Rows received',
        state: 'DONE',
        total: added.rows,
        done: added.rows,
        counts: added.counts,
        result: Object.entries(added.counts)
          .map(([outcome, count]) => `${count.toLocaleString('en-US')} ${outcome.toLowerCase().replaceAll('_', ' ')}`)
          .join(', '),
        userId: who.userId,
        at,
      }),
    );
    await connectionWorks(deps, connection, at);
  }
  return { rows: added.rows, counts: added.counts };
}
