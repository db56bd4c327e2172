import { findViolations, summarise } from '../checker/find-violations';
import type { Violation } from '../checker/evidence';
import { comeToRest } from './come-to-rest';
import type { Deaths } from './deaths';
import type { FaultCluster } from './fault-database';
import { createFaultWorld, timing, type FaultWorld } from './fault-world';
import { faults } from './faults';
import { keepBrokenWorld } from './keep-broken-world';
import { keepBusy } from './keep-busy';
import { stormKills, type StormResult } from './kill-storm';
import { usualStorm, type StormSize } from './storm-size';
import { plants } from './plants';
import { createRandom } from './random';

export interface CampaignResult {
  /** How often each fault really struck. */
  struck: Record<string, number>;
  /** Kills of the storm, by the part of the dialogue in which they struck. */
  kills: number;
  killPlaces: Record<string, number>;
  /** Mails that were being submitted when a worker of the storm was killed. */
  inFlight: number;
  /** Mailboxes of the world. */
  mailboxes: number;
  /** Mailboxes that the killed readers held, together. */
  heldByReaders: number;
  /** How often a fault's moment did not come. */
  missed: number;
  /** What the checker found; more mails in doubt than were under way, which only the storm can tell; and doubts that Sent was to settle. */
  violations: (Violation | { kind: 'TOO_MANY_DOUBTS' | 'OPEN_DOUBT'; text: string })[];
  /** Replies that arrived meanwhile. */
  answers: number;
  accepted: number;
  sent: number;
  inDoubt: number;
  inDoubtAccepted: number;
  doubts: DoubtCounts;
  enrolments: Record<string, number>;
  seconds: number;
}

/** What became of the mails that nobody knew the fate of. */
interface DoubtCounts {
  /** mails that were ever in doubt */
  ever: number;
  /** found in Sent, or the server's word came after all */
  found: number;
  /** proven unsent and undone */
  provenUnsent: number;
  /** in doubt to the end, where the provider files sent mail and where it does not */
  openWhereKept: number;
  openElsewhere: number;
}

export interface CampaignOptions {
  seed: number;
  /** Faults one after the other. */
  runs: number;
  /** Kills by storm, before the other faults. */
  kills?: number;
  /** Deaths of the storm instead of those that the seed chooses; as many kills as there are. */
  deaths?: Deaths;
  /** The storm's size; the usual one if not given. */
  size?: StormSize;
  /** names of faults; all by their weights if not given */
  only?: string[];
  /** Each of them once first, in their order; one whose moment does not come is tried again. */
  eachOnce?: boolean;
  cluster?: FaultCluster;
  /** A defect to plant first (plants.ts). */
  plant?: string;
  /** Ends the strikes early; what was struck is judged all the same. */
  isAsked?: () => boolean;
  log?: (line: string) => void;
  /** Where what is known of a world is written when a rule broke in it, to be read afterwards; nowhere if not given. */
  brokenFolder?: string;
}

/** A world in full flow, step by step: a test strikes each fault by itself and judges at the end. */
export interface FaultCampaign {
  /** The kills of the storm, before the faults. */
  storm(): Promise<void>;
  /** One fault. @returns what it struck, or null when its moment did not come, however often it was tried */
  strike(name: string): Promise<string | null>;
  /** Rest, then the verdict of the checker. */
  judge(): Promise<CampaignResult>;
  close(): Promise<void>;
}

/** Faults by seed on a world in full flow, then rest, then the verdict of the checker. */
export async function runFaultCampaign(options: CampaignOptions): Promise<CampaignResult> {
  const campaign = await openFaultCampaign(options);
  try {
    await campaign.storm();
    for (const [run, name] of namesOf(options).entries()) {
      if (options.isAsked?.()) break;
      const told = await campaign.strike(name);
      options.log?.(`${String(run + 1).padStart(4)} ${name}: ${told ?? 'its moment did not come'}`);
    }
    return await campaign.judge();
  } finally {
    await campaign.close();
  }
}

/** The faults to strike, in their order: each of `only` once first where that is asked for, then by weight and seed. */
function namesOf({ cluster, eachOnce, only, runs, seed }: CampaignOptions): string[] {
  const random = createRandom(seed);
  const names = only ?? Object.keys(faults).filter((name) => cluster || !faults[name]?.needsCluster);
  const weighted = names.flatMap((name) => Array.from({ length: faults[name]?.weight ?? 0 }, () => name));
  return Array.from({ length: runs }, (_, run) =>
    eachOnce && run < names.length ? (names[run] as string) : random.pick(weighted),
  );
}

