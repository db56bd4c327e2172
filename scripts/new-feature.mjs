// `npm run new:feature -- inbox saved-replies`   a page in a remote: page, hooks, test, and its address in the area
// `npm run new:feature -- main saved-replies`    an endpoint in a service: contract, routes, operation, store, test
// `--into FOLDER` writes into another copy of the repository.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Refusal, root as here } from './lib/install.mjs';
import { camel, pageFiles, pascal, serviceFeatureFiles } from './lib/templates.mjs';
import { putBefore, readName, writeNew } from './lib/write-new.mjs';

function addPage(root, remote, name) {
  const folder = `mfe-${remote}`;
  const [base] = JSON.parse(readFileSync(join(root, folder, 'manifest.json'), 'utf8')).basePaths;
  const address = `${base.replace(/^\/app/, '')}/${name}`;
  const area = `${folder}/src/${remote}-area.tsx`;
  writeNew(
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

function addEndpoint(root, service, name) {
  const app = `backend/src/services/${service}/app.ts`;
  writeNew(root, serviceFeatureFiles(service, name));
  putBefore(
    root,
    'packages/contracts/src/all.ts',
    /^import /m,
    `import { ${camel(name)}Contract } from './${service}/${name}.contract';\n`,
  );
  putBefore(root, 'packages/contracts/src/all.ts', /^\];/m, `  ${camel(name)}Contract,\n`);
  putBefore(
    root,
    app,
    /^\/\*\*|^export const/m,
    `import { ${camel(name)}Routes } from './features/${name}/${name}.routes';\n`,
  );
  putBefore(root, app, /^ {2}\]\);/m, `    ${camel(name)}Routes(deps),\n`);
  if (root === here) spawnSync(process.execPath, [join(root, 'scripts/routes.mjs')], { cwd: root, stdio: 'inherit' });
  const address = service === 'main' ? `/api/${name}` : `/api/${service}/${name}`;
  return `GET ${address} answers it. Run: npm run where -- "GET ${address}"   npx jest backend/src/services/${service}/features/${name}`;
}

try {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(2),
    allowPositionals: true,
    options: { into: { type: 'string' } },
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
    said = addPage(root, remote, name);
  else if (where?.startsWith('mfe-') && existsSync(join(root, where, 'manifest.json')))
    said = addPage(root, remote, name);
  else if (existsSync(join(root, `backend/src/services/${where}/app.ts`))) said = addEndpoint(root, where, name);
  else
    throw new Refusal(
      `"${where}" is neither a remote nor a service. A remote and a service of the same name: write mfe-${remote} for the remote.`,
    );
  console.log(said);
} catch (error) {
  console.error(error instanceof Refusal ? error.message : error);
  process.exitCode = 1;
}
