import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundleFolder, bundleProgram } from '#platform/testing/bundle-program';
import { createHeavyWork, type HeavyWork } from '#platform/workers/heavy-work';
import { readForRequest } from '#platform/workers/answer-heavy';
import { checkTextsTask, problemsOf, weightOf } from './text-tasks';

const folder = bundleFolder('heavy-texts');
let strict: HeavyWork;
let crowded: HeavyWork;
const waits = { most: 10, longest: 3_600_000 };

beforeAll(() => {
  const file = bundleProgram('backend/src/services/main/heavy-worker.ts', join(folder, 'heavy-worker.cjs'));
  // Nothing of this size is checked in a millisecond.
  strict = createHeavyWork({ file, limit: 1, waits: { most: 200, longest: 3_600_000 } });
  crowded = createHeavyWork({ file, threads: 1, waits });
});
afterAll(async () => {
  await strict.close();
  await crowded.close();
  rmSync(folder, { recursive: true, force: true });
});

const step = (email_body: string) => ({
  seq_type: 'EMAIL' as const,
  seq_delay_details: { delayInDays: 0, delayInHours: 0, delayInMinutes: 0 },
  variant_distribution_type: 'MANUAL_EQUAL' as const,
  detail: {},
  variants: [{ subject: 's', email_body, is_paused: false }],
});
const check = { steps: Array.from({ length: 10 }, () => step('{{a}}<p>'.repeat(12_000))), customFields: [] };
const ask = (work: HeavyWork) =>
  readForRequest(work, checkTextsTask, check, { size: Infinity, field: 'steps' }).catch((error: unknown) => error);
/** The answer while the only thread is busy and a request waits for it no longer than a millisecond. */
async function whileCrowded<Answer>(asking: () => Promise<Answer>): Promise<Answer> {
  const before = crowded.run(checkTextsTask, check, Infinity).catch(() => undefined);
  waits.longest = 1;
  const answer = await asking();
  waits.longest = 3_600_000;
  await before;
  return answer;
}

it('refuses texts that take too long, with the field and the way out, and says when it is only busy', async () => {
  expect(await ask(strict)).toMatchObject({
    status: 422,
    details: [{ field: 'steps', message: 'takes too long to process: make it shorter or simpler' }],
  });
  expect(await whileCrowded(() => ask(crowded))).toMatchObject({
    status: 503,
    message: expect.stringContaining('Try again'),
  });
});

it('shows a saved sequence whose texts cannot be checked, with that as its problem', async () => {
  expect(await problemsOf(strict, check)).toMatchObject([{ code: 'too_large', is_blocking: true }]);
  expect(await whileCrowded(() => problemsOf(crowded, check))).toMatchObject([
    { code: 'too_large', is_blocking: false },
  ]);
});

it('takes texts with logic for heavy, however short they are', () => {
  expect(weightOf([{ subject: 'ab', email_body: 'cde' }])).toBe(5);
  expect(weightOf([{ subject: '', email_body: '{% for i in (1..9) %}' }])).toBe(Infinity);
});

it('names the first problems of a text that has thousands', async () => {
  expect(checkTextsTask.run({ steps: [step('{{'.repeat(5_000))], customFields: null })).toHaveLength(50);
});
