// What `npm run new:remote` and `npm run new:feature` write. The features of the house are the models; keep these like them.
import { relative } from 'node:path';

export const pascal = (name) =>
  name
    .split('-')
    .map((word) => word[0].toUpperCase() + word.slice(1))
    .join('');
export const camel = (name) => pascal(name)[0].toLowerCase() + pascal(name).slice(1);
export const words = (name) =>
  pascal(name)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/ [A-Z]/g, (part) => part.toLowerCase());
const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

/** A page with its hooks and its test, by file name. */
export function pageFiles(name, title = words(name)) {
  const page = pascal(name);
  return {
    [`src/${name}/${name}.page.tsx`]: `import { usePage } from '@skein/mfe/page';
import { PageSkeleton } from '@skein/mfe/page-skeleton';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { use${page} } from './${name}.hooks';

export function ${page}Page() {
  usePage([{ label: '${title}' }]);
  const { person, problem, isLoading, retry } = use${page}();
  if (isLoading) return <PageSkeleton />;
  return (
    <>
      <PageHeader title="${title}" />
      <PageBody>
        {problem ? (
          <Callout tone="danger" role="alert" actions={<Button size="small" onClick={retry}>Retry</Button>}>{problem}</Callout>
        ) : (
          <p>Signed in as {person}.</p>
        )}
      </PageBody>
    </>
  );
}
`,
    [`src/${name}/${name}.hooks.ts`]: `import { problemOf } from '@skein/mfe/problem';
import { useMeQuery } from '@skein/mfe/system-api';

/** What the page needs, already shaped. */
export function use${page}() {
  const { data, error, isLoading, refetch } = useMeQuery();
  return { person: data?.user.email ?? '', problem: error ? problemOf(error).message : null, isLoading, retry: () => void refetch() };
}
`,
    [`src/${name}/${name}.test.tsx`]: `import { render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { provideStore, createAppStore } from '@skein/mfe/store';
import { provideTransport } from '@skein/mfe/transport';
import { ${page}Page } from './${name}.page';

it('says why when the server cannot be reached, and offers another try', async () => {
  provideTransport(() => Promise.reject(new Error('The line is down.')));
  const store = provideStore(createAppStore());
  render(<Provider store={store}><${page}Page /></Provider>);
  expect((await screen.findByRole('alert')).textContent).toContain('Retry');
  expect(screen.getByRole('heading', { name: '${title}' })).toBeTruthy();
});
`,
  };
}

/** A remote with one page. */
export function remoteFiles(name, title, versions) {
  const area = pascal(name);
  return {
    'package.json': json({
      name: `@skein/mfe-${name}`,
      version: '0.1.0',
      private: true,
      type: 'module',
      scripts: { build: `node ../scripts/build.mjs ${name}`, dev: `node ../scripts/dev.mjs ${name}` },
      dependencies: versions,
      devDependencies: { '@skein/build': '*' },
    }),
    'manifest.json': json({
      name,
      title,
      basePaths: [`/app/${name}`],
      nav: [
        {
          id: name,
          label: title,
          to: `/app/${name}`,
          icon: 'book',
          group: 'learn',
          order: 90,
          match: [`/app/${name}`],
          requires: { hiddenForClients: true },
        },
      ],
      permissions: [],
      parts: [],
    }),
    'webpack.config.mjs': `import { remoteConfig } from '@skein/build/webpack-config';\n\nexport default (options) => remoteConfig({ folder: 'mfe-${name}', ...options });\n`,
    'src/app.tsx': `import { createArea } from '@skein/mfe/area';\nimport manifest from '../manifest.json';\nimport { ${area}Area } from './${name}-area';\n\n/** What the shell loads: the life cycles of this area. */\nexport const { bootstrap, mount, unmount, update } = createArea(manifest, ${area}Area);\n`,
    [`src/${name}-area.tsx`]: `import { Route, Routes } from 'react-router-dom';
import { NotFoundPage } from '@skein/mfe/not-found-page';
import { HomePage } from './home/home.page';

/**
 * Every address of this area, without \`/app\`, literal ones before those with parameters. The page an area opens with is imported
 * statically, the others by \`lazyPage\` of \`@skein/mfe/lazy-page\`.
 */
export function ${area}Area() {
  return (
    <Routes>
      <Route path="/${name}" element={<HomePage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
`,
    ...pageFiles('home', title),
  };
}

/** An endpoint of a service from the contract to the database, and its test, in that folder. By file name from the root. */
export function serviceFeatureFiles(service, name, feature) {
  const [Name, value] = [pascal(name), camel(name)];
  const prefix = service === 'main' ? '/api' : `/api/${service}`;
  const deps =
    service === 'main'
      ? { type: 'MainDeps', from: '#main/deps' }
      : { type: 'ServiceDeps', from: '#platform/http/service-deps' };
  return {
    [`packages/contracts/src/${service}/${name}.contract.ts`]: `import { z } from 'zod';
import { defineContract } from '../endpoint';

export const ${value}Contract = defineContract({
  service: '${service}',
  tag: '${words(name)}',
  endpoints: {
    read${Name}: { method: 'GET', path: '${prefix}/${name}', access: { who: 'person', may: 'profile' }, summary: '${words(name)} of the workspace', response: z.object({ workspace_id: z.number().int(), workspace: z.string() }) },
  },
});
`,
    [`${feature}/${name}.routes.ts`]: `import { ${value}Contract } from '@skein/contracts/${service}/${name}.contract';
import { routes } from '#platform/http/routes';
import type { ${deps.type} } from '${deps.from}';
import { read${Name} } from './read-${name}';

export const ${value}Routes = (deps: ${deps.type}) => routes(${value}Contract)(deps, {
  read${Name}: (d, { actor }) => read${Name}(d, actor.workspaceId),
});
`,
    [`${feature}/read-${name}.ts`]: `import { notFound } from '#platform/http/skein-error';
import type { ${deps.type} } from '${deps.from}';
import { find${Name} } from './${name}.store';

/** @throws SkeinError NOT_FOUND */
export async function read${Name}(deps: Pick<${deps.type}, 'db'>, workspaceId: number) {
  const found = await deps.db.tenantSql(workspaceId, (sql) => find${Name}(workspaceId, sql));
  if (!found) throw notFound('This workspace');
  return found;
}
`,
    [`${feature}/${name}.store.ts`]: `import type { SqlClient } from '#platform/db/database';

export interface ${Name}Row { workspace_id: number; workspace: string }

export async function find${Name}(workspaceId: number, sql: SqlClient): Promise<${Name}Row | undefined> {
  return (await sql.query<${Name}Row>('select id as workspace_id, name as workspace from workspace where id = $1', [workspaceId])).rows[0];
}
`,
    [`${feature}/${name}.test.ts`]: `import { ${value}Contract } from '@skein/contracts/${service}/${name}.contract';
import { createTestServices, type TestServices } from '#server/testing/test-services';

let services: TestServices;

beforeAll(async () => {
  services = await createTestServices();
});

afterAll(() => services.close());

it('answers each workspace with its own', async () => {
  for (const owner of [await services.main.signIn(), await services.main.signIn()]) {
    expect(await services.asClient(${value}Contract, owner).read${Name}({})).toMatchObject({ workspace_id: owner.workspaceId });
  }
});
`,
  };
}
