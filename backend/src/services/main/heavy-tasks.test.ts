import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { rawMail } from '../../engine/inbox-sync/raw-mail.test-support';
import { bundleFolder, bundleProgram } from '../../platform/testing/bundle-program';
import { createHeavyWork, type HeavyWork } from '../../platform/workers/heavy-work';
import { readMailTask } from './areas/inbox/inbox-sync/read-raw-mail';
import { heavyTasks } from './heavy-tasks';

const folder = bundleFolder('heavy-tasks');
let work: HeavyWork;

beforeAll(() => {
  work = createHeavyWork({
    file: bundleProgram('backend/src/services/main/heavy-worker.ts', join(folder, 'heavy-worker.cjs')),
  });
});
afterAll(async () => {
  await work.close();
  rmSync(folder, { recursive: true, force: true });
});

const inThread = Number.MAX_SAFE_INTEGER;
/** Threads bring plain copies: what only a class of its own could be is found here. */
const plain = (value: unknown): unknown => structuredClone(value);

it('knows each task by a name of its own', () => {
  expect(new Set(heavyTasks.map((task) => task.name)).size).toBe(heavyTasks.length);
});

it('reads a mail in a thread as it is read here, with headers, parts and report', async () => {
  const source = Buffer.from(
    rawMail(
      { From: 'Ada <ada@acme.test>', Subject: 'Re: x', 'Content-Type': 'multipart/mixed; boundary=b' },
      '--b\r\nContent-Type: text/html\r\n\r\n<p>Yes, please.</p>\r\n--b\r\nContent-Type: text/csv; name=a.csv\r\n\r\na,b\r\n--b--',
    ),
  );
  const input = {
    raw: { source, isTruncated: false, size: source.length, folder: 'INBOX', at: new Date(1_700_000_000_000) },
    mailboxId: 1,
    zone: 'UTC',
  };
  const here = await readMailTask.run(input);
  expect(here.mail.attachments).toHaveLength(1);
  expect(await work.run(readMailTask, input, inThread)).toEqual(plain(here));
});
