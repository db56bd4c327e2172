import type { VerificationSelection, VerificationView } from '@skein/contracts/main/verification.contract';
import type { VerificationProvider } from '@skein/contracts/main/verification-results';
import { recountRun } from '#platform/bulk-runs/bulk-runs.store';
import { toRunView } from '#platform/bulk-runs/run-view';
import { cancelRun, startRun } from '#platform/bulk-runs/start-run';
import { decodeIdCursor, encodeCursor } from '#platform/db/cursor';
import type { SqlClient } from '#platform/db/database';
import { invalidField, notFound, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { matchingLeads } from '#lifecycle/lifecycle.api';
import { scopeOf, requireCampaign, type Who } from '#access/access.api';
import { queryOf } from '../people/selection-query';
import { checkList } from '../list-access/require-list';
import { findLeadIds } from '../people/leads.store';
import { findBalance, lockBalance, postCredits } from './credits.store';
import { findProvider } from './provider.store';
import { ofTheHouse } from './verification-access';
import { verificationRun } from './verification.run';
import {
  countKnown,
  findLeadsOf,
  findVerification,
  findVerifications,
  insertVerification,
  setHeld,
  type VerificationRecord,
} from './verification.store';
import { countAddresses, findAddresses, insertAddresses, type AddressQuery } from './verified-addresses.store';

export type VerificationDeps = Pick<MainDeps, 'db' | 'realClock' | 'campaignClock' | 'live' | 'jobs'>;

/** A result is good for so long, in ms of real time; mailboxes come and go. */
const resultReusedFor = 30 * 86_400_000;
export const batch = 5_000;
const mostLeads = 1_000_000;
const mostCounted = 10_000;

/** Calls with the leads of a selection, a batch at a time. */
async function eachBatch(
  sql: SqlClient,
  who: Who,
  selection: VerificationSelection,
  work: (ids: number[]) => Promise<void>,
): Promise<void> {
  if ('enrolments' in selection) return eachEnrolled(sql, who, selection, work);
  if ('filter' in selection && selection.filter.list_id) await checkList(sql, who, selection.filter.list_id);
  let count = 0;
  for (let after: number | null = null; ;) {
    const ids: number[] = await findLeadIds(who.workspaceId, sql, scopeOf(who), {
      filter: queryOf(selection),
      page: {
        after: after === null ? null : { id: after, email: null },
        limit: batch,
      },
    });
    count += ids.length;
    if (count > mostLeads) throw invalidField('selection', 'can be at most 1,000,000 leads at once; narrow the filter');
    if (ids.length > 0) await work(ids);
    if (ids.length < batch) return;
    after = ids.at(-1) as number;
  }
}

/** The same for leads as the list of a campaign has them chosen. @throws SkeinError NOT_FOUND */
async function eachEnrolled(
  sql: SqlClient,
  who: Who,
  { campaign_id: campaignId, enrolments }: Extract<VerificationSelection, { enrolments: unknown }>,
  work: (ids: number[]) => Promise<void>,
): Promise<void> {
  await requireCampaign(sql, who, campaignId);
  const workOn = async (ids: readonly number[]) => {
    const leads = await findLeadsOf(who.workspaceId, sql, campaignId, ids);
    if (leads.length > 0) await work(leads);
  };
  if ('enrolment_ids' in enrolments) {
    for (let from = 0; from < enrolments.enrolment_ids.length; from += batch)
      await workOn(enrolments.enrolment_ids.slice(from, from + batch));
    return;
  }
  const pages = matchingLeads(who, { campaignId, filter: enrolments.filter, size: batch }, (read) => read(sql));
  for await (const ids of pages) await workOn(ids);
}

const since = (deps: Pick<MainDeps, 'realClock'>, isAnew: boolean): Date | null =>
  isAnew ? null : new Date(deps.realClock.now() - resultReusedFor);

/** What verifying some leads would take. */
export const quoteVerification = (
  deps: VerificationDeps,
  who: Who,
  input: { selection: VerificationSelection; is_anew: boolean },
) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    ofTheHouse(who);
    const quote = { leads: 0, known: 0, waiting: 0 };
    await eachBatch(sql, who, input.selection, async (ids) => {
      const { known, waiting } = await countKnown(who.workspaceId, sql, ids, since(deps, input.is_anew));
      quote.leads += ids.length;
      quote.known += known;
      quote.waiting += waiting;
    });
    const balance = await findBalance(who.workspaceId, sql);
    const provider = await providerOf(sql, who);
    const needed = provider === 'SKEIN' ? quote.leads - quote.known - quote.waiting : 0;
    return { ...quote, needed, balance, provider, missing: Math.max(0, needed - balance) };
  });

/** Who verifies: our prober, unless the workspace has a key of a service. */
const providerOf = async (sql: SqlClient, who: Who): Promise<VerificationProvider> =>
  (await findProvider(who.workspaceId, sql))?.provider ?? 'SKEIN';

export interface StartVerification {
  selection: VerificationSelection;
  name?: string;
  blocks_invalid: boolean;
  is_anew: boolean;
}

/**
 * Begins a run: its addresses are written down, a credit for each that is not known is set aside, and the job is enqueued, in one
 * transaction under the lock of the account. A run of a service that the workspace pays itself sets nothing aside.
 * @throws SkeinError LIMIT_REACHED when credits are missing, VALIDATION, FORBIDDEN
 */
