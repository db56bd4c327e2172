import { isEmailAddress } from '@skein/contracts/email-address';
import type { VerificationResult } from '@skein/contracts/main/verification-results';
import { GaveWay } from '#platform/bulk-runs/bulk-run';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import { serviceVerifier } from './choose-provider';
import type { Finding } from './judge-answer';
import { createOwnProber } from './own-prober';
import { ProviderRefusal } from './providers/verification-service';
import { proberMemory } from './prober-memory.store';
import { finish } from './start-verification';
import { blockAddresses } from './block-invalid';
import { placeInQueue, runVerificationJob } from './verification.jobs';
import {
  advanceVerification,
  findForgotten,
  findNextDue,
  findVerification,
  takeVerification,
  unblockVerified,
  type VerificationRecord,
} from './verification.store';
import { findWaiting, writeOutcomes, type AddressOutcome, type WaitingAddress } from './verified-addresses.store';
import type { Verifier } from './verifier';

type RunDeps = Pick<
  MainDeps,
  'db' | 'realClock' | 'campaignClock' | 'live' | 'jobs' | 'resolver' | 'config' | 'mailRoute' | 'vault' | 'verifiers'
> & { verifier?: Verifier };

/** Addresses of one turn, and domains that are asked at once. */
const atOnce = 200;
const parallel = 10;
/** After so many times an address that is put off stays unknown. */
const mostTries = 4;
/** ms until an address that was put off is asked again, by the number of tries (greylisting lets in after 5 to 15 minutes), and in the sandbox. */
const pauses = [5 * 60_000, 15 * 60_000, 60 * 60_000] as const;
const sandboxPause = 3_000;
const turnPause = 15_000;
/** ms of real time after which a run lets other jobs go first: many addresses, or servers that take their time, must not keep the workers from everybody else. */
const slice = 60_000;

/**
 * Verifies the waiting addresses of a run. Each turn writes its results, their count and their price in one transaction, so that a
 * crash repeats at most the questions of one turn and no charge. When only addresses that were put off are left, or its time is up, the job comes back later.
 */
export async function runVerification(
  deps: RunDeps,
  payload: { workspaceId: number; verificationId: number },
  run: { signal?: AbortSignal; isLastAttempt?: boolean } = {},
): Promise<void> {
  const { workspaceId, verificationId } = payload;
  const record = await deps.db.tenantSql(workspaceId, (sql) => takeVerification(workspaceId, sql, verificationId));
  if (!record) return;
  const until = deps.realClock.now() + slice;
  try {
    const verifier =
      deps.verifier ??
      (record.provider === 'SKEIN' ? proberOf(deps) : await serviceVerifier(deps, workspaceId, record.provider));
    while (deps.realClock.now() < until) {
      run.signal?.throwIfAborted();
      const waiting = await deps.db.tenantSql(workspaceId, (sql) =>
        findWaiting(workspaceId, sql, { id: verificationId, at: new Date(deps.realClock.now()), limit: atOnce }),
      );
      if (waiting.length === 0) break;
      const { found, refusal } = await askAll(verifier, waiting, run.signal);
      await writeTurn(deps, record, found, refusal ? waiting.filter((row) => found.has(row.email)) : waiting);
      if (refusal) throw refusal;
    }
    await settle(deps, record);
  } catch (error) {
    if (error instanceof GaveWay) return;
    // Nothing changes by asking again: the person hears at once what to do.
    const refusal = error instanceof ProviderRefusal ? error.message : null;
    if (!refusal && !run.isLastAttempt) throw error;
    await deps.db.tenantSql(workspaceId, async (sql) => {
      const current = await findVerification(workspaceId, sql, verificationId, true);
      if (current?.status === 'IN_PROGRESS')
        await finish(deps, sql, current, {
          isStopped: true,
          error: refusal ?? 'It broke off. What is done stays, and the other credits came back.',
        });
    });
  }
}

/** Asks about the addresses of several domains at once. `refusal`: a service will answer no more; what it answered before stands in `found`. */
async function askAll(
  verifier: Verifier,
  waiting: readonly WaitingAddress[],
  signal?: AbortSignal,
): Promise<{ found: Map<string, Finding>; refusal: ProviderRefusal | null }> {
  const byDomain = new Map<string, string[]>();
  for (const { domain, email } of waiting) byDomain.set(domain, [...(byDomain.get(domain) ?? []), email]);
  const domains = [...byDomain];
  const found = new Map<string, Finding>();
  let refusal: ProviderRefusal | null = null;
  await Promise.all(
    Array.from({ length: Math.min(parallel, domains.length) }, async () => {
      for (let next = domains.shift(); next; next = domains.shift()) {
        try {
          for (const [email, finding] of await verifier.verify(next[0], next[1], signal)) found.set(email, finding);
        } catch (error) {
          if (!(error instanceof ProviderRefusal)) throw error;
          refusal = error;
        }
      }
    }),
  );
  signal?.throwIfAborted();
  return { found, refusal };
}

