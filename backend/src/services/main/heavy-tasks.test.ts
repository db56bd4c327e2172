import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanMailsTask } from '#engine/inbox-sync/clean-mails';
import { rawMail } from '#engine/inbox-sync/raw-mail.test-support';
import { bundleFolder, bundleProgram } from '#platform/testing/bundle-program';
import { createHeavyWork, type HeavyTask, type HeavyWork } from '#platform/workers/heavy-work';
import { countMissingTask, reviewTextsTask } from '#campaigns/review/review-texts';
import { renderTextsTask, type RenderOrder } from '#campaigns/sequences/text-tasks';
import { EncodingEvidence } from '#files/tables/detect-encoding';
import { inspectTableTask } from '#files/tables/inspect-table';
import { convertWorkbookTask } from '#files/tables/spreadsheet/convert-workbook';
import { workbookOf, zipOf } from '#files/tables/spreadsheet/testing';
import { readMailTask } from '#inbox/inbox-sync/read-raw-mail';
import { surveyAddressesTask } from '#leads/uploads/survey-addresses';
import { readMailboxTableTask } from '#mailboxes/mailbox-imports/read-mailbox-table';
import { heavyTasks } from './heavy-tasks';

const folder = bundleFolder('heavy-tasks');
let work: HeavyWork;

beforeAll(() => {
  work = createHeavyWork({
    file: bundleProgram('backend/src/services/main/heavy-worker.ts', join(folder, 'heavy-worker.cjs')),
    // On a machine whose cores others use, a thread may be long in starting.
    waits: { most: 200, longest: 3_600_000 },
    limit: 3_600_000,
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

const inspection = (text: Buffer) => {
  const evidence = new EncodingEvidence();
  evidence.add(text);
  return { content: text, size: text.length, sampleBytes: 262_144, facts: evidence.finish(), given: {} };
};

it('looks a table over in a thread as it is looked over here: encoding, delimiter, header, rows', async () => {
  const table = inspection(Buffer.from('Email;City\r\nada@acme.test;K\xf6ln\r\nbob@acme.test;"M\xfcnster;"', 'latin1'));
  const here = await inspectTableTask.run(table);
  expect(here).toMatchObject({ encoding: 'windows-1252', delimiter: ';', header: ['Email', 'City'], rowsTotal: 2 });
  expect(here.sample[0]).toEqual(['ada@acme.test', 'Köln']);
  expect(await work.run(inspectTableTask, table, inThread)).toEqual(here);
});

it('surveys the addresses of a table in a thread as here', async () => {
  const order = {
    content: Buffer.from('Email,Other\n mailto:Ada@acme.test,x\n\ninfo@acme.test,y\nnobody@,z\n'),
    isCut: false,
    format: { encoding: 'utf-8', delimiter: ',', quoting: 'double' as const },
    skipped: 1,
  };
  const here = await surveyAddressesTask.run(order);
  const examples = [{ row: 2, from: ' mailto:Ada@acme.test', to: 'ada@acme.test' }];
  expect(here).toEqual(new Map([[0, { rows: 3, repaired: 1, role: 1, examples }]]));
  expect(await work.run(surveyAddressesTask, order, inThread)).toEqual(here);
});

it('reads a workbook in a thread into a file, and brings why one is refused', async () => {
  const [from, to] = [join(folder, 'book.xlsx'), join(folder, 'book.csv')];
  writeFileSync(from, workbookOf([['Email'], ['ada@acme.test']]));
  expect(await work.run(convertWorkbookTask, { from, to }, inThread)).toEqual({ refusal: null, sheet: 'Leads' });
  expect(readFileSync(to, 'utf8')).toBe('Email\r\nada@acme.test\r\n');
  writeFileSync(from, zipOf({ 'readme.txt': 'x' }));
  expect(await work.run(convertWorkbookTask, { from, to }, inThread)).toMatchObject({
    refusal: { code: 'UNSUPPORTED_MEDIA', message: expect.stringContaining('Save the sheet as CSV') },
  });
});

it('reads a file of mailboxes in a thread, and brings why one is refused', async () => {
  const file = Buffer.from('email,password\nada@acme.test,secret\n');
  const here = await readMailboxTableTask.run(file);
  expect(here).toMatchObject({ refusal: null, rows: [{ number: 2, cells: '["ada@acme.test","secret"]' }] });
  expect(await work.run(readMailboxTableTask, file, inThread)).toEqual(here);
  const wide = Buffer.from(`email${',x'.repeat(300)}\na@b.test`);
  expect(await work.run(readMailboxTableTask, wide, inThread)).toMatchObject({ refusal: { isMedia: true } });
});

it('reads the texts of a launch review in a thread, and counts there who lacks a field', async () => {
  const text = { subject: 'Act now', email_body: '<p>{{first_name}} <a href="https://a.example">x</a></p>' };
  const input = { variants: [{ ...text, isSent: true, isEmail: true }], hints: true };
  const here = await reviewTextsTask.run(input);
  expect(here.variants[0]).toMatchObject({ spamWords: ['act now'], fields: [{ name: 'first_name' }] });
  expect(await work.run(reviewTextsTask, input, inThread)).toEqual(here);
  const check = { texts: [text], leads: [{ first_name: 'Ada' }, {}, { first_name: ' ' }], allowed: [] };
  expect(await work.run(countMissingTask, check, inThread)).toEqual([new Map([['first_name', 2]])]);
});

it('keeps everything that a file or a sequence can make long away from the thread that answers requests', () => {
  const long: HeavyTask<never, unknown>[] = [
    inspectTableTask,
    surveyAddressesTask,
    convertWorkbookTask,
    readMailboxTableTask,
    reviewTextsTask,
    countMissingTask,
  ];
  for (const task of long) {
    expect(heavyTasks).toContain(task);
    expect([task.name, task.inlineBelow <= 8_192, task.limit <= 120_000]).toEqual([task.name, true, true]);
  }
  // A large export reads for half a minute: previews and emails do not wait for it.
  expect(heavyTasks.filter((task) => task.lane === 'file').map((task) => task.name)).toEqual(['convert-workbook']);
});
