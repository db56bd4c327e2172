/**
 * `npm run faults -- --kills N` kills N workers by storm, with `--fleet` of 300 mailboxes and mostly readers
 * (world/storm-size.ts); `--runs M` strikes M faults one by one (`--only kill-at-byte,clone`). `--each` is what
 * `npm test` runs: each death of world/deaths.ts and each fault once. `--plant NAME` plants a defect first, which the
 * checker must find (it counts in no ledger that is kept). `--lane standby` strikes what needs something that is not
 * everywhere; the names stand in lanes/lanes.ts. On a PostgreSQL of its own. Each world's figures are added to the
 * ledger when it was judged: what was done before an interruption stays.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findRepositoryRoot } from '#platform/env/repository-root';
import type { LaneOptions } from './lanes/lane';
import { lanes } from './lanes/lanes';
import { eachDeath } from './world/deaths';
import { startFaultCluster } from './world/fault-database';
import { faults } from './world/faults';
import { sumLedger, type LedgerLine } from './world/ledger';
import { plants } from './world/plants';
import { runFaultCampaign } from './world/run-campaign';
import { fleetStorm, smallStorm } from './world/storm-size';

const say = (text: string) => void process.stdout.write(`${text}\n`);
const complain = (text: string | undefined) => void process.stderr.write(`${text ?? ''}\n`);

/** Kills and faults of one world: a failure's story stays short, and an interruption loses little. */
const worldSizes = { usual: { kills: 250, runs: 50 }, fleet: { kills: 100, runs: 50 } };

function readParameters() {
  const value = (name: string) => {
    const at = process.argv.indexOf(`--${name}`);
    return at === -1 ? undefined : process.argv[at + 1];
  };
  const isEach = process.argv.includes('--each');
  const kills = isEach ? eachDeath.senders.length + eachDeath.readers.length : Number(value('kills') ?? 0);
  const runs = isEach ? Object.keys(faults).length : Number(value('runs') ?? (kills > 0 ? 0 : 100));
  const only = isEach ? Object.keys(faults) : value('only')?.split(',');
  const unknown = only?.filter((name) => !(name in faults)) ?? [];
  if (unknown.length > 0)
    throw new Error(`There is no fault ${unknown.join(', ')}. There are: ${Object.keys(faults).join(', ')}.`);
  const ledger = value('ledger') ?? join(findRepositoryRoot(), 'data', 'faults-ledger.jsonl');
  // Without a seed it goes on behind what the ledger has, so that each call adds something new.
  const seed = Number(value('seed') ?? 1 + Math.max(0, ...readLedger(ledger).map((line) => line.seed)));
  if (![seed, runs, kills].every((number) => Number.isInteger(number) && number >= 0))
    throw new Error('--kills, --runs and --seed must be whole numbers.');
  const lane = value('lane');
  if (lane !== undefined && !(lane in lanes))
    throw new Error(`There is no lane ${lane}. There are: ${Object.keys(lanes).join(', ')}.`);
  const plant = value('plant');
  if (plant !== undefined && !(plant in plants))
    throw new Error(`There is no defect ${plant} to plant. There are: ${Object.keys(plants).join(', ')}.`);
  const isFleet = process.argv.includes('--fleet');
  return { kills, runs, only, seed, ledger, lane, plant, isEach, isFleet, from: value('from') };
}

const readLedger = (path: string): LedgerLine[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as LedgerLine)
    : [];

/** The commit of this checkout, with `+` when files differ from it. */
function readCommit(): string {
  const git = (...words: string[]) => spawnSync('git', words, { cwd: findRepositoryRoot(), encoding: 'utf8' });
  const head = git('rev-parse', '--short=10', 'HEAD');
  if (head.status !== 0) return 'unknown';
  return `${head.stdout.trim()}${git('status', '--porcelain', '--untracked-files=no').stdout.trim() === '' ? '' : '+'}`;
}

async function main(): Promise<void> {
  const commit = readCommit();
  const { kills, runs, only, seed, ledger, lane, plant, isEach, isFleet, from } = readParameters();
  const worldSize = isFleet ? worldSizes.fleet : worldSizes.usual;
  if (lane !== undefined) return runLane(lane, { seed, from, log: say }, commit);
  let isAsked = false;
  // The world that runs is still brought to rest and judged; whoever asks twice means it.
  const ask = () => {
    if (isAsked) process.exit(130);
    isAsked = true;
    say('Asked to end: this world is brought to rest and judged first.');
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, ask);
  const cluster = await startFaultCluster();
  let failed = false;
  try {
    for (let world = 0; !isAsked && (world * worldSize.kills < kills || world * worldSize.runs < runs); world += 1) {
      const left = {
        kills: Math.max(0, Math.min(worldSize.kills, kills - world * worldSize.kills)),
        runs: Math.max(0, Math.min(worldSize.runs, runs - world * worldSize.runs)),
      };
      const part = { seed: seed + world, ...left, ...(only ? { only } : {}), ...(plant ? { plant } : {}) };
      const brokenFolder = join(dirname(ledger), `faults-broken-${commit.replace('+', '')}-${part.seed}`);
      const result = await runFaultCampaign({
        ...part,
        ...(isFleet ? { size: fleetStorm } : {}),
        ...(isEach ? { deaths: eachDeath, size: smallStorm, eachOnce: true } : {}),
        cluster,
        brokenFolder,
        isAsked: () => isAsked,
        log: (line) => say(line),
      });
      mkdirSync(dirname(ledger), { recursive: true });
      // After `part`: what was struck, not what was asked for.
      appendFileSync(ledger, `${JSON.stringify({ date: new Date().toISOString(), commit, ...part, ...result })}\n`);
      const { violations, ...figures } = result;
      say(JSON.stringify(figures));
      for (const violation of violations) say(`VIOLATION ${violation.kind}: ${violation.text}`);
      if (violations.length > 0) {
        failed = true;
        say(
          `Replay with: npm run faults -- --seed ${part.seed} ${isEach ? '--each' : `--kills ${part.kills} --runs ${part.runs}${only ? ` --only ${only.join(',')}` : ''}`}${isFleet ? ' --fleet' : ''}`,
        );
      }
    }
  } finally {
    await cluster.stop();
  }
  say(`Ledger: ${JSON.stringify(sumLedger(readLedger(ledger)))}`);
  say(failed ? 'Broken: see above.' : 'Every invariant held.');
  process.exit(failed ? 1 : 0);
}

async function runLane(name: string, options: LaneOptions, commit: string): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  const begin = Date.now();
  const { violations, figures } = await (lanes[name] as (typeof lanes)[string])(options);
  for (const violation of violations) say(`VIOLATION ${violation.kind}: ${violation.text}`);
  say(
    JSON.stringify({
      lane: name,
      commit,
      seed: options.seed,
      ...figures,
      violations: violations.length,
      seconds: Math.round((Date.now() - begin) / 1000),
    }),
  );
  say(violations.length > 0 ? 'Broken: see above.' : 'What this lane promises held.');
  process.exit(violations.length > 0 ? 1 : 0);
}

main().catch((error: Error) => {
  complain(error.stack);
  process.exit(1);
});
