import type { CampaignId, EnrolmentId, LeadId, WorkspaceId } from '@skein/contracts/ids';
import type { UploadOutcome } from '@skein/contracts/main/upload-outcomes';
import { coveringDomains } from '#platform/mail/covering-domains';
import type { SqlClient } from '#platform/db/database';
import { holdClientLeads } from '#access/access.api';
import { lookAgainAtPeople } from '#lifecycle/lifecycle.api';
import {
  addLeadCredits,
  findKnownRows,
  findSuppressions,
  findUncheckedDomains,
  lockLeadCredits,
  type KnownRow,
  type SuppressionFact,
} from './import-batch.store';
import { insertEnrolments, insertMembers, insertNewLeads, upsertLeads, type WrittenLead } from './write-leads.store';
import { whyLeftOut, type ImportOptions } from './why-left-out';
import { bareLine } from '../lead-rows/lead-line';
import { isRejected, type PreparedRow, type RawRow, type RejectedRow } from '../lead-rows/prepare-row';

/** The one outcome of one row. */
export interface RowOutcome {
  rowNumber: number;
  email: string | null;
  outcome: UploadOutcome;
  reason: string | null;
  leadId: LeadId | null;
  enrolmentId: EnrolmentId | null;
  raw: RawRow;
}

export interface ImportTarget {
  campaignId: CampaignId | null;
  /** The list that the leads go to; null for none. */
  listId?: number | null;
  /** The campaign's client: its own block list adds to the workspace's. 0 without one. */
  clientScope: number;
  uploadId: number | null;
  options: ImportOptions;
  /** The keyed hash under which an erased address stays known. */
  hashOf: (email: string) => string;
  /** Rows of the file above the first lead, its header among them: reasons name rows as the file counts them. None unless given. */
  rowsAbove?: number;
  /** Domains that this import asked about already. */
  askedDomains?: Set<string>;
  /** Campaign time. */
  at: Date;
  /** Real time, for the age of look-ups. */
  realNow: Date;
}

export interface BatchResult {
  outcomes: RowOutcome[];
  enrolled: number;
  newLeads: number;
  uncheckedDomains: string[];
}

/** Domains remembered by an import, so that its memory does not grow with the file. */
export const mostDomains = 50_000;

/** Why a row ended as it did, and the lead and enrolment it became. */
interface RowResult {
  reason: string | null;
  leadId?: LeadId | null;
  enrolmentId?: EnrolmentId | null;
}

type Target = ImportTarget & { listId: number | null };
type Settle = (row: PreparedRow | RejectedRow, outcome: UploadOutcome, result: RowResult) => void;

/**
 * Imports a batch of rows in the caller's transaction. Each row gets exactly one outcome, in this order: not readable or no address;
 * seen earlier in the same file; already in this campaign or list; on the block list, erased, unsubscribed, bounced; in another
 * campaign or mailed lately (by option); over the plan's leads; imported. The same for uploads, for leads added manually and for the API.
 * Addresses that nobody has listed are written first, and only those that were known are looked up: most rows of most files are new.
 */