export const startVerification = (
  deps: VerificationDeps,
  who: Who,
  input: StartVerification,
): Promise<VerificationView> =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    ofTheHouse(who);
    const at = new Date(deps.realClock.now());
    const balance = await lockBalance(who.workspaceId, sql);
    const provider = await providerOf(sql, who);
    const runId = await startRun(deps, sql, verificationRun, {
      workspaceId: who.workspaceId,
      createdBy: who.userId,
      total: 0,
    });
    const id = await insertVerification(who.workspaceId, sql, {
      runId,
      name: input.name ?? 'Leads',
      blocksInvalid: input.blocks_invalid,
      provider,
    });
    const progress = { total: 0, done: 0, counts: {} as Record<string, number> };
    let held = 0;
    await eachBatch(sql, who, input.selection, async (ids) => {
      const { added, waiting, counts } = await insertAddresses(who.workspaceId, sql, {
        verificationId: id,
        leadIds: ids,
        known: {
          since: since(deps, input.is_anew),
          at,
        },
      });
      progress.total += added;
      if (provider === 'SKEIN') held += waiting;
      progress.done += added - waiting;
      for (const [result, count] of Object.entries(counts))
        progress.counts[result] = (progress.counts[result] ?? 0) + count;
    });
    if (progress.total === 0) throw invalidField('selection', 'has no lead that is not being verified already');
    if (held > balance)
      throw new SkeinError(
        'LIMIT_REACHED',
        `This takes ${held.toLocaleString('en-US')} ${held === 1 ? 'credit' : 'credits'} and ${balance.toLocaleString('en-US')} are left. Buy a pack, or choose fewer leads.`,
      );
    await recountRun(who.workspaceId, sql, { run_id: runId }, progress);
    if (held > 0) {
      await setHeld(who.workspaceId, sql, id, held);
      await postCredits(who.workspaceId, sql, {
        kind: 'HELD',
        credits: -held,
        key: `verification:${id}:held`,
        verificationId: id,
        userId: who.userId,
        at,
      });
    }
    return toView(await requireVerification(sql, who, id), deps.realClock.now());
  });

/** A run of this person, or any for those who see the whole workspace. @throws SkeinError NOT_FOUND, FORBIDDEN */
export async function requireVerification(sql: SqlClient, who: Who, id: number): Promise<VerificationRecord> {
  ofTheHouse(who);
  const record = await findVerification(who.workspaceId, sql, id);
  if (!record || (scopeOf(who).memberId !== null && record.created_by !== who.userId))
    throw notFound('This verification');
  return record;
}

export const getVerification = (deps: VerificationDeps, who: Who, id: number) =>
  deps.db.tenantSql(who.workspaceId, async (sql) =>
    toView(await requireVerification(sql, who, id), deps.realClock.now()),
  );

export const listVerifications = (deps: VerificationDeps, who: Who, page: { cursor?: string; limit: number }) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    ofTheHouse(who);
    const found = await findVerifications(who.workspaceId, sql, {
      ofUser: scopeOf(who).memberId,
      before: decodeIdCursor(page.cursor),
      limit: page.limit + 1,
    });
    const rows = found.slice(0, page.limit);
    const last = rows.at(-1);
    return {
      rows: rows.map((row) => toView(row, deps.realClock.now())),
      next_cursor: found.length > page.limit && last ? encodeCursor([last.id]) : null,
      total: rows.length,
      total_is_capped: found.length > page.limit,
    };
  });

export const listAddresses = (
  deps: VerificationDeps,
  who: Who,
  id: number,
  query: AddressQuery & { cursor?: string; limit: number },
) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireVerification(sql, who, id);
    const found = await findAddresses(who.workspaceId, sql, {
      id,
      query,
      after: decodeIdCursor(query.cursor),
      limit: query.limit + 1,
    });
    const rows = found.slice(0, query.limit);
    const last = rows.at(-1);
    const total = await countAddresses(who.workspaceId, sql, { id, query, most: mostCounted });
    return {
      rows,
      next_cursor: found.length > query.limit && last ? encodeCursor([last.lead_id]) : null,
      total: Math.min(total, mostCounted),
      total_is_capped: total > mostCounted,
    };
  });

/** Stops a run where it is; what was set aside and not needed comes back. @throws SkeinError NOT_FOUND, ILLEGAL_TRANSITION */
export const stopVerification = (deps: VerificationDeps, who: Who, id: number) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    if (!(await cancelRun(deps, sql, verificationRun, await requireVerification(sql, who, id))))
      throw new SkeinError('ILLEGAL_TRANSITION', 'This verification is over already.');
    return toView(await requireVerification(sql, who, id), deps.realClock.now());
  });

/** `realNow` is real time in milliseconds. On the wire a verification is under way or over, and one that is over may have been stopped. */
function toView(record: VerificationRecord, realNow: number): VerificationView {
  const isStopped = record.status === 'CANCELLED' || record.status === 'FAILED';
  const isOver = isStopped || record.status === 'COMPLETED';
  return {
    ...toRunView(record, realNow),
    id: record.id,
    name: record.name,
    status: isOver ? 'COMPLETED' : 'IN_PROGRESS',
    percent:
      record.total === 0 || record.status === 'COMPLETED' ? 100 : Math.floor((record.done / record.total) * 1000) / 10,
    charged: record.charged,
    provider: record.provider,
    counts: record.counts,
    blocks_invalid: record.blocks_invalid,
    stopped_at: isStopped ? (record.finished_at?.toISOString() ?? null) : null,
  };
}
