import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import { setTimeout as wait } from 'node:timers/promises';
import type { MainDeps } from '#main/deps';
import type { HistoryProgress } from '#main/sandbox-world';
import type { SandboxMail } from '../sandbox-mail';
import type { SandboxStateStore } from '../sandbox-state.store';
import { demoStore } from './demo.store';
import { createHistoryClock } from './history-clock';
import { historyDays, historyMailboxes, story } from './story';

const day = 24 * 3_600_000;
/** Real milliseconds until the end of the past is noted again, when it could not be. */
const endAgainAfter = 1_000;

/** How far the history is; kept, so that a start that was broken off goes on where it was. */
export interface HistoryState extends HistoryProgress {
  startedAt: number;
  at: number;
  campaignIds: (CampaignId | null)[];
  pausedIds: number[];
  isWarming?: boolean;
}

/** Whose history it is, and where it is made. */
export interface HistoryPlace {
  main: MainDeps;
  mail: SandboxMail;
  states: SandboxStateStore;
  workspaceId: WorkspaceId;
}

/** A history that is being made: how far it is, its clock, and where it ends in milliseconds. */
export interface HistoryInMaking {
  state: HistoryState;
  clock: ReturnType<typeof createHistoryClock>;
  end: number;
}

/** Where a past that begins to be made ends, in milliseconds of campaign time: now, by the clock that is behind. */
export const presentOf = (main: Pick<MainDeps, 'realClock' | 'campaignClock'>): number =>
  Math.min(main.realClock.now(), main.campaignClock.now());

/**
 * Prepares what is missing of the demo's month. From now until it is made the workspace and its mailboxes live in that
 * past, alone: all others go on in the present. Before a mailbox is connected, so that no process takes it up in the
 * present.
 * @returns null when the month is made
 */
export async function beginHistory({ main, states, mail, workspaceId }: HistoryPlace): Promise<HistoryInMaking | null> {
  const present = presentOf(main);
  const state = (await states.read<HistoryState>('history')) ?? {
    state: 'running',
    doneDays: 0,
    totalDays: historyDays,
    text: '',
    startedAt: present - historyDays * day,
    at: present - historyDays * day,
    campaignIds: story.map(() => null),
    pausedIds: [],
  };
  if (state.state === 'done') {
    await endHistory({ main, mail, workspaceId });
    return null;
  }
  const clock = createHistoryClock(state.at);
  const mailboxes = new Set(historyMailboxes.map((box) => box.email));
  mail.livePast({ workspaceId, clock, mailboxes });
  // It ends where the product was started first, whatever passed since: nobody else has anything before that.
  const end = state.startedAt + historyDays * day;
  await demoStore(main.db).setHistoryUntil(workspaceId, end);
  state.state = 'running';
  await states.write('history', state);
  return { state, clock, end };
}

type HistoryToEnd = Pick<HistoryPlace, 'main' | 'mail' | 'workspaceId'>;

/** The workspace and its mailboxes are in the present, with all others. */
async function endHistory({ main, mail, workspaceId }: HistoryToEnd): Promise<void> {
  mail.livePast(null);
  await demoStore(main.db).setHistoryUntil(workspaceId, null);
}

/** Ends it, however many tries that takes: while the workspace is marked, no engine works for it. After a stop the next start does it. */
export async function endHistorySurely(
  options: HistoryToEnd & { isStopped: () => boolean; onTrouble: (error: unknown) => void },
): Promise<void> {
  do
    try {
      return await endHistory(options);
    } catch (error) {
      options.onTrouble(error);
      await wait(endAgainAfter);
    }
  while (!options.isStopped());
}
