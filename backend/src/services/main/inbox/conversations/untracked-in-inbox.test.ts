import { createClient } from '@skein/contracts/client';
import type { Contract } from '@skein/contracts/endpoint';
import { untrackedBlocksContract } from '@skein/contracts/untracked-replies/untracked-blocks.contract';
import { untrackedRepliesContract } from '@skein/contracts/untracked-replies/untracked-replies.contract';
import { serviceTransport } from '#platform/http/in-process-transport';
import { createUntrackedRepliesApp } from '#services/untracked-replies/app';
import { replyRecorder, untrackedUndos } from '#main/main.api';
import type { SendingWorld } from '#sending/delivery/testing';

import { createInboxWorld, inboxIn, type InboxWorld } from './testing';

let inboxWorld: InboxWorld;
let world: SendingWorld;
const { inbox, one, enrolmentOf, write } = inboxIn(() => inboxWorld);

beforeAll(async () => {
  inboxWorld = await createInboxWorld();
  ({ world } = inboxWorld);
});
afterAll(async () => {
  await inboxWorld.sync.close();
  await inboxWorld.world.close();
});

const untrackedService = <C extends Contract>(contract: C, person = world.me) => {
  const app = createUntrackedRepliesApp({
    ...world.main.deps,
    replies: replyRecorder,
    undos: untrackedUndos,
    callServices: () =>
      serviceTransport(
        () => world.main.app,
        () => ({}),
      ),
  });
  return createClient(
    contract,
    serviceTransport(
      () => app,
      () => ({ ...person.headers }),
    ),
  );
};
const untracked = (person = world.me) => untrackedService(untrackedRepliesContract, person);
const blocks = (person = world.me) => untrackedService(untrackedBlocksContract, person);

test('an untracked reply is suggested, associated, and then is the reply of its lead', async () => {
  const id = await enrolmentOf('ingrid@fjord.test');
  await write({
    from: 'Ingrid Solberg <ingrid.solberg@mail.fjord.test>',
    subject: 'About your mail',
    text: 'Sounds good, tell me more.',
  });
  const list = await untracked().listUntracked({});
  expect(list.total).toBe(1);
  const [reply] = list.rows;
  expect(reply).toMatchObject({
    from: { email: 'ingrid.solberg@mail.fjord.test' },
    suggestions: [{ enrolment_id: id, lead_email: 'ingrid@fjord.test' }],
    evidence: [{ rule: 'same company' }],
  });
  expect((await inbox().countFolders({})).folders.untracked).toBe(1);
  expect(await untracked().updateUntracked({ body: { ids: [reply?.id as number], do: 'ignore' } })).toEqual({
    changed: 1,
  });
  expect((await untracked().listUntracked({ query: { state: 'IGNORED' } })).total).toBe(1);
  await untracked().updateUntracked({ body: { ids: [reply?.id as number], do: 'restore' } });
  expect((await untracked().findLeads({ query: { search: 'ingrid' } })).leads.map((lead) => lead.enrolment_id)).toEqual(
    [id],
  );
  expect(await untracked().associate({ params: { replyId: reply?.id as number }, body: { enrolment_id: id } })).toEqual(
    { enrolment_id: id, is_stopped: true, also: 0 },
  );
  expect(await one('select status, reason, reply_count from enrolment where id = $1', [id])).toEqual({
    status: 'STOPPED',
    reason: 'REPLIED',
    reply_count: 1,
  });
  expect((await untracked().listUntracked({})).total).toBe(0);
  await expect(
    untracked().associate({ params: { replyId: reply?.id as number }, body: { enrolment_id: id } }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  // The address is known from now on.
  await write({ from: 'ingrid.solberg@mail.fjord.test', subject: 'One more question', text: 'And the price?' });
  expect(await one('select reply_count from enrolment where id = $1', [id])).toEqual({ reply_count: 2 });
  expect((await inbox().getThread({ params: { enrolmentId: id } })).messages.at(-1)?.match.by).toBe('alias');
});

test('lists set untracked mail aside, what is open and what comes, and show first what they would do', async () => {
  const from = async (address: string, subject: string, text: string) => write({ from: address, subject, text });
  await from('deals@news.vendor.test', 'Autumn offers', 'Buy now');
  await from('eva@partner.test', 'Your invoice 7', 'Please pay');
  await from('tom@partner.test', 'A question', 'Do you ship to Norway?');
  const none = { emails: [], domains: [], subjects: [], keywords: [] };
  const wanted = { ...none, domains: ['VENDOR.test'], subjects: ['invoice'] };
  expect(await blocks().previewUntrackedBlocks({ body: wanted })).toMatchObject({
    count: 2,
    samples: [{ entry: 'invoice' }, { from_email: 'deals@news.vendor.test', entry: 'vendor.test' }],
  });
  expect((await untracked().listUntracked({})).total).toBe(3);
  expect(await blocks().saveUntrackedBlocks({ body: wanted })).toMatchObject({
    ignored: 2,
    lists: { domains: ['vendor.test'], subjects: ['invoice'] },
  });
  expect((await blocks().readUntrackedBlocks({})).counts).toMatchObject({ open: 1, ignored: 2 });
  await from('other@vendor.test', 'Again', 'Buy more');
  await from('kim@notvendor.test', 'Hello', 'A person');
  expect((await untracked().listUntracked({})).rows.map((row) => row.from.email)).toEqual([
    'kim@notvendor.test',
    'tom@partner.test',
  ]);
  await blocks().saveUntrackedBlocks({ body: { ...none, keywords: ['norway'], emails: ['kim@notvendor.test'] } });
  expect((await untracked().listUntracked({})).total).toBe(0);
  await expect(
    blocks().saveUntrackedBlocks({ body: { ...none, subjects: Array.from({ length: 11 }, (_, n) => `word ${n}`) } }),
  ).rejects.toMatchObject({ details: [{ field: 'subjects', message: 'can have at most 10 entries' }] });
  for (const save of ['previewUntrackedBlocks', 'saveUntrackedBlocks'] as const)
    await expect(blocks()[save]({ body: { ...none, domains: ['vendor.test', 'co.uk'] } })).rejects.toMatchObject({
      code: 'VALIDATION',
      message: 'domains can’t include co.uk, which covers every domain under it',
    });
  const limited = await world.main.signIn({ workspaceId: world.me.workspaceId, role: 'LIMITED_FULL_MEMBER_ACCESS' });
  await expect(blocks(limited).readUntrackedBlocks({})).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
