// What `npm run where -- --record` wrote: a route a line.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const recordFile = join(dirname(fileURLToPath(import.meta.url)), 'routes.jsonl');

/**
 * `{ method, path, name, summary, aliases, contract, routes, operation, function, statements: [{ file, name, writes }], refused }` of
 * every route; `refused` is the status of the one that could not be asked for something that is there.
 */
export function readRecorded() {
  return readFileSync(recordFile, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const route = JSON.parse(line);
      return { ...route, statements: route.statements.map(readStatement) };
    });
}

function readStatement(text) {
  const writes = text.startsWith('*');
  const [file, name = ''] = text.slice(writes ? 1 : 0).split('#');
  return { file: `backend/src/${file}`, name, writes };
}

/** Where something is changed, what writes comes first; then what is near to the operation. */
export function inOrder({ method, operation, statements }) {
  const folders = (file) => file.split('/').slice(0, -1);
  const near = (file) => folders(file).findIndex((part, index) => part !== folders(operation ?? '')[index]);
  const rank = ({ file, writes }) => (method !== 'GET' && writes ? 100 : 0) + (near(file) === -1 ? 50 : near(file));
  return [...statements].sort((one, other) => rank(other) - rank(one));
}
