import type { MailboxId } from '@skein/contracts/ids';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from '@skein/contracts/client';
import { campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';
import { campaignMailboxesContract } from '@skein/contracts/main/campaign-mailboxes.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { foldersContract } from '@skein/contracts/main/folders.contract';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import { serviceTransport } from '#platform/http/in-process-transport';
import { warmupContract } from '@skein/contracts/warmup/warmup.contract';
import { createMainApp } from '#main/app';
import type { MainDeps } from '#main/deps';
import { markLost, nextSendingAt, runDueSending, settleDoubts, type SendingWorkerDeps } from '#sending/sending.api';
import { createCodeMail } from '#main/main.api';
import { createWarmupApp } from '#services/warmup/app';
import type { WarmupWorkerDeps } from '#services/warmup/warmup-worker.deps';
import { nextWarmupAt } from '#services/warmup/warmup-lane.store';
import { runDueWarmup } from '#services/warmup/warmup-worker';
import type { SyncSteps } from '#inbox/inbox.api';
import type { SandboxStateStore } from '../sandbox-state.store';
import { endHistorySurely, type HistoryInMaking, type HistoryPlace, type HistoryState } from './begin-history';
import { historyDays, story, warmupStory, type StoryCampaign } from './story';
import { storyLeads } from './story-leads';

const day = 24 * 3_600_000;
/** Replies are read at most this long after they arrived, in campaign time. */
const readEvery = 30 * 60_000;
/** Real milliseconds between two looks for emails whose process was killed. */
const settleEvery = 5_000;
/**
 * A step that fails is tried again, after 1, 2, 4, 8 and 16 real seconds: one call that timed out on a busy machine
 * must not cost the month.
 */
const mostTries = 6;

export interface HistoryOptions extends HistoryPlace {
  apiKey: string;
  mailboxIds: MailboxId[];
  /** The sending runtime and the reading of mailboxes on the history's clock. */
  sending: (main: MainDeps, readInboxes: SendingWorkerDeps['readInboxes']) => SendingWorkerDeps;
  reading: (main: MainDeps) => SyncSteps;
  warmup: (main: MainDeps) => WarmupWorkerDeps;
  isStopped: () => boolean;
  /** Called when a step failed and is retried. */
  onTrouble: (error: unknown) => void;
}

/**
 * Makes 30 days of history, or what is missing of it, by running the engine itself over campaign time: campaigns are
 * made over the API, mails leave by SMTP, prospects answer, mailboxes are read. The clock jumps from one thing that
 * happens to the next, so a month takes a few minutes.
 */
export async function makeHistory(options: HistoryOptions, { state, clock, end }: HistoryInMaking): Promise<void> {
  const { states, mail, workspaceId } = options;
  const main: MainDeps = { ...options.main, campaignClock: clock };
  const api = apiClients(main, options.apiKey);
  const reading = options.reading(main);
  const sending = options.sending(main, reading.readInboxes);
  const warmup = options.warmup(main);
  const readMailboxes = () => reading.syncDueMailboxes({ workspaceId });
  let lastRead = clock.now();
  let isMailWaiting = false;
  /** Real milliseconds: follow-ups are planned for inboxes that were read within minutes. */
  let lastReadAt = -Infinity;
  const settle = createSettling(sending);

  const step = async () => {
    await raiseCurtain(api, options, state, clock.now());
    if (performance.now() - lastReadAt > 60_000) {
      await readMailboxes();
      lastReadAt = performance.now();
    }
    await settle();
    await runDueSending(sending, 'history');
    if (((await nextWarmupAt(warmup.db, clock.now())) ?? Infinity) <= clock.now())
      await runDueWarmup(warmup, 'history');
    if ((await mail.tickPast()) > 0) {
      isMailWaiting = true;
      await reading.outdateReads(workspaceId);
    }
    if (isMailWaiting && clock.now() - lastRead >= readEvery) {
      await readMailboxes();
      isMailWaiting = false;
      lastRead = clock.now();
    }
    const next = [
      await nextSendingAt(sending),
      await nextWarmupAt(warmup.db, clock.now()),
      mail.mail.nextDueAt(),
      nextCurtain(state),
      isMailWaiting ? lastRead + readEvery : null,
      end,
    ].filter((time): time is number => time !== null && time > clock.now());
    clock.moveTo(Math.min(...next));
    await noteDay(states, state, clock.now());
  };

  for (let tries = 0; clock.now() < end && !options.isStopped();) {
    try {
      await step();
      tries = 0;
    } catch (error) {
      tries += 1;
      if (tries === mostTries) throw error;
      options.onTrouble(error);
      await wait(1000 * 2 ** (tries - 1));
    }
  }
  await readMailboxes();
  await reading.close();
  state.at = clock.now();
  if (clock.now() >= end) {
    await endHistorySurely(options);
    state.state = 'done';
    state.doneDays = historyDays;
    state.text = '30 days of history, made by the engine over campaign time.';
  }
  await states.write('history', state);
}

/**
 * Settles what a process left that was killed within the month: nobody else does it, and in the present it would keep
 * its mailbox from sending until then.
 */
function createSettling(sending: SendingWorkerDeps): () => Promise<void> {
  let lastAt = -Infinity;
  return async () => {
    if (performance.now() - lastAt < settleEvery) return;
    await markLost(sending);
    await settleDoubts(sending);
    lastAt = performance.now();
  };
}

/** A day that is over is kept, so that a start that is broken off goes on there. */
async function noteDay(states: SandboxStateStore, state: HistoryState, now: number): Promise<void> {
  const doneDays = Math.floor((now - state.startedAt) / day);
  if (doneDays <= state.doneDays) return;
  Object.assign(state, {
    state: 'running',
    doneDays,
    at: now,
    text: `Making the demo's history: day ${doneDays} of ${historyDays}.`,
  });
  await states.write('history', state);
}

type Api = ReturnType<typeof apiClients>;

function apiClients(main: MainDeps, apiKey: string) {
  const app = createMainApp(main);
  const headers = () => ({ 'x-api-key': apiKey });
  const transport = serviceTransport(() => app, headers);
  const warmup = createWarmupApp({ ...main, codes: createCodeMail(main) });
  return {
    warmup: createClient(
      warmupContract,
      serviceTransport(() => warmup, headers),
    ),
    campaigns: createClient(campaignsContract, transport),
    sequences: createClient(sequencesContract, transport),
    leads: createClient(campaignLeadsContract, transport),
    mailboxes: createClient(campaignMailboxesContract, transport),
    folders: createClient(foldersContract, transport),
  };
}

const startOf = (state: HistoryState, campaign: StoryCampaign) => state.startedAt + campaign.startDay * day;

/** The next instant at which a person of the story does something. */
function nextCurtain(state: HistoryState): number | null {
  const times = story
    .flatMap((campaign, index) => [
      ...(state.campaignIds[index] === null ? [startOf(state, campaign)] : []),
      ...(campaign.pauseDay !== undefined && !state.pausedIds.includes(index)
        ? [state.startedAt + campaign.pauseDay * day]
        : []),
    ])
    .concat(state.isWarming ? [] : [state.startedAt + warmupStory.startDay * day]);
  return times.length === 0 ? null : Math.min(...times);
}

/** Starts and pauses the campaigns whose day has come, and switches warmup on. */
async function raiseCurtain(api: Api, options: HistoryOptions, state: HistoryState, now: number): Promise<void> {
  if (!state.isWarming && now >= state.startedAt + warmupStory.startDay * day) {
    for (const place of warmupStory.mailboxes)
      await api.warmup.updateWarmup({
        params: { mailboxId: options.mailboxIds[place] as number },
        body: { enabled: true, per_day: warmupStory.perDay },
      });
    state.isWarming = true;
    await options.states.write('history', state);
  }
  for (const [index, campaign] of story.entries()) {
    if (state.campaignIds[index] === null && now >= startOf(state, campaign)) {
      state.campaignIds[index] = await makeCampaign(api, options, campaign, index);
      await options.states.write('history', state);
    }
    const id = state.campaignIds[index];
    if (
      campaign.pauseDay !== undefined &&
      typeof id === 'number' &&
      !state.pausedIds.includes(index) &&
      now >= state.startedAt + campaign.pauseDay * day
    ) {
      state.pausedIds.push(index);
      await api.campaigns.setStatus({ params: { campaignId: id }, body: { action: 'PAUSE' } });
      await options.states.write('history', state);
    }
  }
}

async function makeCampaign(
  api: Api,
  options: HistoryOptions,
  campaign: StoryCampaign,
  index: number,
): Promise<number> {
  const { folders } = await api.folders.listFolders({});
  const folder =
    folders.find((one) => one.name === campaign.folder) ??
    (await api.folders.createFolder({ body: { name: campaign.folder } }));
  // One that an earlier try began is gone on with.
  const { rows } = await api.campaigns.listCampaigns({ query: { search: campaign.name } });
  const { id } =
    rows.find((one) => one.name === campaign.name && one.status === 'DRAFTED') ??
    (await api.campaigns.createCampaign({ body: { name: campaign.name, folder_id: folder.id } }));
  const params = { campaignId: id };
  await api.sequences.saveSequence({
    params,
    body: {
      steps: campaign.steps.map((step) => ({
        seq_delay_details: { delayInDays: step.days, delayInHours: 0, delayInMinutes: 0 },
        variants: step.variants.map((variant) => ({ subject: variant.subject, email_body: variant.body })),
      })),
    },
  });
  await api.mailboxes.setCampaignMailboxes({
    params,
    body: { mailbox_ids: campaign.mailboxes.map((place) => options.mailboxIds[place] as number) },
  });
  await api.campaigns.saveSchedule({
    params,
    body: {
      timezone: campaign.timezone,
      days: [1, 2, 3, 4, 5],
      start_hour: '08:30',
      end_hour: '17:00',
      min_time_btwn_emails: campaign.interval,
      max_leads_per_day: campaign.perDay,
    },
  });
  await api.campaigns.updateCampaign({
    params,
    body: { unsubscribe_text: campaign.isDraft ? null : 'Not for you? Unsubscribe' },
  });
  await api.leads.addLeads({ params, body: { leads: storyLeads(campaign, index) } });
  if (!campaign.isDraft) await api.campaigns.setStatus({ params, body: { action: 'START' } });
  return id;
}
