import { z } from 'zod';
import { defineJob, handleJob } from '#platform/jobs/job-definition';
import { createJobQueue } from '#platform/jobs/job-queue';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database';
import { runJobs } from './run-jobs';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const note = defineJob({ name: 'test.note', payload: z.object({ word: z.string() }) });
const enqueue = (word: string) => database.database.systemSql((sql) => createJobQueue().enqueue(sql, note, { word }));

test('jobs are run again and again over the same connections', async () => {
  let opened = 0;
  database.owner.on('connect', () => (opened += 1));
  const done: string[] = [];
  const handlers = [handleJob(note, async ({ word }) => void done.push(word))];
  for (const word of ['first', 'second', 'third']) {
    await enqueue(word);
    await runJobs(database, handlers);
  }
  expect(done).toEqual(['first', 'second', 'third']);
  expect([1, 2]).toContain(opened);
});

test('a job that fails is told, and the next run goes on', async () => {
  const done: string[] = [];
  const handlers = [
    handleJob(note, async ({ word }) => {
      if (word === 'broken') throw new Error('broken');
      done.push(word);
    }),
  ];
  await enqueue('broken');
  await expect(runJobs(database, handlers)).rejects.toThrow('broken');
  await enqueue('whole');
  await runJobs(database, handlers);
  expect(done).toEqual(['whole']);
});
