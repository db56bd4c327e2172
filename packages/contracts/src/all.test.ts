import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allContracts, allEndpoints } from './all';
import { openApiDocument } from './openapi';
import { routeTable } from './route-table';

it('lists every contract file', async () => {
  const files = readdirSync(__dirname, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.contract.ts'),
  );
  for (const file of files) {
    const values = Object.values((await import(join(__dirname, file))) as Record<string, unknown>);
    const contracts = values.filter((value) => typeof value === 'object' && value !== null && 'endpoints' in value);
    expect(contracts.length).toBeGreaterThan(0);
    for (const contract of contracts)
      if (!allContracts.includes(contract as never)) throw new Error(`${file} is not listed in all.ts`);
  }
});

it('names no method and path twice, aliases included', () => {
  const seen = new Map<string, string>();
  for (const { contract, name, endpoint } of allEndpoints()) {
    for (const route of [`${endpoint.method} ${endpoint.path}`, ...(endpoint.aliases ?? [])]) {
      const key = route.replace(/:\w+(\{[^}]*\})?/g, ':').replace(/\/$/, '');
      const owner = `${contract.tag}.${name}`;
      if (seen.has(key)) throw new Error(`${route} is named by ${seen.get(key)} and by ${owner}`);
      seen.set(key, owner);
    }
  }
});

it('makes an OpenAPI document in which every path parameter is described and every operation has its own id', () => {
  const document = openApiDocument({ url: 'http://localhost:3000' });
  const ids = new Set<string>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const operation of Object.values(methods) as {
      operationId: string;
      parameters: { name: string; in: string }[];
    }[]) {
      expect(ids.has(operation.operationId)).toBe(false);
      ids.add(operation.operationId);
      const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      expect(
        operation.parameters
          .filter((parameter) => parameter.in === 'path')
          .map((parameter) => parameter.name)
          .sort(),
      ).toEqual([...named].sort());
    }
  }
  expect(ids.size).toBe(allEndpoints().length);
});

it('matches the golden route table ROUTES.md (npm run routes prints it anew)', () => {
  expect(readFileSync(join(__dirname, '../../../ROUTES.md'), 'utf8')).toBe(routeTable());
});
