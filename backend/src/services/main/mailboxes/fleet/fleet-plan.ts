import type { BounceResponseView, FleetPlanView, FleetRulesView } from '@skein/contracts/main/fleet-plan.contract';
import { closeGap, type GapMailbox } from '#engine/fleet/close-gap';
import { capacityDays, planCapacity, type CapacityCampaign } from '#engine/fleet/capacity-plan';
import { countSending, podWeek, type FleetRules } from '#engine/fleet/plan-fleet';
import { DAY_MS, localDateAt } from '@skein/template/zone-clock';
import { notFound, SkeinError } from '#platform/http/skein-error';
import type { RequestActor } from '#platform/http/request-actor';
import type { MainDeps } from '#main/deps';
import { scopeOf } from '#access/access.api';
import { newLeadsByHold, releaseResponse, type StoredResponse } from '#lifecycle/lifecycle.api';
import { findActiveResponses } from './bounce-responses.store';
import { convergeFleet, plannedMailboxes, podName } from './converge-fleet';
import { findNeeds, type NeedRow } from './fleet-need.store';
import { appendLog, findLog, findMembers, findRules, writeRules } from './fleet-plan.store';
import { findFleet } from './fleet.store';

type PlanDeps = Pick<MainDeps, 'db' | 'live' | 'campaignClock'>;

const isWhole = (actor: RequestActor): boolean => {
  const { clientId, memberId } = scopeOf(actor);
  return clientId === null && memberId === null;
};

/**
 * Pods, capacity and what the fleet did by itself. Those who see a part of the workspace see the part's capacity,
 * without need, log and responses.
 */
export async function getFleetPlan(deps: PlanDeps, actor: RequestActor): Promise<FleetPlanView> {
  const now = deps.campaignClock.now();
  const { workspaceId } = actor;
  const whole = isWhole(actor);
  const { clientId, memberId } = scopeOf(actor);
  const found = await deps.db.tenantSql(workspaceId, async (sql) => {
    const needs = whole ? await findNeeds(workspaceId, sql, new Date(now + capacityDays * DAY_MS)) : [];
    const ids = needs.map(({ id }) => id);
    return {
      needs,
      holds: await newLeadsByHold(workspaceId, sql, ids, now),
      rules: await findRules(workspaceId, sql),
      rows: await findFleet(workspaceId, sql, new Date(now), { clientId, memberId }),
      members: new Map((await findMembers(workspaceId, sql)).map((row) => [row.id, row])),
      responses: whole ? await findActiveResponses(workspaceId, sql, new Date(now)) : [],
      log: whole ? await findLog(workspaceId, sql) : [],
    };
  });
  const { rules, members } = found;
  const today = localDateAt('Etc/GMT', now);
  const planned = plannedMailboxes(found.rows, members, now);
  const mailboxes = found.rows.map((row, index): GapMailbox => {
    const { restingUntil, pod, podRestUntil } = planned[index]!;
    return {
      id: row.id,
      canSend: row.state === 'connected',
      perDay: row.message_per_day,
      ramp: members.get(row.id)?.ramp ?? null,
      restingUntil,
      pod,
      restsByPod: restingUntil !== null && podRestUntil === restingUntil,
    };
  });
  const campaigns = found.needs.map((need) => campaignOf(need, found.holds.get(need.id) ?? []));
  const days = planCapacity(rules, mailboxes, campaigns, today);
  const podOf = planned.map(({ pod }) => (rules && pod !== null && pod < rules.pods ? pod : null));
  return {
    rules: rules && rulesView(rules),
    days: days.map((day) => ({
      date: day.date,
      capacity: day.capacity,
      by_pod: [...day.byPod],
      without_pod: day.withoutPod,
      planned: day.planned,
      is_closed: day.isClosed,
    })),
    pods: Array.from({ length: rules?.pods ?? 0 }, (_, pod) => {
      const week = podWeek(rules as FleetRules, pod, today);
      return {
        name: podName(pod),
        mailboxes: podOf.filter((own) => own === pod).length,
        is_resting: week.isResting,
        week: week.week,
        rest_from: week.restFrom,
        rest_until: week.restUntil,
      };
    }),
    without_pod: podOf.filter((own) => own === null).length,
    fixes: closeGap(rules, mailboxes, days).map((fix) => ({
      kind: fix.kind,
      mailboxes: fix.mailboxes,
      mailbox_ids: [...fix.mailboxIds],
      per_day: fix.perDay,
      rest_from: fix.restFrom,
      short_after: fix.shortAfter,
    })),
    short_campaigns: whole && rules ? shortCampaigns(rules, planned, members) : [],
    responses: found.responses.map(responseView),
    log: found.log.map((row) => ({ ...row, at: row.at.toISOString() })),
  };
}

