import type { Database } from '../db/database';
import { checkScale, ClockError, realClock, type CampaignClock, type Clock } from './clock';
import { CLOCK_CHANNEL, createClock, moveClock, raiseFloor, readClock, type ClockRow } from './clock.store';
import { sleepUntil } from './sleep-until';

/** The row is read again this often (real ms) in case a notification was lost, and the floor is written as often. */
const POLL_INTERVAL = 5_000;

/** A floor older than this (real ms) means that no process was running. */
const DOWNTIME = 15_000;

/** How far (ms) a clock may lie ahead of the machine before production refuses it: a sandbox's database. */
const PRODUCTION_TOLERANCE = 60 * 60 * 1000;

export interface CampaignClockOptions {
  database: Database;
  mode: 'sandbox' | 'production';
  /** scale of the very first start; 1 in production */
  firstScale: number;
  /** campaign time of the very first start, ms; the machine's time if not given */
  firstInstant?: number;
  /** SKEIN_TIME_SCALE: overrides the stored scale when given */
  givenScale?: number;
  real?: Clock;
  onError: (error: Error) => void;
}

/**
 * Opens the installation's campaign clock. Every process has one; they share the row, hear of each other's changes by
 * notification and look every 5 s.
 * While nothing ran, campaign time moved on at the machine's own pace, not at the scale: a sandbox that slept for a
 * weekend at scale 60 would otherwise wake four months later with every chart empty.
 * @throws ClockError when production meets a database whose time was run fast by a sandbox
 */
export async function openCampaignClock(options: CampaignClockOptions): Promise<CampaignClock> {
  const { database, mode } = options;
  const real = options.real ?? realClock;
  const handlers = new Set<() => void>();
  let last = 0;
  let closed = false;

  const timeOf = (row: ClockRow) => row.anchorCampaign + Math.max(0, real.now() - row.anchorReal) * row.scale;
  let row = await openRow(options, real);

  function now(): number {
    last = Math.max(last, Math.floor(timeOf(row)), row.floorCampaign);
    return last;
  }

  function adopt(fresh: ClockRow): void {
    const changed = fresh.revision !== row.revision;
    now(); // what was said until now stays the least there can be
    row = fresh;
    if (changed) for (const handler of [...handlers]) handler();
  }

  async function refresh(): Promise<void> {
    const fresh = await readClock(database);
    if (fresh && !closed) adopt(fresh);
  }

  const stopListening = await database.listen(CLOCK_CHANNEL, () => void refresh().catch(options.onError));
  const timer = setInterval(() => {
    raiseFloor(database, now(), real.now()).then(refresh).catch(options.onError);
  }, POLL_INTERVAL);
  timer.unref();

  const clock: CampaignClock = {
    now,
    scale: () => row.scale,
    realDelayUntil: (instant) => Math.max(0, (instant - now()) / row.scale),
    sleepUntil: (instant, signal) => sleepUntil(clock, instant, signal),
    onChange(handler) {
      handlers.add(handler);
      return () => void handlers.delete(handler);
    },
    async setScale(scale) {
      if (mode === 'production')
        throw new ClockError('In production time runs as it is: the time scale cannot be changed.');
      checkScale(scale);
      adopt(
        await moveClock(database, (current) => ({
          campaign: Math.max(timeOf(current), now()),
          real: real.now(),
          scale,
        })),
      );
    },
    async advanceTo(instant) {
      if (mode === 'production') throw new ClockError('In production time runs as it is: the clock cannot be moved.');
      adopt(
        await moveClock(database, (current) =>
          instant <= timeOf(current) ? undefined : { campaign: instant, real: real.now(), scale: current.scale },
        ),
      );
    },
    async close() {
      if (closed) return;
      closed = true;
      clearInterval(timer);
      handlers.clear();
      await stopListening();
      await raiseFloor(database, now(), real.now()).catch(options.onError);
    },
  };
  return clock;
}

async function openRow(options: CampaignClockOptions, real: Clock): Promise<ClockRow> {
  const { database, mode } = options;
  const now = real.now();
  const scale = mode === 'production' ? 1 : checkScale(options.givenScale ?? options.firstScale);
  const first = await createClock(database, { campaign: options.firstInstant ?? now, real: now, scale });
  if (mode === 'production') {
    if (first.floorCampaign > now + PRODUCTION_TOLERANCE) {
      throw new ClockError(
        'The time of this database lies in the future, because a sandbox ran it fast: production needs a database of its own.',
      );
    }
    // The machine's clock may have been put right meanwhile; campaign time waits for it instead of going back.
    return moveClock(database, () => ({ campaign: now, real: now, scale: 1 }));
  }
  return moveClock(database, (row) => {
    const wasDown = now - row.floorReal > DOWNTIME;
    const wanted = options.givenScale ?? row.scale;
    if (!wasDown && wanted === row.scale) return undefined;
    const campaign = wasDown
      ? row.floorCampaign + (now - row.floorReal)
      : row.anchorCampaign + (now - row.anchorReal) * row.scale;
    return { campaign, real: now, scale: wanted };
  });
}
