// `npm run build`            everything that changed since the last build
// `npm run build -- inbox`   one remote (also: shell, backend); `--force` builds what did not change too, `--no-deploy` leaves
//                            what is deployed as it is; `--no-way-back` deploys a shell in which earlier versions do not run
// `npm run build -- --language de`   the product in the language of `texts/de` (docs/texts.md); `pseudo` is made up, for tests
// What a person deployed, rolled back, tries or removed stays as it is: only `npm run remote:deploy` changes that.
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { buildBackend } from '../packages/build/src/build-backend.mjs';
import { readRecord, writeRecord } from '../packages/build/src/build-record.mjs';
import { compressFolder } from '../packages/build/src/compress.mjs';
import { hashInputs } from '../packages/build/src/input-hash.mjs';
import { acceptedKeys, deployKey } from '../packages/build/src/deploy-key.mjs';
import { loadDeployTools } from '../packages/build/src/deploy-tools.mjs';
import { lockedPackages } from '../packages/build/src/locked-packages.mjs';
import { pruneBuilds, versionOfBuild, webFolder } from '../packages/build/src/remotes-registry.mjs';
import { listRemotes, remoteFolder, repositoryRoot } from '../packages/build/src/repository.mjs';
import { sharedModules } from '../packages/build/src/shared-modules.mjs';
import { shellConfig } from '../packages/build/src/webpack-config.mjs';
import { generateIfNeeded, noteMark } from './lib/prepare.mjs';

const require = createRequire(import.meta.url);
process.env.NODE_ENV = 'production';

const started = Date.now();
const { language } = parseArgs({
  options: { language: { type: 'string' } },
  strict: false,
  allowPositionals: true,
}).values;
// The reader of texts is there for languages only. It says what is wrong with one before anything is built.
const texts = language ? require('../packages/build/src/texts/language.cjs') : null;
try {
  texts?.languageOf(language);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
const names = process.argv.slice(2).filter((argument) => !argument.startsWith('-') && argument !== language);
const force = process.argv.includes('--force');
const deploys = !process.argv.includes('--no-deploy');
const wanted = (name) => names.length === 0 || names.includes(name) || names.includes(`mfe-${name}`);

/** Everything that can be built: what it depends on, and whether its result is there. */
function listProjects() {
  const build = ['packages/build/src', 'packages/build/provided'];
  const shared = JSON.stringify(
    Object.entries(sharedModules({ provider: false })).map(([name, { requiredVersion }]) => [name, requiredVersion]),
  );
  const said = language ? `\n${language}` : '';
  const translations = texts ? texts.filesOfLanguage(language) : [];
  const hashOf = (folders, inputs, extra = '') =>
    hashInputs(
      [...folders, ...inputs, ...translations],
      `${extra}\n${lockedPackages([...folders, 'packages/build'])}${said}`,
    );
  const backend = ['packages/contracts', 'packages/deployments', 'packages/template'];
  return [
    {
      name: 'shell',
      hash: () => hashOf(['shell', 'packages/contracts', 'packages/mfe', 'packages/ui'], build, acceptedKeys().join()),
      exists: () => fs.existsSync(path.join(webFolder, 'shell/index.html')),
    },
    ...listRemotes()
      .map((remote) => (texts ? { ...remote, manifest: texts.translateManifest(remote.manifest, language) } : remote))
      .map((remote) => ({
        name: remote.manifest.name,
        remote,
        // packages/ui and packages/mfe come from the shell at run time; only the names and versions of their modules matter here.
        hash: () => hashOf([remote.folder, 'packages/contracts', 'packages/template'], build, shared),
        exists: (last) => fs.existsSync(path.join(remote.directory, 'dist', last?.version ?? '-', 'contents.json')),
      })),
    {
      name: 'backend',
      hash: () =>
        hashInputs(
          [
            'backend/src',
            'backend/generated',
            'backend/package.json',
            ...backend,
            'packages/build/src',
            ...translations,
          ],
          `${lockedPackages(['backend', 'packages/build', ...backend])}${said}`,
        ),
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
  if (project.name === 'shell') return shellConfig({ outputPath: path.join(repositoryRoot, 'shell/dist'), language });
  const { default: configure } = await import(
    pathToFileURL(path.join(project.remote.directory, 'webpack.config.mjs')).href
  );
  return configure({ outputPath: path.join(project.remote.directory, 'dist/next'), language });
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

/** Deploys the shell if it was built, and each remote whose latest build nobody's choice stands against. */
async function deployBuilt(builtShell) {
  const tools = await loadDeployTools();
  const remotes = chosen.flatMap(({ name, remote }) => {
    if (!remote || failed.has(name)) return [];
    const { manifest, directory } = remote;
    const version = record[manifest.name]?.version;
    const from = version && path.join(directory, 'dist', version);
    return from && fs.existsSync(from) ? [{ manifest, version, from }] : [];
  });
  if (!builtShell && remotes.length === 0) return { notes: [], refusals: [], hasShell: false };
  fs.mkdirSync(webFolder, { recursive: true });
  return tools.publishBuild(
    { root: webFolder, privateKey: deployKey() },
    {
      shell: builtShell,
      remotes,
      // Whoever builds everything has one state of it; a shell that is deployed alone must leave the areas their ways back.
      keepsWaysBack: names.length > 0 && !process.argv.includes('--no-way-back'),
      at: new Date(),
    },
  );
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
const backendBuilt = backend ? buildBackend({ language }) : Promise.resolve(true);
if (web.length > 0) {
  fs.mkdirSync(webFolder, { recursive: true });
  const configurations = await Promise.all(web.map(configurationOf));
  failed = await runWebpack(Object.assign(configurations, { parallelism: 2 }));
  // What can be built is published: one remote that is broken holds back nobody else.
  for (const project of web.filter(({ name }) => !failed.has(name)))
    if (project.remote) record[project.name] = { hash: project.hash, version: await keepBuiltRemote(project.remote) };
}
try {
  await backendBuilt;
  if (backend) record.backend = { hash: backend.hash };
} catch (error) {
  console.error(error.message);
  failed.add('backend');
}

const shell = web.find(({ name }) => name === 'shell' && !failed.has(name));
const shellFolder = path.join(repositoryRoot, 'shell/dist');
if (shell) await compressFolder(shellFolder);
const published = deploys ? await deployBuilt(shell && shellFolder) : { notes: [], refusals: [], hasShell: false };
if (shell && published.hasShell) record.shell = { hash: shell.hash };
writeRecord(record);
const seconds = ((Date.now() - started) / 1000).toFixed(1);
const built = stale.filter(({ name }) => !failed.has(name)).map(({ name }) => name);
console.log(
  stale.length === 0
    ? `Everything is built (${seconds} s).`
    : `Built ${built.join(', ') || 'nothing'} in ${seconds} s.`,
);
for (const text of published.notes) console.log(`${noteMark}${text}`);
for (const text of published.refusals) console.error(text);
if (failed.size > 0) console.error(`Not built: ${[...failed].join(', ')}.`);
if (failed.size > 0 || published.refusals.length > 0) process.exitCode = 1;
