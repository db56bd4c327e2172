import { isEmailAddress } from '@skein/contracts/email-address';
import type { BulkRunKind, EndedRun, HeldRun } from '#platform/bulk-runs/bulk-run';
import { lockRun } from '#platform/bulk-runs/bulk-runs.store';
import type { SqlClient } from '#platform/db/database';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import { serviceVerifier } from './choose-provider';
import type { Finding } from './judge-answer';
import { createOwnProber } from './own-prober';
import { ProviderRefusal } from './providers/verification-service';
import { proberMemory } from './prober-memory.store';
import { blockAddresses } from './block-addresses';
import { postCredits } from './credits.store';
import {
  addCharged,
  findForgotten,
  findNextDue,
  findVerificationOfRun,
  unblockVerified,
  type VerificationOfRun,
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
/**
 * ms until an address that was put off is asked again, by the number of tries (greylisting lets in after 5 to 15
 * minutes), and in the sandbox.
 */
const pauses = [5 * 60_000, 15 * 60_000, 60 * 60_000] as const;
const sandboxPause = 3_000;
const turnPause = 15_000;
/**
 * ms of real time after which a run lets other jobs go first: many addresses, or servers that take their time, must not
 * keep the workers from everybody else.
 */
const slice = 60_000;

/**
 * Verifies addresses. Each turn asks about some, then writes their results, their count and their price in one
 * transaction, so that a crash repeats at most the questions of one turn and no charge. When only addresses that were
 * put off are left, or its time is up, it comes back later.
 */
export const verificationRun: BulkRunKind<RunDeps> = {
  kind: 'VERIFICATION',
  topics: { progress: ['job'], end: ['job', 'leads'] },
  attempts: 25,
  oneAtATime: true,
  brokeOff: () => 'It stopped partway. What is verified stays, and the other credits were returned.',
  // Nothing changes by asking again: the person hears at once what to do.
  refusalOf: (error) => (error instanceof ProviderRefusal ? error.message : null),
  onEnd: returnCredits,
  async perform(deps, held) {
    const { workspace_id: workspaceId, run_id: runId } = held.run;
    const verification = await deps.db.tenantSql(workspaceId, (sql) => findVerificationOfRun(workspaceId, sql, runId));
    const until = deps.realClock.now() + slice;
    const verifier =
      deps.verifier ??
      (verification.provider === 'SKEIN'
        ? proberOf(deps)
        : await serviceVerifier(deps, workspaceId, verification.provider));
    while (deps.realClock.now() < until) {
      held.signal.throwIfAborted();
      const waiting = await deps.db.tenantSql(workspaceId, (sql) =>
        findWaiting(workspaceId, sql, { id: verification.id, at: new Date(deps.realClock.now()), limit: atOnce }),
      );
      if (waiting.length === 0) break;
      const { found, refusal } = await askAll(verifier, waiting, held.signal);
      const answered = refusal ? waiting.filter((row) => found.has(row.email)) : waiting;
      await writeTurn(deps, held, { verification, found, waiting: answered });
      if (refusal) throw refusal;
    }
    const next = await deps.db.tenantSql(workspaceId, (sql) => findNextDue(workspaceId, sql, verification.id));
    if (next) await held.pause(next.getTime());
  },
};

/** What was set aside and not needed comes back, once. */
async function returnCredits(sql: SqlClient, { workspace_id, run_id, at }: EndedRun): Promise<void> {
  const { id, held, charged } = await findVerificationOfRun(workspace_id, sql, run_id);
  if (held > charged)
    await postCredits(workspace_id, sql, {
      kind: 'RETURNED',
      credits: held - charged,
      key: `verification:${id}:returned`,
      verificationId: id,
      userId: null,
      at,
    });
}

/**
 * Asks about the addresses of several domains at once. `refusal`: a service will answer no more; what it answered before stands in `found`.
 */
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

/** What was found about the addresses of a turn. */
interface Turn {
  verification: VerificationOfRun;
  found: ReadonlyMap<string, Finding>;
  waiting: readonly WaitingAddress[];
}

async function writeTurn(deps: RunDeps, held: HeldRun, { verification, found, waiting }: Turn): Promise<void> {
  const { workspace_id: workspaceId, created_by: createdBy } = held.run;
  const now = deps.realClock.now();
  const outcomes = waiting.map((row) =>
    outcomeOf(row, found.get(row.email) ?? { result: null, reason: 'NO_ANSWER', detail: null }, {
      now,
      isSandbox: deps.config.isSandbox,
      isOurs: verification.provider === 'SKEIN',
    }),
  );
  const invalid = outcomes.filter((one) => one.result === 'INVALID').map((one) => one.email);
  const who: Who = { workspaceId, userId: createdBy ?? 0, role: 'OWNER', client: null };
  // Before the results are written: after a crash between the two the address is asked again, and never left mailable.
  // What is no address cannot be on the list.
  if (verification.blocks_invalid && invalid.some(isEmailAddress))
    await blockAddresses(deps, who, invalid.filter(isEmailAddress));
  await held.commit(async (sql) => {
    // Before the verification's own row: stopping takes the two in this order.
    await lockRun(workspaceId, sql, held.run.run_id);
    const rows = await writeOutcomes(workspaceId, sql, {
      verificationId: verification.id,
      outcomes,
      at: new Date(now),
    });
    const fine = outcomes
      .filter((one) => one.result !== null && one.result !== 'INVALID' && one.result !== 'UNKNOWN')
      .map((one) => one.email);
    await unblockVerified(workspaceId, sql, [
      ...fine,
      ...(await findForgotten(workspaceId, sql, verification.id, outcomes)),
    ]);
    const charged = rows.reduce((sum, row) => sum + (row.is_charged ? row.count : 0), 0);
    if (charged > 0) await addCharged(workspaceId, sql, verification.id, charged);
    const counts: Record<string, number> = {};
    for (const row of rows) counts[row.result] = (counts[row.result] ?? 0) + row.count;
    return { done: rows.reduce((sum, row) => sum + row.count, 0), counts };
  });
}

/**
 * What is not known, what is no address, and what a service was paid for costs nothing. Somebody whose turn has not
 * come has not been asked.
 */
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
