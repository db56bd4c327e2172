import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { cleanMailsTask } from '../../engine/inbox-sync/clean-mails';
import { rawMail } from '../../engine/inbox-sync/raw-mail.test-support';
import { bundleFolder, bundleProgram } from '../../platform/testing/bundle-program';
import { createHeavyWork, type HeavyWork } from '../../platform/workers/heavy-work';
import { renderTextsTask, type RenderOrder } from './areas/campaigns/sequences/text-tasks';
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

const order = (email_body: string): RenderOrder => ({
  texts: { subject: '', email_body },
  opening: { texts: { subject: 'Hello {{first_name}}', email_body: '' }, stepNumber: 1 },
  rest: {
    fields: { first_name: 'Ada' },
    sender: { name: 'Rosa', email: 'rosa@northlight.test' },
    seed: { campaignId: 1, leadId: 1, stepNumber: 2 },
    mode: 'random',
    clock: { now: 0, zone: 'UTC' },
    thread: null,
    unsubscribe: null,
    tracking: null,
    plainTextOnly: false,
  },
  step: null,
});

it('renders a step in a thread as it is rendered here, and tells there too what grows beyond a mail', async () => {
  const written = order('<p>{Hi|Hey} {{first_name}}</p>{% if first_name %}<p>x</p>{% endif %}');
  const here = renderTextsTask.run(written);
  expect(here).toMatchObject({ refusal: null, variations: 2, mail: { subject: 'Re: Hello Ada' } });
  expect(await work.run(renderTextsTask, written, inThread)).toEqual(plain(here));
  const huge = order('{{first_name}}'.repeat(100));
  huge.rest.fields = { first_name: 'x'.repeat(20_000) };
  expect(await work.run(renderTextsTask, huge, inThread)).toEqual({ refusal: expect.any(String) });
});

it('cleans mails in a thread as they are cleaned here', async () => {
  const mails = [
    { html: '<p onclick="x()">Yes</p><script>1</script><img src="https://pixel.test/a.gif">', text: 'Yes\n> No?' },
    { html: null, text: 'Plain' },
  ];
  const here = cleanMailsTask.run(mails);
  expect(here).toMatchObject([{ remote_images: 1, own_text: 'Yes' }, { is_text_only: true }]);
  expect(here[0]?.html).not.toMatch(/script|onclick/);
  expect(await work.run(cleanMailsTask, mails, inThread)).toEqual(plain(here));
});
