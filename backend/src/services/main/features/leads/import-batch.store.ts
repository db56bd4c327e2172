import type { SqlClient } from '../../../../platform/db/database';
import { standardFieldNames, type PreparedRow } from './prepare-row';

/** What the workspace knows of a row before it is written. */
export interface KnownRow {
  rowNumber: number; leadId: number | null; isUnsubscribed: boolean; isBounced: boolean; suppression: { kind: string; value: string; source: string; at: Date; by: string | null } | null; enrolmentId: number | null; otherCampaign: string | null; isSeenInUpload: boolean;
}

/** Looks all rows of a batch up in one round trip. */
export async function findKnownRows(workspaceId: number, sql: SqlClient, target: { campaignId: number | null; clientScope: number; uploadId: number | null }, rows: readonly PreparedRow[]): Promise<Map<number, KnownRow>> {
  const { rows: found } = await sql.query<{
    row_number: number; lead_id: number | null; is_unsubscribed: boolean | null; is_bounced: boolean | null; kind: string | null; value: string | null; source: string | null; at: Date | null; by: string | null; enrolment_id: number | null; other: string | null; seen: boolean;
  }>(
    `SELECT g.row_number, l.id AS lead_id, l.is_unsubscribed, l.is_bounced, s.kind, s.value, s.source, s.created_at AS at, s.by, e.id AS enrolment_id, o.name AS other, u.seen
     FROM unnest($2::int[], $3::text[], $4::text[]) AS g(row_number, email, domain)
     LEFT JOIN lead l ON l.workspace_id = $1 AND l.email = g.email
     LEFT JOIN LATERAL (SELECT s.kind, s.value, s.source, s.created_at, coalesce(p.name, p.email) AS by FROM suppression s LEFT JOIN app_user p ON p.id = s.created_by
       WHERE s.workspace_id = $1 AND s.client_scope IN (0, $6) AND ((s.kind = 'email' AND s.value = g.email) OR (s.kind = 'domain' AND s.value = g.domain)) ORDER BY s.kind DESC, s.id LIMIT 1) s ON true
     LEFT JOIN enrolment e ON e.campaign_id = $5 AND e.lead_id = l.id
     LEFT JOIN LATERAL (SELECT c.name FROM enrolment x JOIN campaign c ON c.id = x.campaign_id WHERE x.workspace_id = $1 AND x.lead_id = l.id AND x.campaign_id IS DISTINCT FROM $5::int AND c.status <> 'ARCHIVED' LIMIT 1) o ON true
     LEFT JOIN LATERAL (SELECT true AS seen FROM upload_row r WHERE r.workspace_id = $1 AND r.upload_id = $7 AND r.email = g.email LIMIT 1) u ON true`,
    [workspaceId, rows.map((row) => row.rowNumber), rows.map((row) => row.email), rows.map((row) => row.domain), target.campaignId, target.clientScope, target.uploadId]);
  return new Map(found.map((row) => [row.row_number, {
    rowNumber: row.row_number, leadId: row.lead_id, isUnsubscribed: row.is_unsubscribed ?? false, isBounced: row.is_bounced ?? false, enrolmentId: row.enrolment_id, otherCampaign: row.other, isSeenInUpload: row.seen ?? false,
    suppression: row.kind && row.value && row.source && row.at ? { kind: row.kind, value: row.value, source: row.source, at: row.at, by: row.by } : null,
  }]));
}

/** Lead credits the workspace has used, held until the transaction ends so that two imports cannot both take the last ones. */
export async function lockLeadCredits(workspaceId: number, sql: SqlClient): Promise<{ used: number; planType: string }> {
  const { rows } = await sql.query<{ used: number; plan_type: string }>('SELECT lead_credits_used AS used, plan_type FROM workspace WHERE id = $1 FOR UPDATE', [workspaceId]);
  const row = rows[0];
  return { used: row?.used ?? 0, planType: row?.plan_type ?? 'trial' };
}

export async function addLeadCredits(workspaceId: number, sql: SqlClient, count: number): Promise<void> {
  if (count !== 0) await sql.query('UPDATE workspace SET lead_credits_used = greatest(0, lead_credits_used + $2) WHERE id = $1', [workspaceId, count]);
}

