import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { findRepositoryRoot } from '../env/repository-root';
import { createTestDatabase } from '../testing/test-database';

const mostColumns = 40;
const folder = join(findRepositoryRoot(), 'backend', 'prisma', 'schema');

/** The comment over the model of a table. */
function commentOf(table: string): string {
  const schema = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const model = new RegExp(`((?:^///[^\\n]*\\n)*)^model \\w+ \\{(?:(?!^\\})[^])*@@map\\("${table}"\\)`, 'm');
  return schema.map((text) => model.exec(text)?.[1] ?? '').join('');
}

it(`has no table of more than ${mostColumns} columns whose schema does not say why`, async () => {
  const test = await createTestDatabase();
  try {
    const wide = await test.query<{ name: string }>(
      `
        select c.relname as name
        from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relnamespace = 'public'::regnamespace
          and c.relkind in ('r', 'p')
          and not c.relispartition
        group by 1
        having count(*) > $1
      `,
      [mostColumns],
    );
    expect(wide.filter(({ name }) => !commentOf(name).includes('More than 40 columns: '))).toEqual([]);
  } finally {
    await test.drop();
  }
});

it('finds the comment of a model by its table', () => {
  expect(commentOf('campaign_tag')).toBe('/// Tags of a campaign.\n');
});