/** A campaign as the plan counts it: new leads of an import on hold are planned from the end of the hold on, once. */
function campaignOf(need: NeedRow, holds: readonly { leads: number; until: number }[]): CapacityCampaign {
  return {
    sendingDays: need.sending_days,
    holidays: need.holidays,
    startDate: need.start_date,
    newLeads: Math.max(0, need.new_leads - holds.reduce((sum, hold) => sum + hold.leads, 0)),
    heldNewLeads: holds.map(({ leads, until }) => ({ date: localDateAt(need.time_zone, until), count: leads })),
    newLeadsPerDay: need.max_leads_per_day === 0 ? null : need.max_leads_per_day,
    steps: need.steps,
    due: need.due,
  };
}

function shortCampaigns(
  rules: FleetRules,
  planned: ReturnType<typeof plannedMailboxes>,
  members: Awaited<ReturnType<typeof findMembers>> extends (infer Row)[] ? ReadonlyMap<number, Row> : never,
): FleetPlanView['short_campaigns'] {
  const names = new Map([...members.values()].flatMap((member) => member.campaigns).map(({ id, name }) => [id, name]));
  return [...countSending(planned)]
    .filter(([, sending]) => sending < rules.leastSending)
    .map(([id, sending]) => ({ id, name: names.get(id) ?? '', sending, least: rules.leastSending }))
    .slice(0, 50);
}

const rulesView = (rules: FleetRules): FleetRulesView => ({
  pods: rules.pods,
  send_weeks: rules.sendWeeks,
  rest_from: rules.restFrom,
  least_sending: rules.leastSending,
  rests_high_risk: rules.restsHighRisk,
});

const responseView = (row: StoredResponse): BounceResponseView => ({
  id: row.id,
  scope: row.scope,
  scope_id: row.scope_id,
  label: row.label,
  reaction: row.reaction,
  cause: row.cause,
  reason: row.reason,
  level: row.level,
  began_at: row.began_at.toISOString(),
  until: row.until.toISOString(),
});

/** The rules are about every mailbox of the workspace, so whoever sees a part of it does not set them. @throws SkeinError FORBIDDEN */
export async function setFleetRules(deps: PlanDeps, actor: RequestActor, rules: FleetRulesView) {
  if (!isWhole(actor))
    throw new SkeinError('FORBIDDEN', 'The fleet’s rules can be set by people who see every mailbox.');
  await deps.db.tenantSql(actor.workspaceId, (sql) =>
    writeRules(actor.workspaceId, sql, {
      pods: rules.pods,
      sendWeeks: rules.send_weeks,
      restFrom: rules.rest_from,
      leastSending: rules.least_sending,
      restsHighRisk: rules.rests_high_risk,
    }),
  );
  return convergeFleet(deps, actor.workspaceId);
}

/** @throws SkeinError NOT_FOUND for one that has ended, FORBIDDEN for those who see a part of the workspace */
export async function releaseBounceResponse(deps: PlanDeps, actor: RequestActor, id: number) {
  const now = new Date(deps.campaignClock.now());
  return deps.db.tenantSql(actor.workspaceId, async (sql) => {
    const released = isWhole(actor) ? await releaseResponse(actor.workspaceId, sql, id, now) : null;
    if (!released) throw notFound('This response');
    await appendLog(actor.workspaceId, sql, now, [
      { kind: 'RELEASED', mailboxes: 0, text: `${released.label} was released from its response to bounces.` },
    ]);
    await deps.live.publish(sql, actor.workspaceId, ['campaigns', 'mailboxes']);
    return responseView(released);
  });
}
