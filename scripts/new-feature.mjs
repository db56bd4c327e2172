// `npm run new:feature -- inbox saved-replies`   a page in a remote: page, hooks, test, and its address in the area
// `npm run new:feature -- subscription coupons`    an endpoint in a service: contract, routes, operation, store, test
// `npm run new:feature -- main saved-replies --area inbox`    the same in an area of the main service
// `--into FOLDER` writes into another copy of the repository.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Refusal, root as here } from './lib/install.mjs';
import { camel, pageFiles, pascal, serviceFeatureFiles } from './lib/templates.mjs';
import { generate } from './generate.mjs';
import { putBefore, readName, writeNew } from './lib/write-new.mjs';

async function addPage(root, remote, name) {
  const folder = `mfe-${remote}`;
  const [base] = JSON.parse(readFileSync(join(root, folder, 'manifest.json'), 'utf8')).basePaths;
  const address = `${base.replace(/^\/app/, '')}/${name}`;
  const area = `${folder}/src/${remote}-area.tsx`;
  await writeNew(
    root,
    Object.fromEntries(Object.entries(pageFiles(name)).map(([file, text]) => [`${folder}/${file}`, text])),
  );
  const lazy = "import { lazyPage } from '@skein/mfe/lazy-page';\n";
  if (!readFileSync(join(root, area), 'utf8').includes("from '@skein/mfe/lazy-page'"))
    putBefore(root, area, /^import \{ NotFoundPage/m, lazy);
  putBefore(
    root,
    area,
    /^\/\*\*|^export function/m,
    `const ${pascal(name)}Page = lazyPage(() => import('./${name}/${name}.page').then((module) => module.${pascal(name)}Page));\n\n`,
  );
  putBefore(root, area, /^ *<Route path=/m, `      <Route path="${address}" element={<${pascal(name)}Page />} />\n`);
  return `/app${address} shows it. Run: npm run dev -- ${remote}   npx jest ${folder}/src/${name}`;
}

/** Where the files of a service's feature stand. @throws Refusal for the main service without an area that it has */
function featureFolder(service, name, area) {
  const services = 'backend/src/services';
  if (service !== 'main') return `${services}/${service}/features/${name}`;
  const areas = readdirSync(join(here, services, 'main'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
    .map(({ name: folder }) => folder);
  if (!areas.includes(area))
    throw new Refusal(`Name the area of the main service that it belongs to: --area ${areas.join(' | ')}.`);
  return `${services}/main/${area}/${name}`;
}

async function addEndpoint(root, service, name, area) {
  const folder = featureFolder(service, name, area);
  await writeNew(root, serviceFeatureFiles(service, name, folder));
  await generate(root);
  if (root === here) spawnSync(process.execPath, [join(root, 'scripts/routes.mjs')], { cwd: root, stdio: 'inherit' });
  const address = service === 'main' ? `/api/${name}` : `/api/${service}/${name}`;
  return `GET ${address} answers it. Run: npm run where -- "GET ${address}"   npx jest ${folder}`;
}

try {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(2),
    allowPositionals: true,
    options: { area: { type: 'string' }, into: { type: 'string' } },
  });
  const [where, given] = positionals;
  const name = readName(given, 'feature');
  const root = values.into ? resolve(values.into) : here;
  const remote = (where ?? '').replace(/^mfe-/, '');
  let said;
  if (
    existsSync(join(root, `mfe-${remote}`, 'manifest.json')) &&
    !existsSync(join(root, `backend/src/services/${where}/app.ts`))
  )
    said = await addPage(root, remote, name);
  else if (where?.startsWith('mfe-') && existsSync(join(root, where, 'manifest.json')))
    said = await addPage(root, remote, name);
  else if (existsSync(join(root, `backend/src/services/${where}/app.ts`)))
    said = await addEndpoint(root, where, name, values.area);
  else
    throw new Refusal(
      `"${where}" is neither a remote nor a service. A remote and a service of the same name: write mfe-${remote} for the remote.`,
    );
  console.log(said);
} catch (error) {
  console.error(error instanceof Refusal ? error.message : error);
  process.exitCode = 1;
}
