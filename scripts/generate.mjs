// `npm run generate`: writes the lists that nobody keeps: the routes and jobs of each service, and all contracts. A
// file is found by its name: `*.routes.ts` exports functions named `…Routes`, `*.handlers.ts` functions named
// `…Handlers`, `*.jobs.ts` lists named `…Cron`, `*.contract.ts` values named `…Contract`, `*.run.ts` kinds of long jobs
// named `…Run`. A test compares what stands there with what this writes. `--check` only compares; `--into FOLDER` works
// on another copy.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { inLayout } from './lib/layout.mjs';
import { pascal } from './lib/templates.mjs';

const here = join(dirname(fileURLToPath(import.meta.url)), '..');
const heading = '// Written by `npm run generate`: do not edit.\n';

/** Files below a folder whose name ends so, by their path. */
function filesBelow(folder, ending) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/**
 * `[{ file, name }]`: what these files export under a name that ends so.
 * @throws Error for a file that exports none, unless `mayBeEmpty`
 */
function exportsOf(files, ending, { mayBeEmpty = false } = {}) {
  return files.flatMap((file) => {
    const found = [...readFileSync(file, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm)].map(
      ([, name]) => name,
    );
    const names = found.filter((name) => name.endsWith(ending));
    if (names.length === 0 && !mayBeEmpty) throw new Error(`${file} exports nothing that is named …${ending}.`);
    return names.map((name) => ({ file, name }));
  });
}

/** One import a file, in the order of the files. */
function importsOf(found, from) {
  return [...groupByFile(found)]
    .map(([file, names]) => {
      const path = relative(dirname(from), file).split(sep).join('/').replace(/\.ts$/, '');
      return `import { ${names.map(({ name }) => name).join(', ')} } from '${path.startsWith('.') ? path : `./${path}`}';`;
    })
    .join('\n');
}

function groupByFile(found) {
  const groups = new Map();
  for (const one of found) groups.set(one.file, [...(groups.get(one.file) ?? []), one]);
  return groups;
}

/** What a service is started with: its own `deps.ts` names it after the folder (`MainDeps`); without one it is what every service gets. */
const depsOf = (folder) =>
  existsSync(join(folder, 'deps.ts'))
    ? [`${pascal(basename(folder))}Deps`, './deps']
    : ['ServiceDeps', '../../platform/http/service-deps'];

function routesOf(folder) {
  const file = join(folder, 'routes.generated.ts');
  const found = exportsOf(filesBelow(folder, '.routes.ts'), 'Routes');
  const deps = depsOf(folder);
  return {
    file,
    text: `${heading}import type { Hono } from 'hono';
import type { ${deps[0]} } from '${deps[1]}';
${importsOf(found, file)}

/** The routes of every feature of this service. */
export const featureRoutes = (${found.length === 0 ? '_' : ''}deps: ${deps[0]}): Hono[] => [${found.map(({ name }) => `${name}(deps)`).join(', ')}];
`,
  };
}

function jobsOf(folder) {
  const file = join(folder, 'jobs.generated.ts');
  const handlers = exportsOf(filesBelow(folder, '.handlers.ts'), 'Handlers');
  const crons = exportsOf(filesBelow(folder, '.jobs.ts'), 'Cron', { mayBeEmpty: true });
  const runs = exportsOf(filesBelow(folder, '.run.ts'), 'Run');
  return {
    file,
    text: `${heading}import type { BulkRunKind } from '../../platform/bulk-runs/bulk-run';
import { bulkRunHandlers } from '../../platform/bulk-runs/bulk-runs.handlers';
import { bulkRunsCron } from '../../platform/bulk-runs/bulk-runs.jobs';
import type { CronEntry, JobHandler } from '../../platform/jobs/job-definition';
import type { MainDeps } from './deps';
${importsOf(runs, file)}
${importsOf(handlers, file)}
${importsOf(crons, file)}

/** Every kind of long job. */
const bulkRunKinds: BulkRunKind<MainDeps>[] = [${runs.map(({ name }) => name).join(', ')}];

/** Every background job of this service. */
export const createMainJobs = (deps: MainDeps): JobHandler[] => [...bulkRunHandlers(deps, bulkRunKinds), ${handlers.map(({ name }) => `...${name}(deps)`).join(', ')}];

/** What the clock enqueues for this service. */
export const mainCron: CronEntry[] = [...bulkRunsCron, ${crons.map(({ name }) => `...${name}`).join(', ')}];
`,
  };
}

function contractsOf(folder) {
  const file = join(folder, 'contracts.generated.ts');
  const found = exportsOf(filesBelow(folder, '.contract.ts'), 'Contract');
  return {
    file,
    text: `${heading}import type { Contract } from './endpoint';
${importsOf(found, file)}

/** The contract of every feature. */
export const featureContracts: Contract[] = [${found.map(({ name }) => name).join(', ')}];
`,
  };
}

/** Every generated file with its text. */
export async function generated(root) {
  const services = join(root, 'backend/src/services');
  const withApp = filesBelow(services, 'app.ts').filter((file) => basename(file) === 'app.ts');
  const lists = withApp.map((file) => routesOf(dirname(file)));
  const all = [...lists, jobsOf(join(services, 'main')), contractsOf(join(root, 'packages/contracts/src'))];
  return Promise.all(
    all.map(async ({ file, text }) => ({
      file,
      text: await inLayout(file, text),
    })),
  );
}

/** Writes what has changed. @returns the files that were not as they should be */
export async function generate(root, { onlyCheck = false } = {}) {
  const changed = [];
  for (const { file, text } of await generated(root)) {
    let present = '';
    try {
      present = readFileSync(file, 'utf8');
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
    if (present === text) continue;
    changed.push(relative(root, file));
    if (!onlyCheck) writeFileSync(file, text);
  }
  return changed;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { check: { type: 'boolean' }, into: { type: 'string' } } });
  const root = values.into ? resolve(values.into) : here;
  const changed = await generate(root, { onlyCheck: values.check });
  if (values.check && changed.length > 0) {
    console.error(`Not as the folders are: ${changed.join(', ')}. Run: npm run generate`);
    process.exitCode = 1;
  } else console.log(changed.length > 0 ? `Written: ${changed.join(', ')}` : 'Everything is as the folders are.');
}