export async function importBatch(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  given: ImportTarget,
  rows: readonly (PreparedRow | RejectedRow)[],
): Promise<BatchResult> {
  const target: Target = { ...given, listId: given.listId ?? null };
  const outcomes = new Map<number, RowOutcome>();
  const settle: Settle = (row, outcome, { reason, leadId = null, enrolmentId = null }) =>
    void outcomes.set(row.rowNumber, {
      rowNumber: row.rowNumber,
      email: row.email,
      outcome,
      reason,
      leadId,
      enrolmentId,
      raw: row.raw,
    });
  const unique = withoutRepeats(rows, target.rowsAbove ?? 0, settle);
  const emails = unique.map((row) => row.email);
  const listed =
    unique.length === 0
      ? new Map<string, SuppressionFact>()
      : await findSuppressions(workspaceId, sql, {
          clientScope: target.clientScope,
          emails,
          domains: [...new Set(unique.map((row) => row.domain))],
          hashOf: target.hashOf,
        });
  const listedOf = (row: PreparedRow) => factOf(row, listed, target);

  const credits = unique.length > 0 ? await creditsLeft(workspaceId, sql, target) : { plan: 0, client: 0 };
  const free = listed.size === 0 ? unique : unique.filter((row) => listedOf(row) === null);
  const created =
    free.length <= Math.min(credits.plan, credits.client)
      ? await insertNewLeads(workspaceId, sql, free, target)
      : new Map<string, WrittenLead>();
  const known = await findKnownRows(
    workspaceId,
    sql,
    target,
    created.size === 0 ? emails : emails.filter((email) => !created.has(email)),
  );

  const sorted = sortRows(unique, { created, known, credits, target, listedOf, settle });
  const leads = await writeAccepted(workspaceId, sql, sorted, { created, known, target });
  const enrolments = await enrollLeads(workspaceId, sql, leads, target);
  for (const { row, lead } of leads) {
    const enrolmentId = enrolments?.get(lead.id) ?? null;
    // Somebody else enrolled it between the look-up and the write.
    if (enrolments && enrolmentId === null) settle(row, 'ALREADY_IN_CAMPAIGN', { reason: null, leadId: lead.id });
    else settle(row, lead.is_new ? 'IMPORTED_NEW' : 'UPDATED_EXISTING', { reason: null, leadId: lead.id, enrolmentId });
  }
  const newLeads = leads.reduce((sum, { lead }) => sum + (lead.is_new ? 1 : 0), 0);
  await addLeadCredits(workspaceId, sql, newLeads);
  return {
    outcomes: rows.map((row) => outcomes.get(row.rowNumber) as RowOutcome),
    enrolled: enrolments?.size ?? 0,
    newLeads,
    uncheckedDomains: await uncheckedOf(sql, sorted.accepted, target),
  };
}

/** What the lists say of a row: a seed first, then its address, its domain or one above it, and the hash of an erased address. */
const factOf = (
  row: PreparedRow,
  listed: ReadonlyMap<string, SuppressionFact>,
  { hashOf }: ImportTarget,
): SuppressionFact | null =>
  listed.size === 0
    ? null
    : (listed.get(`seed:${row.email}`) ??
      listed.get(`email:${row.email}`) ??
      coveringDomains(row.domain)
        .map((domain) => listed.get(`domain:${domain}`))
        .find(Boolean) ??
      listed.get(`hash:${hashOf(row.email)}`) ??
      null);

/** What is known of the rows of a batch before they are written. */
interface BatchFacts {
  /** Leads that were new, and are written. */
  created: ReadonlyMap<string, WrittenLead>;
  known: ReadonlyMap<string, KnownRow>;
  target: Target;
}

/** Rows that become leads here, and rows of leads that are here already, whose values may have changed. */
interface SortedRows {
  accepted: PreparedRow[];
  readded: PreparedRow[];
}

/** Settles the rows that do not come in. */
function sortRows(
  rows: readonly PreparedRow[],
  {
    created,
    known,
    target,
    credits,
    listedOf,
    settle,
  }: BatchFacts & {
    credits: { plan: number; client: number };
    listedOf: (row: PreparedRow) => SuppressionFact | null;
    settle: Settle;
  },
): SortedRows {
  const accepted: PreparedRow[] = [];
  const readded: PreparedRow[] = [];
  let fresh = created.size;
  for (const row of rows) {
    if (created.has(row.email)) {
      accepted.push(row);
      continue;
    }
    const facts = known.get(row.email) as KnownRow;
    if (facts.isSeenInUpload) {
      settle(row, 'DUPLICATE_IN_FILE', {
        reason: 'The same address appears earlier in the file',
        leadId: facts.leadId,
      });
      continue;
    }
    if (facts.enrolmentId !== null) {
      settle(row, 'ALREADY_IN_CAMPAIGN', { reason: null, leadId: facts.leadId, enrolmentId: facts.enrolmentId });
      if (!row.isStored) readded.push(row);
      continue;
    }
    if (facts.isInList) {
      settle(row, 'ALREADY_IN_LIST', { reason: null, leadId: facts.leadId });
      if (!row.isStored) readded.push(row);
      continue;
    }
    const refused = whyLeftOut(facts, listedOf(row), target);
    if (refused) {
      settle(row, refused.outcome, { reason: refused.reason, leadId: facts.leadId });
      continue;
    }
    if ((facts.leadId === null && fresh >= credits.plan) || accepted.length >= credits.client) {
      settle(row, 'LIMIT_REACHED', { reason: 'No lead credits left' });
      continue;
    }
    if (facts.leadId === null) fresh += 1;
    accepted.push(row);
  }
  return { accepted, readded };
}

