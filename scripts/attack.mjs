// `npm run attack [-- NAME...]`: attacks an installation of its own as the security review did, finding by finding, and says what held.
//   npm run attack                                    everything that takes no more than minutes, on a sandbox made for it on loopback
//   npm run attack -- clients deploys                 some of scripts/attack/*.mjs
//   npm run attack -- fuzz --requests 20000 --seed 7  hostile requests over every route
//   --url http://127.0.0.1:3000 --demo data/demo.json a sandbox that runs already, for what needs no installation of its own
// It ends with "N held, M open", and with code 1 when something is open.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { startSandbox } from './attack/lib/installation.mjs';
import { checkNode, Refusal, root } from './lib/install.mjs';

const text = { type: 'string' };

async function main() {
  checkNode();
  const { values: options, positionals: wanted } = parseArgs({
    args: process.argv.slice(2),
    allowPositionals: true,
    options: { url: text, demo: text, requests: text, seed: text, only: text },
  });
  const folder = join(root, 'scripts', 'attack');
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.mjs'))
    .map((name) => name.slice(0, -'.mjs'.length));
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown) throw new Refusal(`There is no attack "${unknown}": ${names.join(', ')}.`);
  const attacks = await Promise.all(
    names.map(async (name) => ({ name, ...(await import(join(folder, `${name}.mjs`))) })),
  );
  const chosen = attacks.filter(({ name, isOnRequest }) => (wanted.length > 0 ? wanted.includes(name) : !isOnRequest));

  const results = [];
  const say = (line) => console.log(`        ${line}`);
  const report = (finding, isHeld, what) => {
    results.push(isHeld);
    console.log(`${isHeld ? 'held' : 'OPEN'}  ${finding.padEnd(5)} ${what}`);
  };
  const shared = chosen.some(({ needsNothing, makesItsOwn }) => !needsNothing && !makesItsOwn)
    ? await openShared(options)
    : undefined;
  try {
    for (const attack of chosen) {
      console.log(`\n${attack.name}: ${attack.title}`);
      const make = () => startSandbox(attack.variables);
      const installation = attack.needsNothing ? undefined : attack.makesItsOwn ? await make() : shared;
      try {
        await attack.default({ installation, report, say, options });
      } catch (error) {
        report(attack.name, false, `the attack itself failed: ${error.stack ?? error}`);
      } finally {
        if (attack.makesItsOwn) await installation.stop();
      }
    }
  } finally {
    await shared?.stop();
  }
  const held = results.filter(Boolean).length;
  console.log(`\n${held} held, ${results.length - held} open`);
  if (held < results.length) process.exitCode = 1;
}

/** The installation that those share which leave it as it was. */
async function openShared({ url, demo }) {
  if (!url) return startSandbox();
  if (!demo) throw new Refusal('Name the demo.json of that sandbox as well: --demo data/demo.json');
  return { url, demo: JSON.parse(readFileSync(resolve(demo), 'utf8')), stop: () => undefined };
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Refusal ? error.message : error);
  process.exitCode = 1;
}
