// `npm run where -- --record`: asks every route once, on a real database, and writes what ran into
// scripts/where/routes.jsonl. Where it stands, which operation a route calls and in which files is read from the
// sources; which statements ran is seen.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../load-contracts.mjs';
import { recordFile } from './recorded.mjs';
import { findRoutes } from './routes.mjs';

/** A statement that most routes run belongs to none of them: who asks, and what they may do. */
const mostRoutes = 0.3;

export async function record() {
  const ran = runEveryRoute();
  const common = commonStatements(Object.values(ran).map((one) => one.statements));
  const routes = await findRoutes();
  const lines = routes.map(({ operations, ...route }) => {
    const { status = 0, statements = [] } = ran[`${route.method} ${route.path}`] ?? {};
    const own = statements.filter((one) => !common.has(keyOf(one)));
    const reached = new Set(own.flatMap((one) => [keyOf(one), ...one.callers]));
    const isReached = ({ file, name }) => reached.has(`${file.replace(/^backend\/src\//, '')}#${name}`);
    const operation = operations.find(isReached) ?? operations[0];
    return JSON.stringify({
      ...route,
      operation: operation?.file ?? route.routes,
      function: operation?.name ?? null,
      statements: own.map(({ file, name, writes }) => `${writes ? '*' : ''}${file}${name && `#${name}`}`),
      // What runs behind a refusal was not seen.
      ...(status >= 400 && { refused: status }),
    });
  });
  writeFileSync(recordFile, `${lines.join('\n')}\n`);
  return lines.length;
}

const keyOf = ({ file, name }) => `${file}#${name}`;

/** @returns what each route answered with, and its statements, by its method and path */
function runEveryRoute() {
  const folder = mkdtempSync(join(tmpdir(), 'skein-where-'));
  try {
    const file = join(folder, 'statements.json');
    const jest = [join(root, 'node_modules/jest/bin/jest.js'), 'backend/src/services/every-route.test.ts'];
    const { status } = spawnSync(process.execPath, [...jest, '-t', 'never fails inside'], {
      cwd: root,
      env: { ...process.env, SKEIN_RECORD_STATEMENTS: file },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (status !== 0)
      throw new Error('A route failed while it was recorded: npx jest backend/src/services/every-route');
    return JSON.parse(readFileSync(file, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function commonStatements(all) {
  const counts = new Map();
  for (const ran of all) for (const one of ran) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count > all.length * mostRoutes).map(([key]) => key));
}
