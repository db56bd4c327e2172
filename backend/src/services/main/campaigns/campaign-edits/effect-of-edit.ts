import type { CampaignId } from '@skein/contracts/ids';
import type { EditEffect } from '@skein/contracts/main/campaign-edits.contract';
import type { SimulationInput } from '#engine/sending/simulation.types';
import type { SqlClient } from '#platform/db/database';
import { SkeinError } from '#platform/http/skein-error';
import { readForRequest } from '#platform/workers/answer-heavy';
import type { MainDeps } from '#main/deps';
import { requireCampaign, type Who } from '#access/access.api';

import { simulateTask, weightOfSimulation } from '../review/simulate-task';
import { findSteps } from '../sequences/sequences.store';
import { applyEdit, type EditDeps, type ProposedEdit } from './apply-edit';
import { describeEdit } from './describe-edit';
import { countReserved, countResent, findOpenLeads, type OpenLead } from './edit-effect.store';
import { loadSimulationInput } from '#sending/sending.api';
import { readSendingHeld } from '../review/forecast-facts.store';

/** Leads that the outlook is played through with, before and after. */
const mostLeads = 1_500;

const nothing = { open: 0, unchanged: 0, moved: 0, ended: 0, sooner: 0, later: 0, resent: 0 };

/** Carries what was found out of the transaction that it rolls back. */
class Found extends Error {
  constructor(
    readonly effect: EditEffect,
    readonly inputs: readonly Awaited<ReturnType<typeof loadSimulationInput>>[],
  ) {
    super('rolled back on purpose');
  }
}

/**
 * What an edit would do. The edit is really made, by the operations that make it always, in a transaction that is then rolled back:
 * so the numbers are those of saving it. An edit that is refused answers with the refusal.
 * @throws SkeinError NOT_FOUND, CONFLICT
 */
export async function effectOfEdit(
  deps: EditDeps & Pick<MainDeps, 'heavyWork'>,
  who: Who,
  campaignId: CampaignId,
  edit: ProposedEdit,
): Promise<EditEffect> {
  const isSendingHeld = await readSendingHeld(deps.db);
  const times = { now: deps.campaignClock.now(), realNow: deps.realClock.now(), isSendingHeld };
  try {
    await deps.db.tenantSql(who.workspaceId, async (sql) => {
      const before = await stateOf(sql, who, campaignId);
      const first = await loadSimulationInput(who.workspaceId, sql, { campaignId, times, most: mostLeads });
      await applyEdit(deps, sql, who, { campaignId, edit });
      const after = await stateOf(sql, who, campaignId, [...before.leads.keys()]);
      const second = await loadSimulationInput(who.workspaceId, sql, { campaignId, times, most: mostLeads });
      throw new Found(compare(before, after), [first, second]);
    });
  } catch (error) {
    if (error instanceof SkeinError && (error.code === 'VALIDATION' || error.code === 'ILLEGAL_TRANSITION'))
      return {
        refusal: error.message,
        changes: [],
        leads: nothing,
        new_steps: [],
        removed_steps: [],
        reserved_taken_back: 0,
        before: null,
        after: null,
      };
    if (!(error instanceof Found)) throw error;
    const [before, after] = await Promise.all(error.inputs.map((input) => outlookOf(deps, input, times.now)));
    return { ...error.effect, before: before ?? null, after: after ?? null };
  }
  throw new Error('an edit that was looked at was saved');
}

async function stateOf(sql: SqlClient, who: Who, campaignId: CampaignId, also: readonly number[] = []) {
  return {
    campaign: await requireCampaign(sql, who, campaignId, true),
    steps: await findSteps(who.workspaceId, sql, campaignId),
    leads: await findOpenLeads(who.workspaceId, sql, campaignId, also),
    reserved: await countReserved(who.workspaceId, sql, campaignId),
    resent: await countResent(who.workspaceId, sql, campaignId),
  };
}
type State = Awaited<ReturnType<typeof stateOf>>;

const isOpen = (lead: OpenLead | undefined): lead is OpenLead =>
  lead !== undefined && lead.status !== 'COMPLETED' && lead.status !== 'STOPPED' && lead.status !== 'BLOCKED';

/** The step a lead waits for; one that was never pointed at a step stands at the first of its number or later. */
const standsAt = (state: State, lead: OpenLead): number | null =>
  lead.next_step_id ?? state.steps.find((step) => step.seq_number >= lead.next_seq_number)?.id ?? null;

function compare(before: State, after: State): EditEffect {
  const leads = { ...nothing, open: before.leads.size, resent: after.resent };
  for (const [id, old] of before.leads) {
    const now = after.leads.get(id);
    if (!isOpen(now)) {
      leads.ended += 1;
      continue;
    }
    if (standsAt(after, now) !== standsAt(before, old)) leads.moved += 1;
    else leads.unchanged += 1;
    const [from, to] = [old.next_due_at?.getTime() ?? null, now.next_due_at?.getTime() ?? null];
    if (from !== null && to !== null && from !== to) leads[to < from ? 'sooner' : 'later'] += 1;
  }
  const standing = [...after.leads]
    .filter(([id, lead]) => before.leads.has(id) && isOpen(lead))
    .map(([, lead]) => lead);
  const ended = leads.ended;
  return {
    refusal: null,
    changes: describeEdit(before, after),
    leads,
    new_steps: after.steps
      .filter((step) => !before.steps.some((old) => old.id === step.id))
      .map((step) => {
        const gets = standing.filter((lead) => lead.next_seq_number <= step.seq_number).length;
        return { seq_number: step.seq_number, leads: gets, past: standing.length - gets + ended };
      }),
    removed_steps: before.steps
      .filter((step) => !after.steps.some((other) => other.id === step.id))
      .map((step) => ({
        seq_number: step.seq_number,
        leads: [...before.leads.values()].filter((lead) => lead.next_seq_number <= step.seq_number).length,
      })),
    reserved_taken_back: Math.max(0, before.reserved - after.reserved),
    before: null,
    after: null,
  };
}

async function outlookOf(
  deps: Pick<MainDeps, 'heavyWork'>,
  input: Awaited<ReturnType<typeof loadSimulationInput>>,
  now: number,
): Promise<EditEffect['before']> {
  if (!input || input.mailboxes.length === 0) return null;
  const played: SimulationInput = {
    campaign: { ...input.campaign, status: 'ACTIVE', statusReason: null, sendingHeld: false },
    mailboxes: input.mailboxes,
    enrolments: input.enrolments,
    now,
  };
  const size = weightOfSimulation(played);
  const result = await readForRequest(deps.heavyWork, simulateTask, played, { size, field: 'steps' });
  return {
    emails: result.emails,
    last_send_at: result.lastSendAt === null ? null : new Date(result.lastSendAt),
    sending_days: result.sendingDays,
    bottleneck: result.periods[0]?.text ?? null,
    is_complete: result.finished && input.isWhole,
  };
}
