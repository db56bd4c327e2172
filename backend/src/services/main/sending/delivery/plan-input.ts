import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import { plan } from '#engine/sending/plan';
import { createContext } from '#engine/sending/plan-context';
import type { EnrolmentSnapshot, MailboxSnapshot, PlanInput } from '#engine/sending/plan.types';
import { requiredRows } from '#engine/sending/required-rows';
import type { SqlClient } from '#platform/db/database';
import { readSequence } from '#lifecycle/lifecycle.api';
import { campaignSnapshot } from './load-campaign.store';
import { lockMailboxes, mailboxSnapshots } from './load-mailboxes.store';
import { countLaterToday, findOpenLeads, loadEnrolments, loadRows, type LoadedCounts } from './load-rows.store';

interface Times {
  now: number;
  realNow: number;
  isSendingHeld: boolean;
}

/** A campaign at one time, with leads that must be among those loaded. */
interface LeadsToPlan {
  campaignId: CampaignId;
  times: Times;
  also?: readonly number[];
}

/**
 * The planner's input for the coming trigger, loaded exactly as the trigger loads it; null when the campaign is gone.
 * Rows of `also` are in it, whatever queue they stand in.
 */
export async function loadPlanInput(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { campaignId, times, also = [] }: LeadsToPlan,
): Promise<PlanInput | null> {
  const loaded = await loadHead(workspaceId, sql, campaignId, times);
  if (!loaded) return null;
  const { row, steps, campaign, mailboxes } = loaded;
  // Between two triggers the coming one is judged, with the rows that it will load.
  const { closed } = createContext({ campaign, mailboxes, enrolments: [], incompleteQueues: [], now: times.now });
  const now = closed?.code === 'TRIGGER_INTERVAL' && closed.until !== null ? closed.until : times.now;
  const then = now === times.now ? mailboxes : mailboxes.map((mailbox) => asIfLeft(mailbox, now));
  const required = requiredRows(campaign, then, now);
  const later = await countLaterToday(sql, row.id, required);
  const counted = then.map((mailbox) => ({ ...mailbox, followUpsLaterToday: later.get(mailbox.id) ?? 0 }));
  const places: LoadedCounts = new Map();
  const first = await loadRows(sql, { campaign: row, steps, required, loaded: places, now });
  let input: PlanInput = {
    campaign,
    mailboxes: counted,
    enrolments: first.rows,
    incompleteQueues: first.incomplete,
    now,
  };
  for (let needMore = plan(input).needMore; needMore.length > 0; needMore = plan(input).needMore) {
    const further = {
      ...required,
      rows: required.rows
        .filter((request) => needMore.includes(request.key))
        .map((request) => ({ ...request, limit: request.limit * 4 })),
    };
    const more = await loadRows(sql, { campaign: row, steps, required: further, loaded: places, now });
    if (more.rows.length === 0) {
      input = { ...input, incompleteQueues: [] };
      break;
    }
    input = {
      ...input,
      enrolments: [...input.enrolments, ...more.rows],
      incompleteQueues: [...input.incompleteQueues.filter((key) => !needMore.includes(key)), ...more.incomplete],
    };
  }
  const extra = also.filter((id) => !input.enrolments.some((candidate) => candidate.id === String(id)));
  if (extra.length > 0)
    input = {
      ...input,
      enrolments: [
        ...input.enrolments,
        ...(await loadEnrolments(sql, { campaign: row, steps, enrolmentIds: extra, now })),
      ],
    };
  return input;
}

/** A mailbox at a later instant: what is reserved before it has left by then. */
function asIfLeft(mailbox: MailboxSnapshot, at: number): MailboxSnapshot {
  const left = mailbox.openIntents.filter((sendAt) => sendAt < at);
  return left.length === 0
    ? mailbox
    : {
        ...mailbox,
        openIntents: mailbox.openIntents.filter((sendAt) => sendAt >= at),
        lastSendAt: Math.max(mailbox.lastSendAt ?? 0, ...left),
      };
}

async function loadHead(workspaceId: WorkspaceId, sql: SqlClient, campaignId: CampaignId, times: Times) {
  const sequence = await readSequence(sql, workspaceId, campaignId);
  if (!sequence) return null;
  const { campaign: row, steps } = sequence;
  const campaign = await campaignSnapshot(sql, row, steps, {
    now: times.now,
    sendingHeld: times.isSendingHeld,
    realNow: times.realNow,
  });
  const mailboxes = await mailboxSnapshots(sql, campaign, await lockMailboxes(sql, row.id), times.now);
  return { row, steps, campaign, mailboxes };
}

/** A campaign at one time, with up to a number of leads. */
interface LeadsToSimulate {
  campaignId: CampaignId;
  times: Times;
  most: number;
}

/** The simulator's input: the campaign with its first `most` open leads, and how many there are. */
export async function loadSimulationInput(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { campaignId, times, most }: LeadsToSimulate,
) {
  const loaded = await loadHead(workspaceId, sql, campaignId, times);
  if (!loaded) return null;
  const ids = await findOpenLeads(workspaceId, sql, campaignId, most + 1);
  const enrolments: EnrolmentSnapshot[] = await loadEnrolments(sql, {
    campaign: loaded.row,
    steps: loaded.steps,
    enrolmentIds: ids.slice(0, most),
    now: times.now,
  });
  return { campaign: loaded.campaign, mailboxes: loaded.mailboxes, enrolments, isWhole: ids.length <= most };
}