async function writeTurn(
  deps: RunDeps,
  record: VerificationRecord,
  found: ReadonlyMap<string, Finding>,
  waiting: readonly WaitingAddress[],
): Promise<void> {
  const now = deps.realClock.now();
  const outcomes = waiting.map((row) =>
    outcomeOf(row, found.get(row.email) ?? { result: null, reason: 'NO_ANSWER', detail: null }, {
      now,
      isSandbox: deps.config.isSandbox,
      isOurs: record.provider === 'SKEIN',
    }),
  );
  const invalid = outcomes.filter((one) => one.result === 'INVALID').map((one) => one.email);
  const who: Who = { workspaceId: record.workspace_id, userId: record.created_by ?? 0, role: 'OWNER', client: null };
  // Before the results are written: after a crash between the two the address is asked again, and never left mailable. What is no address cannot be on the list.
  if (record.blocks_invalid && invalid.some(isEmailAddress))
    await blockAddresses(deps, who, invalid.filter(isEmailAddress));
  await deps.db.tenantSql(record.workspace_id, async (sql) => {
    const rows = await writeOutcomes(record.workspace_id, sql, {
      verificationId: record.id,
      outcomes,
      at: new Date(now),
    });
    const fine = outcomes
      .filter((one) => one.result !== null && one.result !== 'INVALID' && one.result !== 'UNKNOWN')
      .map((one) => one.email);
    await unblockVerified(record.workspace_id, sql, [
      ...fine,
      ...(await findForgotten(record.workspace_id, sql, record.id, outcomes)),
    ]);
    const counts: Partial<Record<VerificationResult, number>> = {};
    for (const row of rows) counts[row.result] = (counts[row.result] ?? 0) + row.count;
    const step = {
      done: rows.reduce((sum, row) => sum + row.count, 0),
      charged: rows.reduce((sum, row) => sum + (row.is_charged ? row.count : 0), 0),
      counts,
    };
    if (!(await advanceVerification(record.workspace_id, sql, record, step))) throw new GaveWay();
    await deps.live.publish(sql, record.workspace_id, ['job']);
  });
}

/** What is not known, what is no address, and what a service was paid for costs nothing. Somebody whose turn has not come has not been asked. */
function outcomeOf(
  row: WaitingAddress,
  finding: Finding,
  { now, isSandbox, isOurs }: { now: number; isSandbox: boolean; isOurs: boolean },
): AddressOutcome {
  const { detail } = finding;
  const base = { leadId: row.lead_id, email: row.email, detail };
  if (finding.result !== null)
    return {
      ...base,
      result: finding.result,
      reason: finding.reason,
      isCharged: isOurs && finding.result !== 'UNKNOWN' && finding.reason !== 'SYNTAX',
      tries: row.tries + 1,
      nextAt: null,
    };
  if (finding.reason === 'TURN')
    return {
      ...base,
      result: null,
      reason: null,
      isCharged: false,
      tries: row.tries,
      nextAt: new Date(now + turnPause),
    };
  const tries = row.tries + 1;
  if (tries >= mostTries)
    return { ...base, result: 'UNKNOWN', reason: finding.reason, isCharged: false, tries, nextAt: null };
  return {
    ...base,
    result: null,
    reason: finding.reason,
    isCharged: false,
    tries,
    nextAt: new Date(now + (isSandbox ? sandboxPause : (pauses[tries - 1] as number))),
  };
}

/** Ends the run, or comes back when the next address is due. */
const settle = (deps: RunDeps, record: VerificationRecord): Promise<void> =>
  deps.db.tenantSql(record.workspace_id, async (sql) => {
    const current = await findVerification(record.workspace_id, sql, record.id, true);
    if (current?.status !== 'IN_PROGRESS' || current.run !== record.run) return;
    const next = await findNextDue(record.workspace_id, sql, record.id);
    if (next)
      await deps.jobs.enqueue(
        sql,
        runVerificationJob,
        { workspaceId: record.workspace_id, verificationId: record.id },
        { ...placeInQueue(record), runAt: new Date(Math.max(next.getTime(), deps.realClock.now())) },
      );
    else await finish(deps, sql, current, { isStopped: false, error: null });
  });

/** Our own prober, under the installation's name. In the sandbox its servers stand on loopback and are asked faster. */
const proberOf = (deps: RunDeps): Verifier => {
  const { hostname } = new URL(deps.config.publicUrl);
  return createOwnProber({
    resolver: deps.resolver,
    memory: proberMemory(deps.db),
    clock: deps.realClock,
    route: deps.mailRoute,
    helloName: hostname,
    sender: `verify@${hostname}`,
    gap: deps.config.isSandbox ? 20 : 1_000,
    patience: deps.config.isSandbox ? 3_000 : 20_000,
  });
};
