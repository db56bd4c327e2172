import { subsequencesContract } from '@skein/contracts/main/subsequences.contract';

import { createSubsequenceWorld, type SubsequenceWorld } from './testing';
import { recordInbound } from '#lifecycle/outcomes/record-inbound';

/**
 * Bounces, the categories that they mean, and connections on LinkedIn: which of them begin a subsequence, and which say
 * nothing of the lead or are long over.
 */
const day = 24 * 3_600_000;
let it_: SubsequenceWorld;
const at = (name: string) => `${name}@alder.test`;
const names = ['refused', 'known', 'corrected', 'gone', 'before', 'meanwhile', 'after', 'asked'];

beforeAll(async () => {
  it_ = await createSubsequenceWorld({ leads: names.map(at) });
  await it_.sendFirst(2);
});
afterAll(async () => {
  await it_.close();
});
afterEach(async () => {
  await it_.query('delete from subsequence_trigger');
});

const now = () => new Date(it_.world.main.clock.now());
const idOf = async (name: string) => (await it_.enrolment(at(name), it_.parentId))?.id as number;
const run = (ms: number) => it_.world.runUntil(it_.world.main.clock.now() + ms);
const pushed = async (id: number) => (await it_.pushes(id)).map((push) => push.email);

/** A delivery report of the lead's mail, as the sync records it. */
async function bounced(name: string, bounce: 'hard' | 'sender_block'): Promise<void> {
  const intent = await it_.sentIntent(at(name));
  const enrolmentId = await idOf(name);
  await it_.world.main.deps.db.systemSql((sql) =>
    recordInbound(sql, {
      workspaceId: it_.world.me.workspaceId,
      enrolmentId,
      intentId: intent!.id,
      messageRowId: '1',
      messageId: `<bounce-${name}>`,
      at: now(),
      match: {},
      ownText: '',
      classification: {
        kind: 'bounce',
        bounce,
        category: null,
        categoryEvidence: [],
        returnDay: null,
        returnText: null,
        failedAddresses: [at(name)],
        isByMachine: true,
        evidence: [],
      },
    }),
  );
}

/** A request that was sent now, or one that was accepted now. */
const connect = async (name: string, connection: 'PENDING' | 'ACCEPTED') =>
  it_.query(
    `
      insert into linkedin_action (
        workspace_id, campaign_id, enrolment_id, step_id, kind, state, connection, performed_at, settled_at
      )
      values (
        $1, $2, $3, 1, 'CONNECTION_REQUEST', case when $4 = 'ACCEPTED' then 'DONE' else 'PENDING' end, $4, $5,
          case when $4 = 'ACCEPTED' then $5::timestamptz end
      )
      on conflict (enrolment_id, step_id)
      do update set state = excluded.state, connection = excluded.connection, settled_at = excluded.settled_at
    `,
    [it_.world.me.workspaceId, it_.parentId, await idOf(name), connection, now()],
  );

test('the category of a refused sender begins the subsequence that asks for it; a category that the lead has stays', async () => {
  const id = await it_.start('Sender refused', [{ kind: 'CATEGORY', category_ids: [9] }], {
    subject: 'From another mailbox',
  });
  await it_.query('update enrolment set category_id = 1 where id = $1', [await idOf('known')]);
  await bounced('refused', 'sender_block');
  await bounced('known', 'sender_block');
  expect(
    await it_.query('select category_id, category_by from enrolment where id = any($1) order by id', [
      [await idOf('refused'), await idOf('known')],
    ]),
  ).toEqual([
    { category_id: 9, category_by: 'RULE' },
    { category_id: 1, category_by: null },
  ]);
  expect(await it_.pushes(id)).toEqual([
    expect.objectContaining({ email: at('refused'), kind: 'CATEGORY', outcome: 'PUSHED' }),
  ]);
});