const fieldColumns = standardFieldNames.map((name) => `"${name}"`).join(', ');
const fieldArrays = standardFieldNames.map((_, index) => `$${index + 7}::text[]`).join(', ');
const fieldUpdates = standardFieldNames.map((name) => `"${name}" = coalesce(excluded."${name}", lead."${name}")`).join(', ');

export interface WrittenLead { id: number; email: string; is_new: boolean; provider: string }

/**
 * Writes leads, one row an address. A known lead takes the values that are given (an empty one changes nothing) and merges custom
 * fields, unless `update` is off. In the order of addresses, so that two imports never deadlock.
 */
export async function upsertLeads(workspaceId: number, sql: SqlClient, rows: readonly PreparedRow[], options: { update: boolean; uploadId: number | null; at: Date }): Promise<Map<string, WrittenLead>> {
  if (rows.length === 0) return new Map();
  const sorted = [...rows].sort((one, other) => (one.email < other.email ? -1 : 1));
  const values = [workspaceId, options.uploadId, options.at, sorted.map((row) => row.email), sorted.map((row) => row.domain), sorted.map((row) => JSON.stringify(row.custom)), ...standardFieldNames.map((name) => sorted.map((row) => row.fields[name]))];
  const { rows: written } = await sql.query<WrittenLead>(
    `INSERT INTO lead (workspace_id, upload_id, created_at, updated_at, email, domain, custom_fields, ${fieldColumns}, provider)
     SELECT $1, $2, $3, $3, g.email, g.domain, g.custom::jsonb, ${standardFieldNames.map((name) => `g."${name}"`).join(', ')}, coalesce(d.provider, 'OTHER')
     FROM unnest($4::text[], $5::text[], $6::text[], ${fieldArrays}) AS g(email, domain, custom, ${fieldColumns}) LEFT JOIN mail_domain d ON d.domain = g.domain
     ON CONFLICT (workspace_id, email) DO UPDATE SET ${options.update ? `${fieldUpdates}, custom_fields = lead.custom_fields || excluded.custom_fields, updated_at = excluded.updated_at` : 'updated_at = lead.updated_at'}
     RETURNING id, email, (xmax = 0) AS is_new, provider`, values);
  return new Map(written.map((lead) => [lead.email, lead]));
}

/** Enrols leads in the order given; those that are in already are left out of the answer. */
export async function insertEnrolments(workspaceId: number, sql: SqlClient, campaignId: number, leads: readonly { leadId: number; provider: string; rowNumber: number }[], options: { uploadId: number | null; at: Date }): Promise<Map<number, number>> {
  if (leads.length === 0) return new Map();
  const { rows } = await sql.query<{ id: number; lead_id: number }>(
    `INSERT INTO enrolment (workspace_id, campaign_id, lead_id, provider, upload_id, row_number, created_at, updated_at, spin_index, next_step_id)
     SELECT $1, $2, g.lead_id, g.provider, $3, CASE WHEN $3::int IS NOT NULL THEN g.row_number END, $4, $4,
       coalesce((SELECT spin_index + 1 FROM enrolment WHERE campaign_id = $2 ORDER BY id DESC LIMIT 1), 0) + g.place - 1, (SELECT id FROM sequence_step WHERE campaign_id = $2 AND NOT is_deleted ORDER BY seq_number LIMIT 1)
     FROM unnest($5::int[], $6::text[], $7::int[]) WITH ORDINALITY AS g(lead_id, provider, row_number, place) ORDER BY g.place
     ON CONFLICT (campaign_id, lead_id) DO NOTHING RETURNING id, lead_id`,
    [workspaceId, campaignId, options.uploadId, options.at, leads.map((lead) => lead.leadId), leads.map((lead) => lead.provider), leads.map((lead) => lead.rowNumber)]);
  return new Map(rows.map((row) => [row.lead_id, row.id]));
}

/** Which of these domains nobody has looked up within the last 30 days. */
export async function findUncheckedDomains(sql: SqlClient, domains: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await sql.query<{ domain: string }>('SELECT g.domain FROM unnest($1::text[]) AS g(domain) LEFT JOIN mail_domain d ON d.domain = g.domain AND d.checked_at > $2 WHERE d.domain IS NULL', [domains, new Date(now.getTime() - 30 * 86_400_000)]);
  return rows.map((row) => row.domain);
}
