// `npm run build`            everything that changed since the last build
// `npm run build -- inbox`   one remote (also: shell, backend); `--force` builds what did not change too, `--no-deploy` leaves
//                            what is deployed as it is
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { buildBackend } from '../packages/build/src/build-backend.mjs';
import { readRecord, writeRecord } from '../packages/build/src/build-record.mjs';
import { compressFolder } from '../packages/build/src/compress.mjs';
import { hashInputs } from '../packages/build/src/input-hash.mjs';
import { acceptedKeys } from '../packages/build/src/deploy-key.mjs';
import { loadDeployTools } from '../packages/build/src/deploy-tools.mjs';
import {
  deployRemote,
  isSignedNow,
  pruneBuilds,
  versionOfBuild,
  webFolder,
} from '../packages/build/src/remotes-registry.mjs';
import { listRemotes, remoteFolder, repositoryRoot } from '../packages/build/src/repository.mjs';
import { sharedModules } from '../packages/build/src/shared-modules.mjs';
import { shellConfig } from '../packages/build/src/webpack-config.mjs';
import { generateIfNeeded } from './lib/prepare.mjs';

const require = createRequire(import.meta.url);
process.env.NODE_ENV = 'production';

const started = Date.now();
const names = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
const force = process.argv.includes('--force');
const deploys = !process.argv.includes('--no-deploy');
const wanted = (name) => names.length === 0 || names.includes(name) || names.includes(`mfe-${name}`);

/** Everything that can be built: what it depends on, and whether its result is there. */
function listProjects() {
  const build = ['packages/build/src', 'packages/build/provided', 'package-lock.json'];
  const sharedNames = JSON.stringify(
    Object.keys(sharedModules({ provider: false, shellFolder: path.join(repositoryRoot, 'shell') })),
  );
  return [
    {
      name: 'shell',
      hash: () =>
        hashInputs(['shell', 'packages/contracts', 'packages/mfe', 'packages/ui', ...build], acceptedKeys().join()),
      exists: () => fs.existsSync(path.join(webFolder, 'shell/index.html')),
    },
    ...listRemotes().map((remote) => ({
      name: remote.manifest.name,
      remote,
      // packages/ui and packages/mfe come from the shell at run time; only their names matter here.
      hash: () => hashInputs([remote.folder, 'packages/contracts', 'packages/template', ...build], sharedNames),
      exists: (last) => fs.existsSync(path.join(remote.directory, 'dist', last?.version ?? '-', 'mf-manifest.json')),
    })),
    {
      name: 'backend',
      hash: () =>
        hashInputs([
          'backend/src',
          'backend/generated',
          'backend/package.json',
          'packages/contracts',
          'packages/template',
          'packages/build/src',
          'package-lock.json',
        ]),
      exists: () => fs.existsSync(path.join(repositoryRoot, 'backend/dist/main.cjs')),
    },
  ];
}

/** Runs webpack and answers the names of the projects that failed; what is wrong with them is printed. */
function runWebpack(configurations) {
  const webpack = require('webpack');
  return new Promise((resolve, reject) => {
    const compiler = webpack(configurations);
    compiler.run((error, result) => {
      compiler.close(() => {
        if (error) return reject(error);
        for (const stats of result.stats) {
          const text = stats.toString({ preset: 'errors-warnings', colors: process.stdout.isTTY });
          if (stats.hasErrors() || (stats.hasWarnings() && text.trim() !== '')) console.error(text);
        }
        resolve(new Set(result.stats.filter((stats) => stats.hasErrors()).map((stats) => stats.compilation.name)));
      });
    });
  });
}

async function configurationOf(project) {
  if (project.name === 'shell') return shellConfig({ outputPath: path.join(repositoryRoot, 'shell/dist') });
  const { default: configure } = await import(
    pathToFileURL(path.join(project.remote.directory, 'webpack.config.mjs')).href
  );
  return configure({ outputPath: path.join(project.remote.directory, 'dist/next') });
}

