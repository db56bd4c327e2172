import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { reviewContract } from '@skein/contracts/main/review.contract';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import { inlineWork, type HeavyWork } from '#platform/workers/heavy-work';
import { workbookOf } from '#files/tables/spreadsheet/testing';
import { createTestMain, type SignedIn, type TestMain } from './testing';

/** What is asked of the threads, with whether it would have left the thread that answers requests. */
let asked: { name: string; leaves: boolean }[] = [];
const watched: HeavyWork = {
  run: (task, input, size) => {
    asked.push({ name: task.name, leaves: size >= task.inlineBelow });
    return inlineWork.run(task, input, size);
  },
  close: inlineWork.close,
};
let main: TestMain;
let me: SignedIn;

beforeAll(async () => {
  main = await createTestMain({ heavyWork: watched });
  me = await main.signIn();
});
beforeEach(() => {
  asked = [];
});
afterAll(() => main.close());

const send = (path: string, body: string | Uint8Array) =>
  main.app.request(path, { method: 'POST', headers: me.headers, body: body as BodyInit });
const rows = (count: number) => Array.from({ length: count }, (_, row) => `ada-${row}@acme.test,Ada`).join('\n');

it.each([
  ['/api/uploads', ['inspect-table', 'survey-addresses']],
  ['/api/block-list/uploads', ['inspect-table']],
  ['/api/mailbox-imports', ['read-mailbox-table']],
])('reads a long file sent to %s in a thread, and a short one at once', async (path, names) => {
  const long = await send(`${path}?file_name=a.csv`, `email,first_name\n${rows(1_000)}`);
  const short = await send(`${path}?file_name=a.csv`, `email,first_name\n${rows(3)}`);
  expect([long.status, short.status]).toEqual([201, 201]);
  expect(asked).toEqual([true, false].flatMap((leaves) => names.map((name) => ({ name, leaves }))));
});

it('reads a workbook in a thread, and its text again like any other', async () => {
  const book = workbookOf([
    ['Email', 'Note'],
    ...Array.from({ length: 999 }, (_, row) => [`a${row}@b.test`, `${row * 7919}`]),
  ]);
  expect((await send('/api/uploads?file_name=a.xlsx', new Uint8Array(book))).status).toBe(201);
  expect(asked).toEqual([
    { name: 'convert-workbook', leaves: true },
    { name: 'inspect-table', leaves: true },
    { name: 'survey-addresses', leaves: true },
  ]);
});

it('reads the texts of a review and of a launch in a thread, and asks each lead there', async () => {
  const { id: campaignId } = await main.asClient(campaignsContract, me).createCampaign({ body: { name: 'Long' } });
  const email_body = `<p>{% if city %}Hello{% endif %} ${'long '.repeat(4_000)}</p>`;
  const step = {
    seq_type: 'EMAIL' as const,
    seq_delay_details: { delayInDays: 0, delayInHours: 0, delayInMinutes: 0 },
    variants: [{ subject: 'Hello', email_body }],
  };
  const body = { steps: [step] };
  await main.asClient(sequencesContract, me).saveSequence({ params: { campaignId }, body });
  const texts = [
    { name: 'review-texts', leaves: true },
    { name: 'count-missing-fields', leaves: false },
  ];
  asked = [];
  await main.asClient(reviewContract, me).reviewCampaign({ params: { campaignId } });
  expect(asked).toEqual(texts);
  asked = [];
  const start = { params: { campaignId }, body: { action: 'START' as const } };
  await expect(main.asClient(campaignsContract, me).setStatus(start)).rejects.toMatchObject({ code: 'LAUNCH_BLOCKED' });
  expect(asked).toEqual(texts);
});
