/** `npm run faults -- --seed N --runs M [--only kill-at-byte,cut-at-byte]`: the whole fault campaign on a PostgreSQL of its own; adds to the ledger. */
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rm } from 'node:fs/promises';
import { findRepositoryRoot } from '../platform/env/repository-root';
import { startTestCluster } from '../platform/testing/test-cluster';
import { faults } from './world/faults';
import { runFaultCampaign } from './world/run-campaign';

const say = (text: string) => void process.stdout.write(`${text}\n`);
const complain = (text: string | undefined) => void process.stderr.write(`${text ?? ''}\n`);

const ledger = join(findRepositoryRoot(), 'data', 'faults-ledger.jsonl');

async function main(): Promise<void> {
  const value = (name: string) => { const at = process.argv.indexOf(`--${name}`); return at === -1 ? undefined : process.argv[at + 1]; };
  const seed = Number(value('seed') ?? 1);
  const runs = Number(value('runs') ?? 100);
  const only = value('only')?.split(',');
  const unknown = only?.filter((name) => !(name in faults)) ?? [];
  if (unknown.length > 0) throw new Error(`There is no fault ${unknown.join(', ')}. There are: ${Object.keys(faults).join(', ')}.`);
  if (!Number.isInteger(seed) || !Number.isInteger(runs) || runs < 1) throw new Error('--seed and --runs must be whole numbers.');
  const cluster = await startTestCluster();
  let failed = false;
  try {
    // Worlds of fifty faults each: a failure's story stays short, and what was done before an interruption stays in the ledger.
    for (let done = 0; done < runs; done += 50) {
      const part = { seed: seed + done, runs: Math.min(50, runs - done), ...(only ? { only } : {}) };
      const result = await runFaultCampaign({ ...part, log: (line) => say(line) });
      mkdirSync(dirname(ledger), { recursive: true });
      appendFileSync(ledger, `${JSON.stringify({ date: new Date().toISOString(), ...part, ...result })}\n`);
      const { violations, struck, ...figures } = result;
      say(`${JSON.stringify(figures)} ${JSON.stringify(struck)}`);
      for (const violation of violations) say(`VIOLATION ${violation.kind}: ${violation.text}`);
      if (violations.length > 0) { failed = true; say(`Replay with: npm run faults -- --seed ${part.seed} --runs ${part.runs}${only ? ` --only ${only.join(',')}` : ''}`); }
    }
  } finally {
    await cluster.server.stop();
    await rm(cluster.folder, { recursive: true, force: true });
  }
  say(failed ? 'Broken: see above.' : 'Every invariant held.');
  process.exit(failed ? 1 : 0);
}

main().catch((error: Error) => { complain(error.stack); process.exit(1); });