async function publishShell() {
  const built = path.join(repositoryRoot, 'shell/dist');
  await compressFolder(built);
  const target = path.join(webFolder, 'shell');
  const next = `${target}.${process.pid}`;
  const previous = `${target}.previous-${process.pid}`;
  fs.cpSync(built, next, { recursive: true });
  if (fs.existsSync(target)) fs.renameSync(target, previous);
  fs.renameSync(next, target);
  fs.rmSync(previous, { recursive: true, force: true });
}

/** Puts a built remote into the folder of its version, `mfe-x/dist/<version>`. */
async function keepBuiltRemote(remote) {
  const next = path.join(remote.directory, 'dist/next');
  const version = versionOfBuild(next, remote.manifest);
  await compressFolder(next);
  const target = path.join(remote.directory, 'dist', version);
  fs.rmSync(target, { recursive: true, force: true });
  fs.renameSync(next, target);
  pruneBuilds(path.join(remote.directory, 'dist'), version);
  return version;
}

/**
 * Deploys what was built now, and what is not deployed yet. What was built before is left alone: somebody may have rolled it back
 * or pinned it.
 */
async function deployBuilt() {
  const tools = await loadDeployTools();
  const state = await tools.readDeployments(webFolder);
  const builtNow = new Set(stale.filter(({ name }) => !failed.has(name)).map(({ name }) => name));
  for (const remote of listRemotes()) {
    const { name } = remote.manifest;
    const version = record[name]?.version;
    const from = version && path.join(remote.directory, 'dist', version);
    if (!from || !fs.existsSync(from)) continue;
    const deployed = state?.remotes[name];
    const current = deployed?.releases[deployed.current]?.release;
    const isThere =
      current &&
      isSignedNow(current) &&
      fs.existsSync(path.join(webFolder, 'remotes', name, current.version, 'remoteEntry.js'));
    if (isThere && (!builtNow.has(name) || current.version === version)) continue;
    await deployRemote(tools, { manifest: remote.manifest, version, from, by: 'npm run build' });
  }
}

const record = readRecord();
const projects = listProjects();
for (const name of names) {
  if (!projects.some((project) => project.name === name)) remoteFolder(name);
}
const chosen = projects.filter(({ name }) => wanted(name));
// The backend is bundled with its database client, which a fresh clone does not have yet.
if (wanted('backend')) generateIfNeeded();
const stale = [];
for (const project of chosen) {
  const hash = project.hash();
  if (force || record[project.name]?.hash !== hash || !project.exists(record[project.name]))
    stale.push({ ...project, hash });
}

let failed = new Set();
const web = stale.filter(({ name }) => name !== 'backend');
const backend = stale.find(({ name }) => name === 'backend');
const backendBuilt = backend ? buildBackend() : Promise.resolve(true);
if (web.length > 0) {
  fs.mkdirSync(webFolder, { recursive: true });
  const configurations = await Promise.all(web.map(configurationOf));
  failed = await runWebpack(Object.assign(configurations, { parallelism: 2 }));
  // What can be built is published: one remote that is broken holds back nobody else.
  for (const project of web.filter(({ name }) => !failed.has(name))) {
    if (project.remote) record[project.name] = { hash: project.hash, version: await keepBuiltRemote(project.remote) };
    else {
      await publishShell();
      record[project.name] = { hash: project.hash };
    }
  }
}
try {
  await backendBuilt;
  if (backend) record.backend = { hash: backend.hash };
} catch (error) {
  console.error(error.message);
  failed.add('backend');
}

writeRecord(record);
if (deploys) await deployBuilt();
const seconds = ((Date.now() - started) / 1000).toFixed(1);
const built = stale.filter(({ name }) => !failed.has(name)).map(({ name }) => name);
console.log(
  stale.length === 0
    ? `Everything is built (${seconds} s).`
    : `Built ${built.join(', ') || 'nothing'} in ${seconds} s.`,
);
if (failed.size > 0) {
  console.error(`Not built: ${[...failed].join(', ')}.`);
  process.exitCode = 1;
}
