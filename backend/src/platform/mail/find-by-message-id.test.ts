import type { ImapFlow } from 'imapflow';
import type { ImapFlaws } from '../../sandbox/mail-world/imap/imap-flaws';
import { startTestWorld, type TestWorld } from '../../sandbox/mail-world/testing/test-world';
import { findByMessageId, uidsWithMessageId } from './find-by-message-id';
import { IncompleteAnswer } from './search-folder';

const day = 86_400_000;
const sentAt = new Date(Date.UTC(2026, 2, 2, 9));
const old = new Date(sentAt.getTime() - 30 * day);
let test: TestWorld;
let client: ImapFlow;

beforeAll(async () => {
  test = await startTestWorld();
  client = await test.imap();
  await client.mailboxCreate('Sent');
  for (const name of ['one', 'ours', 'two']) await append('Sent', name, sentAt);
});
afterEach(() => test.world.setImapFlaws({}));
afterAll(() => test.close());

const idOf = (name: string): string => `<${name}@acme.test>`;
const append = (path: string, name: string, at: Date) =>
  client.append(path, `Message-ID: ${idOf(name)}\r\nSubject: x\r\n\r\nx\r\n`, [], at);

async function within<Result>(path: string, look: () => Promise<Result>): Promise<Result> {
  const lock = await client.getMailboxLock(path);
  try {
    return await look();
  } finally {
    lock.release();
  }
}
const uidsOf = (name: string, path = 'Sent') => within(path, () => uidsWithMessageId(client, idOf(name), sentAt));

const searches: Record<string, ImapFlaws> = {
  'searches by header': {},
  'refuses to search': { refuses: ['SEARCH'] },
  'finds nothing by a header': { isBlindToHeaders: true },
  'finds everything by a header': { findsAllByHeaders: true },
};
it.each(Object.entries(searches))('tells what is there and what is not where the server %s', async (_, flaws) => {
  test.world.setImapFlaws(flaws);
  expect(await uidsOf('ours')).toEqual([2]);
  expect(await uidsOf('nobody')).toEqual([]);
});

const incomplete: Record<string, ImapFlaws> = {
  'leaves mails out': { refuses: ['SEARCH'], mostFetched: 1 },
  'says no Message-ID': { refuses: ['SEARCH'], omits: ['FETCH MESSAGE-ID'] },
  'says no envelope': { refuses: ['SEARCH'], omits: ['FETCH ENVELOPE'] },
};
it.each(Object.entries(incomplete))('believes no list of a server that %s', async (_, flaws) => {
  test.world.setImapFlaws(flaws);
  await expect(uidsOf('nobody')).rejects.toThrow(IncompleteAnswer);
});

it('goes on behind a thousand old emails that were imported later', async () => {
  await client.mailboxCreate('Imported');
  await append('Imported', 'mine', sentAt);
  for (let no = 0; no < 1_000; no += 1) await append('Imported', `old-${no}`, old);
  test.world.setImapFlaws({ refuses: ['SEARCH'] });
  expect(await uidsOf('mine', 'Imported')).toEqual([1]);
  expect(await uidsOf('nobody', 'Imported')).toEqual([]);
});

it('lists a folder once for all that are looked for', async () => {
  test.world.setImapFlaws({ refuses: ['SEARCH'] });
  const fetched = jest.spyOn(client, 'fetchAll');
  const wanted = ['one', 'two', 'three'].map((name) => ({ messageId: idOf(name), reach: sentAt }));
  const { uids, untold } = await within('Sent', () => findByMessageId(client, wanted));
  expect([[...uids], [...untold], fetched.mock.calls.length]).toEqual([
    [
      [idOf('one'), [1]],
      [idOf('two'), [3]],
    ],
    [],
    1,
  ]);
  fetched.mockRestore();
});
