import type { CampaignId, MailboxId, WorkspaceId } from '@skein/contracts/ids';
import { dayText } from '#platform/clock/day-text';
import type { Database } from '#platform/db/database';
import type { RunToCheck } from './checks.store';
import {
  addActions,
  countBelow,
  findHeldMailboxes,
  findHeldSteps,
  findScores,
  hasSettledLater,
  isRunning,
  keepScores,
  tellPeople,
  type MailboxScore,
} from './follow-run.store';

/** The test that does it, and its reason in words. */
interface Cause {
  testId: number;
  why: string;
}
interface TestedStep {
  campaignId: CampaignId;
  variantId: number;
}

/** What happens to mailboxes, leads and steps; the areas that own them do it, and write it into the history. */
export interface PlacementActions {
  rest(workspaceId: WorkspaceId, mailboxId: MailboxId, days: number, cause: Cause): Promise<Date | null>;
  lowerCap(workspaceId: WorkspaceId, mailboxId: MailboxId, cap: number, cause: Cause): Promise<number | null>;
  moveLeads(
    workspaceId: WorkspaceId,
    mailboxId: MailboxId,
    below: readonly number[],
    cause: Cause,
  ): Promise<{ moved: number; campaigns: number; stayed: number }>;
  pauseStep(workspaceId: WorkspaceId, step: TestedStep, cause: Cause): Promise<string | null>;
  recover(
    workspaceId: WorkspaceId,
    mailboxId: MailboxId,
    cause: Cause,
  ): Promise<{ restedUntil: Date | null; limit: { from: number; to: number } | null } | null>;
  resumeStep(workspaceId: WorkspaceId, step: TestedStep, cause: Cause): Promise<string | null>;
}

interface Done {
  mailbox: string;
  action: 'rest' | 'cap' | 'leads' | 'step' | 'notice' | 'rest-ended' | 'cap-restored' | 'step-resumed';
  text: string;
}

/** Days for which a mailbox rests whose placement fell below the threshold of a test. */
const restDaysBelowThreshold = 7;

/**
 * What was asked for on falling placement, once for each run: a mailbox below the threshold in as many runs in a row as
 * the test says rests, or gets a lower daily limit, its leads move, the step pauses, people hear of it. What is so
 * already is left alone. A mailbox at or above the threshold is let go again, and every one where the rule was switched
 * off or the test stopped.
 */
export async function followRun(db: Database, actions: PlacementActions, run: RunToCheck, at: Date): Promise<void> {
  const { workspace_id: workspaceId } = run;
  const scores = await db.systemSql((sql) => findScores(workspaceId, sql, run.run_id));
  if (scores.length > 0) await db.systemSql((sql) => keepScores(workspaceId, sql, scores, at));
  const done: Done[] = [];
  const keep = async (more: Done[]) => {
    done.push(...more);
    if (more.length > 0) await db.systemSql((sql) => addActions(workspaceId, sql, run.run_id, more));
  };
  // Settling took its time: a test that was stopped or deleted meanwhile, or whose schedule is over, changes nothing
  // any more. Each action looks again.
  const isFollowed = await db.systemSql((sql) => isRunning(workspaceId, sql, run.test_id, at));
  const threshold = isFollowed ? run.rest_below : null;
  // A run that settles after a later one says nothing about the present.
  if (!(await db.systemSql((sql) => hasSettledLater(workspaceId, sql, run.test_id, run.number))))
    await releaseRecovered(actions, run, { scores, threshold, keep });
  if (threshold === null) return;
  const low = scores.filter(({ score }) => score !== null && score < threshold);
  const before = run.below_runs - 1;
  const known =
    before === 0 || low.length === 0
      ? null
      : await db.systemSql((sql) =>
          countBelow(workspaceId, sql, { testId: run.test_id, number: run.number, runs: before, below: threshold }),
        );
  // One bad run may be chance: a mailbox has fallen when each of the last runs says so.
  const below = known === null ? low : low.filter(({ mailbox_id: id }) => known.get(id) === before);
  for (const mailbox of below) await keep(await followMailbox(actions, run, mailbox, below));
  if (run.pauses_step && run.source && below.length > 0 && below.length === scores.length) {
    const why = `Every mailbox of run ${run.number} of “${run.test_name}” was placed below ${threshold}%${inARow(run)}.`;
    const paused = await actions.pauseStep(workspaceId, stepOf(run.source), { testId: run.test_id, why });
    if (paused) await keep([{ mailbox: '', action: 'step', text: `Paused ${paused}. ${why}` }]);
  }
  if (run.notifies && below.length > 0) {
    await db.systemSql(async (sql) => {
      for (const { mailbox_id: id, email, client_id: client, score } of below)
        await tellPeople(workspaceId, sql, {
          clientId: client,
          facts: {
            mailbox_id: id,
            email,
            score,
            run: run.number,
            name: run.test_name,
            test_id: run.test_id,
            done: done
              .filter((each) => each.mailbox === email || each.action === 'step')
              .map((each) => each.text.split('. ')[0])
              .join('. '),
          },
          key: `placement-fell:${run.run_id}:${id}`,
        });
    });
    await keep([{ mailbox: '', action: 'notice', text: 'People who follow placement were notified.' }]);
  }
}