/** Opens the world of a campaign: mailboxes, leads, a storm's size where there are kills. */
export async function openFaultCampaign(options: CampaignOptions): Promise<FaultCampaign> {
  const begin = Date.now();
  const { deaths, seed, size = usualStorm, log = () => undefined } = options;
  const kills = deaths ? deaths.senders.length + deaths.readers.length : (options.kills ?? 0);
  const mailboxes = kills > 0 ? size.mailboxes : 8;
  const world = await createFaultWorld({
    ...(options.cluster ? { cluster: options.cluster } : {}),
    mailboxes,
    pace: size.pace,
  });
  const random = createRandom(seed);
  const struck: Record<string, number> = {};
  let missed = 0;
  let storm: StormResult = { kills: 0, places: {}, inFlight: 0, heldByReaders: 0, seconds: 0 };
  try {
    if (options.plant) await plants[options.plant]?.(world);
    await world.addLeads(world.busyCampaignId, kills > 0 ? size.waiting : 30);
    await world.addLeads(world.strictCampaignId, 40);
  } catch (error) {
    await world.close();
    throw error;
  }
  return {
    async storm() {
      if (kills > 0) storm = await stormKills(world, { seed, kills, deaths, size, isAsked: options.isAsked, log });
    },
    async strike(name) {
      if (world.pool.alive().length === 0) await world.pool.start();
      const patience = options.eachOnce ? 10 : 1;
      for (let attempt = 0; attempt < patience; attempt += 1) {
        await keepBusy(world);
        const told = await (faults[name] as (typeof faults)[string]).fault(world, random);
        if (told !== null) {
          struck[name] = (struck[name] ?? 0) + 1;
          return told;
        }
        missed += 1;
      }
      return null;
    },
    async judge() {
      await comeToRest(world, log);
      return judgeWorld(world, options, { struck, missed, storm, mailboxes, begin });
    },
    close: () => world.close(),
  };
}

async function judgeWorld(
  world: FaultWorld,
  { brokenFolder, log, runs }: CampaignOptions,
  done: { struck: Record<string, number>; missed: number; storm: StormResult; mailboxes: number; begin: number },
): Promise<CampaignResult> {
  const { storm } = done;
  const evidence = await world.evidence();
  const violations: CampaignResult['violations'] = findViolations(evidence, {
    flightTime: 15_000 * timing.scale,
    isAtRest: true,
  });
  const doubts = await countDoubts(world);
  // Other faults (a silent server, a lost database) bring mails into doubt without a kill.
  if (runs === 0 && doubts.ever > storm.inFlight)
    violations.push({
      kind: 'TOO_MANY_DOUBTS',
      text: `${doubts.ever} mails came into doubt, and ${storm.inFlight} were under way when a worker died`,
    });
  for (const { text } of await openWhereKept(world)) violations.push({ kind: 'OPEN_DOUBT', text });
  if (violations.length > 0 && brokenFolder)
    log?.(`What is known of it: ${await keepBrokenWorld(world, evidence, brokenFolder)}`);
  return {
    struck: done.struck,
    kills: storm.kills,
    killPlaces: storm.places,
    inFlight: storm.inFlight,
    mailboxes: done.mailboxes,
    heldByReaders: storm.heldByReaders,
    missed: done.missed,
    violations,
    answers: world.answers.length,
    ...summarise(evidence),
    doubts,
    seconds: Math.round((Date.now() - done.begin) / 1000),
  };
}

/** A mailbox that keeps sent mail says of every mail whether it left; what was never looked up there is told with what is known of it. */
const openWhereKept = (world: FaultWorld): Promise<{ text: string }[]> =>
  world.test.query<{ text: string }>(
    `
      select format(
        'intent %s (enrolment %s) is in doubt although its mailbox keeps sent mail: %s', i.id, i.enrolment_id,
          i.doubt_evidence
      ) as text
      from intent i
      join mailbox m on m.id = i.mailbox_id
      where i.state = 'IN_DOUBT' and m.files_sent_mail
      order by i.id
    `,
  );

async function countDoubts(world: FaultWorld): Promise<DoubtCounts> {
  const [row] = await world.test.query<DoubtCounts>(
    `
      select count(*)::int as ever,
        (
          count(*) filter (
            where i.state = 'SENT' and not coalesce((i.doubt_evidence->>'proven_unsent')::boolean, false)
          )
        )::int as found,
        (
          count(*) filter (where coalesce((i.doubt_evidence->>'proven_unsent')::boolean, false))
        )::int as "provenUnsent",
        (count(*) filter (where i.state = 'IN_DOUBT' and m.files_sent_mail))::int as "openWhereKept",
        (count(*) filter (where i.state = 'IN_DOUBT' and not m.files_sent_mail))::int as "openElsewhere"
      from intent i
      join mailbox m on m.id = i.mailbox_id
      where i.doubt_evidence is not null
    `,
  );
  return row ?? { ever: 0, found: 0, provenUnsent: 0, openWhereKept: 0, openElsewhere: 0 };
}