interface ImportedLead {
  row: PreparedRow;
  lead: WrittenLead;
}

async function writeAccepted(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { accepted, readded }: SortedRows,
  { created, known, target }: BatchFacts,
): Promise<ImportedLead[]> {
  const update = target.options.update_existing ?? true;
  const rest = accepted.filter((row) => !created.has(row.email));
  // An empty value changes nothing: leads that others mail too stay as they are when one client's leads are imported,
  // and so does what came from our own leads.
  const staysAsItIs = (row: PreparedRow) =>
    known.get(row.email)?.isShared || (row.isStored && known.get(row.email)?.leadId !== null);
  const values = (update ? [...rest, ...readded] : rest).map((row) =>
    staysAsItIs(row) ? { ...row, line: bareLine(row.email, row.domain) } : row,
  );
  const written = await upsertLeads(workspaceId, sql, values, { update, uploadId: target.uploadId, at: target.at });
  // Whoever waited for a field that has come is looked at again.
  if (update)
    await lookAgainAtPeople(
      workspaceId,
      sql,
      [...written.values()].filter((lead) => !lead.is_new).map((lead) => lead.id),
    );
  return accepted.map((row) => ({
    row,
    lead: (created.get(row.email) ?? written.get(row.email)) as WrittenLead,
  }));
}

/** Puts the leads into the campaign and the list of the import. @returns the enrolments by lead; null without a campaign */
async function enrollLeads(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  leads: readonly ImportedLead[],
  target: Target,
): Promise<Map<number, number> | null> {
  const enrolments =
    target.campaignId === null
      ? null
      : await insertEnrolments(workspaceId, sql, {
          campaignId: target.campaignId,
          leads: leads.map(({ row, lead }) => ({ leadId: lead.id, provider: lead.provider, rowNumber: row.rowNumber })),
          options: target,
        });
  if (target.listId !== null)
    await insertMembers(workspaceId, sql, {
      listId: target.listId,
      leadIds: leads.map(({ lead }) => lead.id),
      options: target,
    });
  return enrolments;
}

/** The rows with an address of their own: what cannot be read, and what repeats an earlier row of the batch, is settled. */
function withoutRepeats(rows: readonly (PreparedRow | RejectedRow)[], above: number, settle: Settle): PreparedRow[] {
  const first = new Map<string, number>();
  const unique: PreparedRow[] = [];
  for (const row of rows) {
    if (isRejected(row)) {
      settle(row, row.outcome, { reason: row.reason });
      continue;
    }
    const earlier = first.get(row.email);
    if (earlier !== undefined) {
      settle(row, 'DUPLICATE_IN_FILE', { reason: `The same address as row ${earlier + above}` });
      continue;
    }
    first.set(row.email, row.rowNumber);
    unique.push(row);
  }
  return unique;
}

/** A domain that is cut from the text of the file would keep that text: 64 KB for each. So it is copied. */
export const ownText = (domain: string): string => Buffer.from(domain).toString('latin1');

async function uncheckedOf(sql: SqlClient, accepted: readonly PreparedRow[], target: ImportTarget): Promise<string[]> {
  const { askedDomains: asked } = target;
  const domains = [...new Set(accepted.map((row) => row.domain))].filter((domain) => !asked?.has(domain));
  if (domains.length === 0) return [];
  if (asked && asked.size + domains.length <= mostDomains) for (const domain of domains) asked.add(ownText(domain));
  return findUncheckedDomains(sql, domains, target.realNow);
}

/**
 * What an import may still take, held until the transaction ends: new leads by the plan, and leads in the campaigns of
 * a client by the credits that its agency assigned (no end without any).
 */
export async function creditsLeft(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  target: Pick<ImportTarget, 'campaignId' | 'clientScope'>,
): Promise<{ plan: number; client: number }> {
  const { used, included } = await lockLeadCredits(workspaceId, sql);
  const client = target.campaignId === null ? null : await holdClientLeads(workspaceId, sql, target.clientScope);
  return { plan: Math.max(0, included - used), client: client ?? Number.POSITIVE_INFINITY };
}