type TestedSource = Pick<NonNullable<RunToCheck['source']>, 'campaign_id' | 'variant_id'>;
const stepOf = ({ campaign_id: campaignId, variant_id: variantId }: TestedSource): TestedStep => ({
  campaignId,
  variantId,
});

/**
 * Ends what this test did to mailboxes that are placed well again, and to the step once not every mailbox is below; all
 * of it where the rule was switched off. Leads that moved stay.
 */
async function releaseRecovered(
  actions: PlacementActions,
  run: RunToCheck,
  given: { scores: readonly MailboxScore[]; threshold: number | null; keep: (done: Done[]) => Promise<void> },
): Promise<void> {
  const { workspace_id: workspaceId, test_id: testId, number, test_name: name } = run;
  const { threshold, keep } = given;
  const recovered = given.scores.filter(({ score }) => threshold === null || (score !== null && score >= threshold));
  for (const { mailbox_id: id, email, score } of recovered) {
    const why =
      threshold === null
        ? endedWords(name)
        : `Placement of ${score}% in run ${number} of “${name}”, at least ${threshold}%.`;
    const ended = await actions.recover(workspaceId, id, { testId, why });
    const text = (what: string) => `${what}. ${why}`;
    await keep([
      ...(ended?.restedUntil
        ? [
            {
              mailbox: email,
              action: 'rest-ended' as const,
              text: text(`Resumed sending, instead of resting until ${dayText(ended.restedUntil)}`),
            },
          ]
        : []),
      ...(ended?.limit
        ? [
            {
              mailbox: email,
              action: 'cap-restored' as const,
              text: text(`Daily limit restored from ${ended.limit.from} to ${ended.limit.to}`),
            },
          ]
        : []),
    ]);
  }
  if (!run.source || recovered.length === 0) return;
  const why =
    threshold === null
      ? endedWords(name)
      : `Not every mailbox of run ${number} of “${name}” was placed below ${threshold}%.`;
  const resumed = await actions.resumeStep(workspaceId, stepOf(run.source), { testId, why });
  if (resumed) await keep([{ mailbox: '', action: 'step-resumed', text: `Resumed ${resumed}. ${why}` }]);
}

/**
 * What the rule of a test did ends with the test: no later run could see its mailboxes recover. Leads that moved stay.
 * @param test before it is deleted
 */
export async function releaseAll(
  actions: Pick<PlacementActions, 'recover' | 'resumeStep'>,
  workspaceId: WorkspaceId,
  test: { id: number; name: string; sender_ids: readonly number[]; source: TestedSource | null },
): Promise<void> {
  const cause = { testId: test.id, why: endedWords(test.name) };
  for (const mailboxId of test.sender_ids) await actions.recover(workspaceId, mailboxId, cause);
  if (test.source) await actions.resumeStep(workspaceId, stepOf(test.source), cause);
}

const endedWords = (name: string) => `“${name}” no longer follows falling placement.`;

/**
 * Ends what is left of tests that were stopped or deleted, whose schedule is over or whose rule was switched off: also where a process died
 * after it stopped a test.
 */
export async function releaseEnded(
  db: Database,
  actions: Pick<PlacementActions, 'recover' | 'resumeStep'>,
  at: Date,
): Promise<void> {
  for (const held of await db.systemSql((sql) => findHeldMailboxes(sql, at)))
    await actions.recover(held.workspace_id, held.mailbox_id, { testId: held.test_id, why: endedWords(held.name) });
  for (const held of await db.systemSql((sql) => findHeldSteps(sql, at)))
    await actions.resumeStep(held.workspace_id, stepOf(held), { testId: held.test_id, why: endedWords(held.name) });
}

const inARow = ({ below_runs: runs }: RunToCheck) => (runs > 1 ? ` in ${runs} runs in a row` : '');

async function followMailbox(
  actions: PlacementActions,
  run: RunToCheck,
  { mailbox_id: id, email, score }: MailboxScore,
  below: readonly MailboxScore[],
): Promise<Done[]> {
  const { workspace_id: workspaceId, cap_to: cap } = run;
  const why = `Placement of ${score}% in run ${run.number} of “${run.test_name}”, below ${run.rest_below}%${inARow(run)}.`;
  const cause = { testId: run.test_id, why };
  const done: Done[] = [];
  if (cap === null) {
    const until = await actions.rest(workspaceId, id, restDaysBelowThreshold, cause);
    if (until) done.push({ mailbox: email, action: 'rest', text: `Rests until ${dayText(until)}. ${why}` });
  } else {
    const before = await actions.lowerCap(workspaceId, id, cap, cause);
    if (before !== null)
      done.push({ mailbox: email, action: 'cap', text: `Daily limit lowered from ${before} to ${cap}. ${why}` });
  }
  if (run.moves_leads) {
    const others = below.map((each) => each.mailbox_id);
    const { moved, campaigns, stayed } = await actions.moveLeads(workspaceId, id, others, cause);
    const count = (number: number, one: string) => `${number} ${one}${number === 1 ? '' : 's'}`;
    if (moved > 0 || stayed > 0)
      done.push({
        mailbox: email,
        action: 'leads',
        text: `${count(moved, 'lead')} of ${count(campaigns, 'campaign')} moved to other mailboxes${
          stayed > 0 ? `; ${count(stayed, 'campaign')} had no other mailbox` : ''
        }. ${why}`,
      });
  }
  return done;
}
