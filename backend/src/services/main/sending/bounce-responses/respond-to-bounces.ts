import type { WorkspaceId } from '@skein/contracts/ids';
import {
  classOfBounce,
  describeResponse,
  fewestBounces,
  longestWindowHours,
  respondTo,
  type ScopeFigures,
} from '#engine/bounces/respond-to-bounces';
import { repeatDays, type ResponseScope } from '#engine/bounces/bounce-rules';
import type { SqlClient } from '#platform/db/database';
import type { MainDeps } from '#main/deps';
import {
  countTried,
  findBounces,
  findGuards,
  findLabels,
  findResponses,
  type BounceRow,
  type ResponseRow,
} from './bounce-figures.store';
import { endOver, beginResponse } from '#lifecycle/lifecycle.api';
import { tellOfHold } from './tell-of-hold.store';

const HOUR = 3_600_000;

interface Thing {
  scope: ResponseScope;
  scopeId: string;
  bounces: BounceRow[];
}

/**
 * Everything that a workspace's bounces of the last days touch. Bounces of a dead address say nothing of a campaign
 * whose guard is off: its owner wants them.
 */
function thingsOf(bounces: readonly BounceRow[], guards: ReadonlyMap<number, number>): Thing[] {
  const things = new Map<string, Thing>();
  const add = (scope: ResponseScope, scopeId: number | string | null, bounce: BounceRow) => {
    if (scopeId === null) return;
    const key = `${scope} ${scopeId}`;
    let thing = things.get(key);
    if (!thing) things.set(key, (thing = { scope, scopeId: String(scopeId), bounces: [] }));
    thing.bounces.push(bounce);
  };
  for (const bounce of bounces) {
    const isWanted = bounce.kind === 'BOUNCE' && !(bounce.campaign_id !== null && guards.has(bounce.campaign_id));
    if (isWanted) continue;
    add('CAMPAIGN', bounce.campaign_id, bounce);
    add('MAILBOX', bounce.mailbox_id, bounce);
    add('DOMAIN', bounce.domain, bounce);
    add('IMPORT', bounce.upload_id, bounce);
  }
  return [...things.values()].filter((thing) => thing.bounces.length >= fewestBounces);
}

/** Ends what has run out, and begins what the figures ask for. Safe to repeat: a thing has at most one response at a time. */
export async function respondToBouncesOf(
  deps: Pick<MainDeps, 'db' | 'campaignClock' | 'live'>,
  workspaceId: WorkspaceId,
): Promise<void> {
  const now = deps.campaignClock.now();
  await deps.db.tenantSql(workspaceId, async (sql) => {
    await endOver(workspaceId, sql, new Date(now));
    const since = new Date(now - longestWindowHours * HOUR);
    const bounces = await findBounces(workspaceId, sql, since);
    const guards = await findGuards(workspaceId, sql, bounces);
    const things = thingsOf(bounces, guards);
    if (things.length === 0) return;
    const past = await findResponses(workspaceId, sql, new Date(now - repeatDays * 24 * HOUR));
    const labels = await findLabels(workspaceId, sql, things);
    const begun = [];
    for (const thing of things) {
      const figures = await figuresOf(workspaceId, sql, thing, { past, guards, since });
      const response = respondTo(figures, now);
      if (!response) continue;
      const label = labels.get(`${thing.scope} ${thing.scopeId}`);
      if (label === undefined) continue;
      const reason = describeResponse(response);
      const at = new Date(now);
      if (!(await beginResponse(workspaceId, sql, { ...response, label, reason, at }))) continue;
      if (response.scope === 'IMPORT')
        await tellOfHold(workspaceId, sql, { uploadId: response.scopeId, reason, at, until: new Date(response.until) });
      begun.push(response);
    }
    if (begun.length > 0) await deps.live.publish(sql, workspaceId, ['campaigns', 'mailboxes']);
  });
}

async function figuresOf(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  thing: Thing,
  known: { past: readonly ResponseRow[]; guards: ReadonlyMap<number, number>; since: Date },
): Promise<ScopeFigures> {
  const own = known.past.filter((row) => row.scope === thing.scope && row.scope_id === thing.scopeId);
  const active = own.find((row) => row.ended_at === null) ?? null;
  // A stronger response that replaced a weaker one continues it, so what led to both still counts.
  const ends = own.filter((row) => row.end_reason !== 'ESCALATED').map((row) => row.ended_at?.getTime() ?? 0);
  const tried = await countTried(workspaceId, sql, thing.scope, { scopeId: thing.scopeId, since: known.since });
  return {
    scope: thing.scope,
    scopeId: thing.scopeId,
    bounces: thing.bounces.map((bounce) => ({
      at: bounce.at.getTime(),
      class: classOfBounce(bounce.kind, bounce.words),
      mailboxId: bounce.mailbox_id ?? 0,
    })),
    triedSince: (since) =>
      tried.reduce((sum, each) => sum + (each.at >= since ? each.count : 0), 0) + refusedSince(thing, since),
    active: active && { reaction: active.reaction, class: active.bounce_class },
    lastEndedAt: Math.max(0, ...ends) || null,
    repeats: own.length,
    guardPercent: thing.scope === 'CAMPAIGN' ? (known.guards.get(Number(thing.scopeId)) ?? null) : null,
  };
}

/** Emails that a server refused at once were tried, though never sent. */
const refusedSince = (thing: Thing, since: number): number =>
  thing.bounces.filter((bounce) => !bounce.was_sent && bounce.at.getTime() > since).length;
