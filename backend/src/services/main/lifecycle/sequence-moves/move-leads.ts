import type { WorkspaceId } from '@skein/contracts/ids';
import { stepDueAt } from '#engine/sending/calendar';
import type { SqlClient } from '#platform/db/database';
import { scheduleOf } from '../campaign-state/campaign-schedule';
import {
  pointLeads,
  pointNewLeads,
  renumberPassed,
  renumberWaiting,
  type Part,
} from '../lead-state/enrolment/places.store';
import { lookAgain } from '../lead-state/look-again';
import { loadLeadSchedules } from '../lead-zone/load-lead-schedules';
import type { CampaignRecord } from '#access/access.api';
import type { StepInput } from '@skein/contracts/main/sequence-views';
import {
  findHad,
  findLeaving,
  findWaitingLeads,
  holdEnrolments,
  renumberLeaving,
  type StepDelay,
  type WaitingLead,
} from './sequence-positions.store';

/** Leads moved in one statement. */
const batch = 5_000;

/** A step as it was before. */
type OldStep = StepDelay & Pick<StepInput, 'seq_type'>;

interface Change {
  old: readonly OldStep[];
  ids: number[];
  moves: ReadonlyMap<number, number | null>;
  /** Steps that were removed before and may be back. */ revived: ReadonlySet<number>;
  steps: readonly StepInput[];
  passed: number;
}

const sameDelay = (old: OldStep, step: StepInput): boolean =>
  old.delay_days === step.seq_delay_details.delayInDays &&
  old.delay_hours === step.seq_delay_details.delayInHours &&
  old.delay_minutes === step.seq_delay_details.delayInMinutes;

/** The change of a campaign's sequence that its leads follow. */
interface SequenceMove {
  campaign: CampaignRecord;
  change: Change;
  at: Date;
}

/**
 * Leads under way go to the step they now wait for. Those whose mail is leaving come last, and shortly: what is
 * recorded of it moves them as well, by the sequence as it stood before until they are held here, by the new one
 * afterwards.
 */
export async function moveLeads(
  sql: SqlClient,
  workspaceId: WorkspaceId,
  { campaign, change, at }: SequenceMove,
): Promise<void> {
  const leaving = await findLeaving(workspaceId, sql, campaign.id);
  await movePart(sql, workspaceId, { campaign, change, part: { ids: leaving, isOthers: true }, at });
  if (leaving.length > 0) {
    await holdEnrolments(workspaceId, sql, leaving);
    await movePart(sql, workspaceId, { campaign, change, part: { ids: leaving, isOthers: false }, at });
    await renumberLeaving(workspaceId, sql, leaving);
  }
  // Who waited for a field that no text asks for any more is looked at again.
  await lookAgain(workspaceId, sql, campaign.id, 'PARKED');
}

/** One part of the leads that follow the change. */
interface PartToMove {
  campaign: CampaignRecord;
  change: Change;
  part: Part;
  at: Date;
}

/** A part of the leads, each due by its step's delay after the last real send. */
async function movePart(
  sql: SqlClient,
  workspaceId: WorkspaceId,
  { campaign, change, part, at }: PartToMove,
): Promise<void> {
  await pointNewLeads(workspaceId, sql, { campaignId: campaign.id, firstStepId: change.ids[0] ?? null, part });
  // Past a step that is gone is past the last one before it that is left.
  const placeOf = (number: number) =>
    Math.max(
      0,
      ...change.old.filter((step) => step.seq_number <= number).map((step) => change.ids.indexOf(step.id) + 1),
    );
  const renumbered = change.old
    .filter((step) => step.seq_number <= change.passed)
    .map((step) => ({ from: step.seq_number, to: placeOf(step.seq_number) }))
    .filter(({ from, to }) => from !== to);
  if (renumbered.length > 0)
    await renumberPassed(workspaceId, sql, { campaignId: campaign.id, steps: renumbered, part });
  for (const step of change.old) {
    const next = change.moves.get(step.id) ?? null;
    const place = next === null ? change.ids.length : change.ids.indexOf(next);
    const target = change.steps[place];
    if (next === step.id && target && sameDelay(step, target) && target.seq_type === step.seq_type) continue;
    for (let after = 0; ;) {
      const leads = await findWaitingLeads(workspaceId, sql, {
        campaignId: campaign.id,
        stepId: step.id,
        part,
        after,
        limit: batch,
      });
      if (leads.length === 0) break;
      await putBefore(sql, workspaceId, { campaign, change, place, leads, at });
      after = (leads.at(-1) as WaitingLead).id;
    }
  }
  await renumberWaiting(workspaceId, sql, {
    campaignId: campaign.id,
    steps: change.ids.map((id, index) => ({ id, number: index + 1 })),
    part,
  });
}

/** Leads that go before a place of the changed sequence. */
interface LeadsToPlace {
  campaign: CampaignRecord;
  change: Change;
  place: number;
  leads: readonly WaitingLead[];
  at: Date;
}

/** Puts leads before the step at a place; whoever had it already, because it was removed meanwhile, goes before the one after it. */
async function putBefore(
  sql: SqlClient,
  workspaceId: WorkspaceId,
  { campaign, change, place, leads, at }: LeadsToPlace,
): Promise<void> {
  const id = change.ids[place] ?? null;
  const had =
    id !== null && change.revived.has(id)
      ? await findHad(
          workspaceId,
          sql,
          id,
          leads.map((lead) => lead.id),
        )
      : new Set<number>();
  const step = change.steps[place];
  const delay = step && {
    days: step.seq_delay_details.delayInDays,
    hours: step.seq_delay_details.delayInHours,
    minutes: step.seq_delay_details.delayInMinutes,
    basis: campaign.delay_basis,
  };
  const placed = leads.filter((lead) => !had.has(lead.id));
  const ids = placed.map((lead) => lead.id);
  const scheduleFor = await loadLeadSchedules(workspaceId, sql, scheduleOf(campaign), ids);
  const here = placed.map((lead) => ({
    id: lead.id,
    dueAt: delay ? new Date(stepDueAt(delay, scheduleFor(lead.id), lead.last_at.getTime())) : null,
  }));
  if (here.length > 0) await pointLeads(workspaceId, sql, { step: { id, number: place + 1 }, leads: here, at });
  if (had.size > 0)
    await putBefore(sql, workspaceId, {
      campaign,
      change,
      place: place + 1,
      leads: leads.filter((lead) => had.has(lead.id)),
      at,
    });
}
