import { startByteProxy, type ByteProxy } from './byte-proxy';
import { chooseSenderDeath, type Deaths } from './deaths';
import { wait } from './fault';
import type { FaultWorld } from './fault-world';
import { answerLeads } from './answer-leads';
import { killReaders } from './kill-readers';
import { createRandom } from './random';
import { keepBusy } from './keep-busy';
import { usualStorm, type StormSize } from './storm-size';
import type { RunningWorker } from './worker-pool';

/**
 * Mails that each worker sends at the same time, and its connections for each role: another one for somebody who lives
 * for seconds would be opened for nothing.
 */
const sizes = { concurrency: 3, pool: 3 };
/** Real ms between looks for lost mails: several workers look. */
const sweepEvery = 2_000;
/** Real ms until a worker that has not come to its byte is killed where it is. */
const patience = 60_000;

/** What the storm did: every kill is a kill -9 of a real process. */
export interface StormResult {
  kills: number;
  /** by the part of the dialogue that the seed chose */
  places: Record<string, number>;
  /** Mails whose submission had begun and was not over when somebody was killed: no more can come into doubt. */
  inFlight: number;
  /** Mailboxes that the killed readers held, together. */
  heldByReaders: number;
  seconds: number;
}

type Spare = ReturnType<FaultWorld['pool']['prepare']>;

/** How far a storm is. */
interface Storm {
  seed: number;
  /** Instead of those by the seed. */
  deaths: Deaths['senders'] | undefined;
  senderKills: number;
  running: Set<RunningWorker>;
  readers: Set<RunningWorker>;
  /** Mails that were under way at a kill. */
  inFlight: Set<string>;
  /** Numbers whose worker ended before its byte. */
  open: number[];
  next: number;
  kills: number;
  places: Record<string, number>;
  isAsked: () => boolean;
  log: (line: string) => void;
  takeSpare: () => Spare;
}

/** One place in which a worker after the other is killed until the storm is over. */
async function killInTurn(world: FaultWorld, storm: Storm): Promise<void> {
  const proxy = await startByteProxy(world.mail.smtp);
  while (!((storm.open.length === 0 && storm.next >= storm.senderKills) || storm.isAsked()))
    await killOne(world, storm, proxy);
  await proxy.close();
}

/** A spare takes the place and dies at its byte. */
async function killOne(world: FaultWorld, storm: Storm, proxy: ByteProxy): Promise<void> {
  const number = storm.open.pop() ?? storm.next;
  if (number === storm.next) storm.next += 1;
  const death = storm.deaths?.[number] ?? chooseSenderDeath(storm.seed, number);
  const worker = (await storm.takeSpare()).go({
    smtpPort: proxy.port,
    concurrency: sizes.concurrency,
    poolSize: sizes.pool,
    sweepEvery,
  });
  storm.running.add(worker);
  let part: string = death.part;
  let isReached = false;
  const timer = setTimeout(() => {
    part = 'anywhere';
    proxy.arm(null);
    worker.kill('SIGKILL');
  }, patience);
  proxy.arm({
    ...death.fault,
    onReached: () => {
      isReached = true;
      for (const one of death.isForAll ? [...storm.running, ...storm.readers] : [worker]) one.kill('SIGKILL');
    },
  });
  await worker.gone;
  clearTimeout(timer);
  proxy.arm(null);
  storm.running.delete(worker);
  if (worker.wasKilled())
    for (const { id } of await world.test.query<{ id: string }>(`select id from intent where state = 'SUBMITTING'`))
      storm.inFlight.add(id);
  // A worker that ended by itself (its database was gone when it started) is no kill: another one goes in its
  // place. Of a list each death is died.
  if (!worker.wasKilled() || (storm.deaths && !isReached)) {
    storm.open.push(number);
    return;
  }
  const { places } = storm;
  storm.kills += 1;
  places[part] = (places[part] ?? 0) + 1;
  if (death.isForAll) places['all at once'] = (places['all at once'] ?? 0) + 1;
  storm.log(
    `${String(storm.kills).padStart(5)} kill ${number}: ${part} ${death.fault.direction} ${death.fault.at}${death.isForAll ? ', all of them' : ''}`,
  );
}