test('a late bounce of an address that was corrected since is counted and shown, and ends nothing in the parent', async () => {
  const id = await it_.start('Bounced', [{ kind: 'BOUNCE' }], { seq_type: 'MANUAL', subject: 'By phone' });
  const enrolmentId = await idOf('corrected');
  await it_.query(`update lead set email = 'right@alder.test' where email = $1`, [at('corrected')]);
  const intent = await it_.sentIntent(at('corrected'));
  await it_.world.main.deps.db.systemSql((sql) =>
    recordInbound(sql, {
      workspaceId: it_.world.me.workspaceId,
      enrolmentId,
      intentId: intent!.id,
      messageRowId: '1',
      messageId: '<late-bounce>',
      at: now(),
      match: {},
      ownText: '',
      classification: {
        kind: 'bounce',
        bounce: 'hard',
        category: null,
        categoryEvidence: [],
        returnDay: null,
        returnText: null,
        failedAddresses: [at('corrected')],
        isByMachine: true,
        evidence: [],
      },
    }),
  );
  expect(await it_.enrolment('right@alder.test', it_.parentId)).toMatchObject({ status: 'INPROGRESS' });
  expect(await pushed(id)).toEqual([]);
  expect(
    await it_.query(`select campaign_id, is_first from event where enrolment_id = $1 and kind = 'BOUNCE'`, [
      enrolmentId,
    ]),
  ).toEqual([{ campaign_id: it_.parentId, is_first: false }]);
  expect(await it_.query('select source from suppression where value = $1', [at('corrected')])).toEqual([
    { source: 'bounce' },
  ]);
  await bounced('gone', 'hard');
  expect(await pushed(id)).toEqual([at('gone')]);
});

test('a LinkedIn trigger holds for connections since it was added to the rule, however often the rule is saved afterwards', async () => {
  await connect('before', 'ACCEPTED');
  await connect('asked', 'PENDING');
  await run(3 * day);
  const id = await it_.start('Connected', [{ kind: 'LINKEDIN_CONNECTION', connection: 'ACCEPTED' }], {
    subject: 'Connected',
  });
  const later = await it_.start('Connected, added later', [{ kind: 'BOUNCE' }], { subject: 'Later' });
  const sent = await it_.start('Asked', [{ kind: 'LINKEDIN_CONNECTION', connection: 'SENT' }], { subject: 'Asked' });
  await run(day);
  await connect('meanwhile', 'ACCEPTED');
  await run(day);
  const save = (triggers: Parameters<SubsequenceWorld['start']>[1]) =>
    it_.world.main
      .asClient(subsequencesContract, it_.world.me)
      .saveRule({ params: { subsequenceId: later }, body: { triggers } });
  await save([{ kind: 'BOUNCE' }, { kind: 'LINKEDIN_CONNECTION', connection: 'ACCEPTED' }]);
  await run(day);
  await connect('after', 'ACCEPTED');
  await save([{ kind: 'LINKEDIN_CONNECTION', connection: 'ACCEPTED' }]);
  await run(day);
  expect([await pushed(id), await pushed(later), await pushed(sent)]).toEqual([
    [at('meanwhile'), at('after')],
    [at('after')],
    [at('meanwhile'), at('after')],
  ]);
  // A request of before that is accepted only now is a connection of now.
  await connect('asked', 'ACCEPTED');
  await run(day);
  expect([
    (await pushed(id)).includes(at('asked')),
    (await pushed(later)).includes(at('asked')),
    (await pushed(sent)).includes(at('asked')),
  ]).toEqual([true, true, false]);
});

test('a connection that was made while the subsequence was paused counts when it goes on, though its rule was saved in between', async () => {
  const id = await it_.start('Paused', [{ kind: 'LINKEDIN_CONNECTION', connection: 'ACCEPTED' }], {
    subject: 'Paused',
  });
  const save = () =>
    it_.world.main.asClient(subsequencesContract, it_.world.me).saveRule({
      params: { subsequenceId: id },
      body: { triggers: [{ kind: 'LINKEDIN_CONNECTION', connection: 'ACCEPTED' }] },
    });
  await save();
  await it_.query(`update campaign set status = 'PAUSED' where id = $1`, [id]);
  await run(day);
  await it_.query(`delete from linkedin_action where enrolment_id = $1`, [await idOf('known')]);
  await connect('known', 'ACCEPTED');
  await run(day);
  await save();
  await it_.query(`update campaign set status = 'ACTIVE', next_trigger_at = $2 where id = $1`, [id, now()]);
  await run(day / 24);
  expect(await pushed(id)).toEqual([at('known')]);
});
