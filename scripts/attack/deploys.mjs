// A deploy that would take the product from everybody is refused before it is live (teams' review, P0 1 to 5): tried on a copy of what
// `npm run build` left, with the functions that `npm run remote:deploy` and the build call.
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { deployKey } from '../../packages/build/src/deploy-key.mjs';
import { loadDeployTools } from '../../packages/build/src/deploy-tools.mjs';
import { webFolder } from '../../packages/build/src/remotes-registry.mjs';
import { readManifest } from '../../packages/build/src/repository.mjs';
import { Refusal } from '../lib/install.mjs';
import { loadContracts } from '../load-contracts.mjs';

export const title = 'Deploys that must be refused';
export const needsNothing = true;

const HOUR = 3_600_000;

export default async function deploys({ report }) {
  if (!existsSync(join(webFolder, 'deployments.json'))) throw new Refusal('Skein is not built here: npm run build');
  const base = mkdtempSync(join(tmpdir(), 'skein-attack-deploys-'));
  const root = join(base, 'web');
  try {
    cpSync(webFolder, root, { recursive: true });
    await attack({ root, base, report, tools: await loadDeployTools(), privateKey: createPrivateKey(deployKeyText()) });
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

const deployKeyText = () => deployKey({ mayMake: false }).export({ type: 'pkcs8', format: 'pem' });

async function attack({ root, base, report, tools, privateKey }) {
  const manifest = readManifest('mfe-university');
  const served = () => readFileSync(join(root, 'remotes.json'), 'utf8');
  const { current } = (await tools.readDeployments(root)).remotes.university;
  const built = join(root, 'remotes', 'university', current);
  let count = 0;
  /** Another version with the same files, as a further build leaves it. */
  const build = (leaveOut) => {
    const version = `${current}-attack${++count}`;
    const from = join(base, version);
    cpSync(built, from, { recursive: true });
    for (const name of leaveOut ?? []) rmSync(join(from, name), { force: true });
    return { version, from };
  };
  const deploy = (changed, { from, version } = build(), key = privateKey, at = new Date()) =>
    tools.deployRemote(
      { root, privateKey: key },
      { manifest: { ...manifest, ...changed }, version, from },
      { at, by: 'attack' },
    );
  const refusal = (work) =>
    work.then(
      () => undefined,
      (error) => (error.name === 'DeploymentRefused' ? error.message : Promise.reject(error)),
    );
  async function mustRefuse(finding, what, work) {
    const before = served();
    const said = await refusal(work());
    const isSame = served() === before;
    report(
      finding,
      Boolean(said) && isSame,
      `${what}: ${said ? `refused, "${said.slice(0, 140)}"` : 'deployed'}${isSame ? '' : '; what is served has changed'}`,
    );
  }

  const [entry] = manifest.nav;
  const { nav: _, ...withoutNav } = manifest;
  await mustRefuse('P0.1', 'a manifest without nav', () => deploy({ ...withoutNav, nav: undefined }));
  await mustRefuse('P0.1', 'an address of the campaigns', () => deploy({ basePaths: ['/app/email-campaign/all'] }));
  for (const [what, change] of [
    ['an unknown icon', { icon: 'no-such-icon' }],
    ['an unknown group', { group: 'no-such-group' }],
    ['an unknown permission', { requires: { permission: 'no.such' } }],
  ])
    await mustRefuse('P0.1', what, () => deploy({ nav: [{ ...entry, ...change }] }));
  await mustRefuse('P0.1', 'a build without its entry', () => deploy({}, build(['remoteEntry.js'])));

  await attackList({ report, served });

  const foreign = generateKeyPairSync('ed25519').privateKey;
  await mustRefuse('P0.3', 'a key that the page does not hold', () => deploy({}, build(), foreign));

  await attackReleases({ root, report, tools, privateKey, manifest, build, deploy });
}

/** P0.5 and P0.4: the way back over bad releases, and a build behind it. */
async function attackReleases({ root, report, tools, privateKey, manifest, build, deploy }) {
  const begin = Date.now();
  const at = (hours) => new Date(begin + hours * HOUR);
  const good = build();
  await deploy({}, good, privateKey, at(0));
  const bad = Array.from({ length: 5 }, build);
  for (const [index, each] of bad.entries()) await deploy({}, each, privateKey, at(30 + index / 10));
  const isThere = existsSync(join(root, 'remotes', 'university', good.version, 'remoteEntry.js'));
  await tools.changeDeployments(root, (state) =>
    tools.rollBack(state, 'university', good.version, { at: at(31), by: 'attack' }),
  );
  const now = () => tools.readDeployments(root).then(({ remotes }) => remotes.university.current);
  report(
    'P0.5',
    isThere && (await now()) === good.version,
    `five bad releases after a good one of a day: ${isThere ? 'it is there and can be gone back to' : 'its files are gone'}`,
  );

  const later = build();
  const published = await tools.publishBuild(
    { root, privateKey },
    { remotes: [{ manifest, version: later.version, from: later.from }], at: at(32) },
  );
  report(
    'P0.4',
    (await now()) === good.version,
    `a build after a rollback: ${(await now()) === good.version ? `the rollback stands, "${(published.notes[0] ?? '').slice(0, 140)}"` : 'undid it'}`,
  );
}

/** P0.2: one malformed remote in the list that the browser reads. */
async function attackList({ report, served }) {
  const { mfe } = await loadContracts({ mfe: '../../mfe/src/manifest' });
  const list = JSON.parse(served());
  const spoilt = list.remotes.map((each) => (each.name === 'university' ? { ...each, nav: undefined } : each));
  const parsed = mfe.parseRegistry({ ...list, remotes: spoilt }).remotes;
  const refused = parsed.filter((each) => each.refused || !each.nav).map((each) => each.name);
  const whole = parsed.length - refused.length;
  report(
    'P0.2',
    whole === list.remotes.length - 1,
    `a malformed remote in the browser's list: ${whole} of ${list.remotes.length - 1} others are kept`,
  );
}
