import { createTestMain, type TestMain } from '#main/testing';
import { addDemoEvents } from './demo-events';

let main: TestMain;
beforeAll(async () => {
  main = await createTestMain();
});
afterAll(() => main.close());

it('adds two events once, as an operator would, and leaves a deleted one deleted', async () => {
  const events = () => main.test.query<{ slug: string }>('select slug from university_event order by slug');
  await addDemoEvents(main.deps);
  expect(await events()).toEqual([{ slug: 'getting-off-a-block-list' }, { slug: 'office-hours' }]);
  expect(await main.test.query('select actor, action from operator_action')).toEqual(
    Array(2).fill({ actor: 'demo', action: 'event-added' }),
  );
  await main.test.query(`delete from university_event where slug = 'office-hours'`);
  await addDemoEvents(main.deps);
  expect(await events()).toEqual([{ slug: 'getting-off-a-block-list' }]);
});
