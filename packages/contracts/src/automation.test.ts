import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { automationCatalog } from './automation';

const packages = join(__dirname, '../..');

it.each(['n8n-nodes-skein', 'zapier-skein'])(
  '%s offers what the contracts say ("npm run automation" writes it)',
  (name) => {
    const written: unknown = JSON.parse(readFileSync(join(packages, name, 'catalog.json'), 'utf8'));
    expect(written).toEqual(JSON.parse(JSON.stringify(automationCatalog())));
  },
);

it('offers only calls that an API key may make, each under an id of its own', () => {
  const { actions, events } = automationCatalog();
  expect(new Set(actions.map(({ id }) => id)).size).toBe(actions.length);
  for (const action of actions)
    for (const [, name] of action.path.matchAll(/:(\w+)/g))
      expect(action.fields).toContainEqual(expect.objectContaining({ name, in: 'path', isRequired: true }));
  expect(events.every(({ label }) => label.length > 3)).toBe(true);
});