/**
 * Several workers send at the same time from one database; each is killed with kill -9 when a connection of its own reaches its
 * seeded byte, and a spare takes its place at once. Now and then all of them die in the same moment.
 * @param options `deaths` instead of as many by the seed as `kills` says; `isAsked` may end the storm early
 */
export async function stormKills(
  world: FaultWorld,
  options: {
    seed: number;
    kills: number;
    deaths?: Deaths;
    size?: StormSize;
    isAsked?: () => boolean;
    log?: (line: string) => void;
  },
): Promise<StormResult> {
  const size = options.size ?? usualStorm;
  const begin = Date.now();
  const { deaths } = options;
  const readerKills = deaths?.readers.length ?? Math.round(options.kills * size.readerShare);
  const senderKills = deaths?.senders.length ?? options.kills - readerKills;
  let heldByReaders = 0;
  await keepBusy(world, size.waiting);
  await warmUp(world);
  const spares = Array.from({ length: size.spares }, () => world.pool.prepare());

  const storm: Storm = {
    seed: options.seed,
    deaths: deaths?.senders,
    senderKills,
    running: new Set(),
    readers: new Set(),
    inFlight: new Set(),
    open: [],
    next: 0,
    kills: 0,
    places: {},
    isAsked: () => options.isAsked?.() === true,
    log: (line) => options.log?.(line),
    takeSpare() {
      const spare = spares.shift() as Spare;
      spares.push(world.pool.prepare());
      return spare;
    },
  };
  const supply = supplyLeads(world, options.seed, size.waiting);
  try {
    const reading = killReaders(world, {
      seed: options.seed,
      kills: readerKills,
      ...(deaths ? { deaths: deaths.readers } : {}),
      size,
      running: storm.readers,
      isOver: storm.isAsked,
    });
    const sending = Promise.all(Array.from({ length: size.senders }, () => killInTurn(world, storm)));
    const [dead] = await Promise.race([supply.failed, Promise.all([reading, sending])]);
    storm.kills += dead.kills;
    storm.places['reading'] = dead.kills;
    heldByReaders = dead.held;
  } finally {
    await supply.end();
    for (const spare of spares)
      void spare.then(
        (one) => one.drop(),
        () => undefined,
      );
  }
  return {
    kills: storm.kills,
    places: storm.places,
    inFlight: storm.inFlight.size,
    heldByReaders,
    seconds: Math.round((Date.now() - begin) / 1000),
  };
}

/**
 * Leads, and replies of some of them, for as long as the storm lasts. No fault strikes the database meanwhile, so what
 * fails here ends the storm: workers that had nothing to send would be killed for nothing.
 */
function supplyLeads(
  world: FaultWorld,
  seed: number,
  waiting: number,
): { failed: Promise<never>; end(): Promise<void> } {
  let isOver = false;
  let fail: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  const random = createRandom(seed + 1);
  const supplied = (async () => {
    for (; !isOver; await wait(700)) {
      await keepBusy(world, waiting);
      await answerLeads(world, random, 1);
    }
  })().catch(fail);
  return {
    failed,
    end() {
      isOver = true;
      return supplied;
    },
  };
}

/** One worker that is not killed sends until it has compiled what sending takes, so that the thousands after it need not. */
async function warmUp(world: FaultWorld): Promise<void> {
  const before = world.mail.record.count().mails;
  const worker = await world.pool.start({ leaseSeconds: 30, sweepEvery: 200 }, { keepsCode: true });
  for (const end = Date.now() + 30_000; world.mail.record.count().mails < before + 12 && Date.now() < end;)
    await wait(50);
  worker.kill('SIGTERM');
  await worker.gone;
}
