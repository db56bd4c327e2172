import type { WorkspaceId } from '@skein/contracts/ids';
import { burnOutOf } from '#engine/fleet/burn-out';
import { planFleet, type FleetPlan, type FleetRules, type PlannedMailbox } from '#engine/fleet/plan-fleet';
import { dayText } from '@skein/contracts/instant';
import { DAY_MS, instantOfLocal, localDateAt } from '@skein/template/zone-clock';
import type { SqlClient } from '#platform/db/database';
import { counted } from '#platform/log/counted';
import type { MainDeps } from '#main/deps';
import { endOver } from '#lifecycle/lifecycle.api';
import { burnOutFacts } from './burn-out-facts';
import {
  appendLog,
  endRests,
  findFleets,
  findMembers,
  findRules,
  writePods,
  writeRests,
  type MemberRow,
  lockPlan,
} from './fleet-plan.store';
import { findFleet, type FleetRow } from './fleet.store';

type FleetDeps = Pick<MainDeps, 'db' | 'live' | 'campaignClock' | 'log'>;

/** The name of a pod, counted from 0. */
export const podName = (pod: number): string => `Pod ${String.fromCodePoint(65 + pod)}`;

/** Every workspace's fleet, one after the other; one that fails is logged and does not hold up the others. */
export async function convergeFleets(deps: FleetDeps): Promise<void> {
  const ids = await deps.db.systemSql((sql) => findFleets(sql));
  for (const workspaceId of ids)
    await convergeFleet(deps, workspaceId).catch((error: unknown) =>
      deps.log.error({ error, workspace: workspaceId }, 'a fleet could not be brought to its rules; it is tried again'),
    );
}

/** Brings one fleet to its rules, and writes down what was done. Safe to repeat: a fleet that keeps to its rules is left alone. */
export async function convergeFleet(
  deps: Omit<FleetDeps, 'log'>,
  workspaceId: WorkspaceId,
): Promise<{ assigned: number; rested: number; ended: number; held_back: number }> {
  const now = deps.campaignClock.now();
  return deps.db.tenantSql(workspaceId, async (sql) => {
    const recovered = await endOver(workspaceId, sql, new Date(now));
    const rules = await findRules(workspaceId, sql);
    const log = recovered.map(({ label, reaction }) => ({
      kind: 'RECOVERED',
      mailboxes: 1,
      text: `${label} recovered from bounces: ${reaction === 'HOLD' ? 'the hold ended' : reaction === 'REST' ? 'the rest ended' : 'it sends at its full limit'}.`,
    }));
    if (!rules) {
      if (log.length > 0) await appendLog(workspaceId, sql, new Date(now), log);
      return { assigned: 0, rested: 0, ended: 0, held_back: 0 };
    }
    await lockPlan(workspaceId, sql);
    const rows = await findFleet(workspaceId, sql, new Date(now), { clientId: null, memberId: null });
    const members = new Map((await findMembers(workspaceId, sql)).map((row) => [row.id, row]));
    const plan = planFleet(rules, plannedMailboxes(rows, members, now));
    await apply(workspaceId, sql, { rules, plan, members });
    await appendLog(workspaceId, sql, new Date(now), [...log, ...describe(plan, rows, members)]);
    if (plan.rest.length + plan.end.length + plan.assign.length > 0)
      await deps.live.publish(sql, workspaceId, ['mailboxes']);
    return {
      assigned: plan.assign.length,
      rested: plan.rest.length,
      ended: plan.end.length,
      held_back: plan.heldBack.length,
    };
  });
}

export const plannedMailboxes = (
  rows: readonly FleetRow[],
  members: ReadonlyMap<number, MemberRow>,
  now: number,
): PlannedMailbox[] =>
  rows.map((row) => {
    const member = members.get(row.id);
    const zone = member?.time_zone ?? 'Etc/GMT';
    return {
      id: row.id,
      domain: row.from_email.split('@')[1] ?? '',
      canSend: row.state === 'connected',
      today: localDateAt(zone, now),
      restingUntil: row.resting_until === null ? null : localDateAt(zone, row.resting_until.getTime()),
      pod: member?.pod ?? null,
      podRestUntil: member?.pod_rest_until ?? null,
      isHighRisk: burnOutOf(burnOutFacts(row)).level === 'HIGH',
      campaigns: (member?.campaigns ?? []).map(({ id }) => id),
    };
  });

/** The plan of a fleet, by its rules, for its members. */
interface PlanToApply {
  rules: FleetRules;
  plan: FleetPlan;
  members: ReadonlyMap<number, MemberRow>;
}

async function apply(workspaceId: WorkspaceId, sql: SqlClient, { rules, plan, members }: PlanToApply): Promise<void> {
  await writePods(workspaceId, sql, rules.pods, plan.assign);
  await endRests(
    workspaceId,
    sql,
    plan.end.map(({ id }) => id),
  );
  await writeRests(
    workspaceId,
    sql,
    plan.rest.map(({ id, until, why }) => ({
      id,
      until: new Date(instantOfLocal(members.get(id)?.time_zone ?? 'Etc/GMT', Date.parse(until) / DAY_MS, 0)),
      podUntil: why === 'POD' ? until : null,
    })),
  );
}

const mailboxesOf = (count: number): string => counted(count, 'mailbox', 'mailboxes');

/** One line for each kind of thing that was done. */
function describe(plan: FleetPlan, rows: readonly FleetRow[], members: ReadonlyMap<number, MemberRow>) {
  const email = new Map(rows.map((row) => [row.id, row.from_email]));
  const entries: { kind: string; mailboxes: number; text: string }[] = [];
  if (plan.assign.length > 0) {
    const pods = [...new Set(plan.assign.map(({ pod }) => pod))].sort((one, other) => one - other).map(podName);
    entries.push({
      kind: 'ASSIGNED',
      mailboxes: plan.assign.length,
      text: `Put ${mailboxesOf(plan.assign.length)} into ${pods.join(', ')}.`,
    });
  }
  for (const why of ['POD', 'RISK'] as const) {
    const rested = plan.rest.filter((each) => each.why === why);
    if (rested.length === 0) continue;
    const names = rested.length <= 3 ? ` (${rested.map(({ id }) => email.get(id)).join(', ')})` : '';
    const rests = rested.length === 1 ? 'rests' : 'rest';
    entries.push({
      kind: why === 'POD' ? 'POD_RESTS' : 'RISK_RESTS',
      mailboxes: rested.length,
      text:
        why === 'POD'
          ? `${mailboxesOf(rested.length)}${names} ${rests} until ${dayText(rested[0]!.until)}: it is the pod’s week.`
          : `${mailboxesOf(rested.length)}${names} ${rests} until ${dayText(rested[0]!.until)}: close to burning out.`,
    });
  }
  if (plan.end.length > 0)
    entries.push({
      kind: 'REST_ENDED',
      mailboxes: plan.end.length,
      text: `Ended the rest of ${mailboxesOf(plan.end.length)}: the pod’s week was moved.`,
    });
  const held = new Map<number, number>();
  for (const { campaign } of plan.heldBack) held.set(campaign, (held.get(campaign) ?? 0) + 1);
  const names = new Map([...members.values()].flatMap((member) => member.campaigns).map(({ id, name }) => [id, name]));
  for (const [campaign, count] of held)
    entries.push({
      kind: 'HELD_BACK',
      mailboxes: count,
      text: `${mailboxesOf(count)} should rest and ${count === 1 ? 'keeps' : 'keep'} sending: ${names.get(campaign)} would fall below its floor.`,
    });
  return entries.map((entry) => ({ ...entry, text: entry.text.slice(0, 500) }));
}
