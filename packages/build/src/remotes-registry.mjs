import { createHash, createPublicKey, verify } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from './repository.mjs';
import { deployKey } from './deploy-key.mjs';

/** Where the browser's files stand after a build. */
export const webFolder = path.join(repositoryRoot, 'dist/web');

/** How many earlier versions of a remote stay in its own dist folder. */
const buildsKept = 3;

const digest = (algorithm, content) =>
  createHash(algorithm)
    .update(content)
    .digest(algorithm === 'sha384' ? 'base64' : 'hex');

function filesOf(folder) {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.split(path.sep).join('/'))
    .filter((name) => fs.statSync(path.join(folder, name)).isFile())
    .sort();
}

/** The version of a built remote: the version of its package and a hash over what came out and what its manifest says. */
export function versionOfBuild(folder, { packageVersion, ...manifest }) {
  const hash = createHash('sha256').update(JSON.stringify(manifest));
  for (const name of filesOf(folder))
    if (!/\.(map|br|gz)$/.test(name)) hash.update(name).update(fs.readFileSync(path.join(folder, name)));
  return `${packageVersion}-${hash.digest('hex').slice(0, 10)}`;
}

/** sha384 of every script and style sheet of a folder, as `integrity` attributes want it. */
export function integrityOf(folder) {
  return Object.fromEntries(
    filesOf(folder)
      .filter((name) => /\.(js|css)$/.test(name))
      .map((name) => [name, `sha384-${digest('sha384', fs.readFileSync(path.join(folder, name)))}`]),
  );
}

/** sha256 of every file below a folder, by name: what the deploy command and its tests compare before and after. */
export function hashesOf(folder) {
  if (!fs.existsSync(folder)) return {};
  return Object.fromEntries(
    filesOf(folder).map((name) => [name, digest('sha256', fs.readFileSync(path.join(folder, name)))]),
  );
}

/** Copies a built version to where it is served from. The folder of a version never changes once it is there. */
export function publishFiles(from, root, name, version) {
  const target = path.join(root, 'remotes', name, version);
  if (fs.existsSync(path.join(target, 'remoteEntry.js'))) return target;
  fs.mkdirSync(path.dirname(target), { recursive: true });
  const next = path.join(root, 'remotes', name, `.next-${process.pid}`);
  fs.rmSync(next, { recursive: true, force: true });
  fs.cpSync(from, next, { recursive: true });
  fs.rmSync(target, { recursive: true, force: true });
  fs.renameSync(next, target);
  return target;
}

/** The signed facts of a version whose files are published. */
export function releaseOf(tools, root, manifest, version) {
  const { packageVersion: _, $schema: __, ...facts } = manifest;
  const folder = path.join(root, 'remotes', manifest.name, version);
  return tools.signRelease(
    { ...facts, version, entry: `/remotes/${manifest.name}/${version}/remoteEntry.js`, integrity: integrityOf(folder) },
    deployKey(),
  );
}

/** Whether a release bears the signature of the present key; after a change of keys it must be signed again. */
export function isSignedNow({ signature, ...facts }) {
  return verify(
    null,
    Buffer.from(JSON.stringify(facts)),
    createPublicKey(deployKey()),
    Buffer.from(signature ?? '', 'base64'),
  );
}

/**
 * Publishes a version: its files first, then, in one step, that it is the one to load. Nothing of another remote or of the shell is touched.
 * @param options.from folder with the built files
 * @param options.percent makes it a canary for that share of the workspaces instead
 */
export async function deployRemote(
  tools,
  { root = webFolder, manifest, version, from, percent, by = 'command line', at = new Date() },
) {
  publishFiles(from, root, manifest.name, version);
  const release = releaseOf(tools, root, manifest, version);
  let kept = [];
  await tools.changeDeployments(root, (state) => {
    const done = tools.forgetOldVersions(tools.deployRelease(state, release, { at, by, percent }));
    kept = done.kept[manifest.name];
    return done.state;
  });
  removeVersions(path.join(root, 'remotes', manifest.name), kept);
  return release;
}

function removeVersions(folder, kept) {
  for (const name of fs.readdirSync(folder))
    if (!kept.includes(name) && !name.startsWith('.next-'))
      fs.rmSync(path.join(folder, name), { recursive: true, force: true });
}

/** Removes old builds from a remote's own dist folder. */
export function pruneBuilds(folder, current) {
  const versions = fs
    .readdirSync(folder)
    .filter((name) => name !== current && name !== 'next')
    .map((name) => ({ name, time: fs.statSync(path.join(folder, name)).mtimeMs }))
    .sort((a, b) => b.time - a.time);
  for (const { name } of versions.slice(buildsKept - 1))
    fs.rmSync(path.join(folder, name), { recursive: true, force: true });
}
