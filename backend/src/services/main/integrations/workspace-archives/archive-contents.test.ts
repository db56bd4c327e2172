import { Readable } from 'node:stream';
import { fromBufferPromise, type Entry } from 'yauzl';
import { workspaceArchivesContract } from '@skein/contracts/main/workspace-archives.contract';
import { eraseWorkspace } from '#identity/operator/erase-workspace';
import { createSendingWorld, type SendingWorld } from '#sending/delivery/testing';
import type { SignedIn } from '#main/testing';
import { keyOf } from './testing';
import { startImport } from './workspace-imports';

let world: SendingWorld;

beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());

const api = (person: SignedIn) => world.main.asClient(workspaceArchivesContract, person);
const query = <Row extends object>(sql: string, values: unknown[] = []) => world.main.test.query<Row>(sql, values);

/** The bytes of an archive of everything that a workspace has. */
async function archiveOf(person: SignedIn): Promise<Buffer> {
  const { id } = await api(person).startWorkspaceExport({ body: {} });
  await world.main.runJobs();
  expect(await api(person).getWorkspaceExport({ params: { workspaceExportId: id } })).toMatchObject({
    state: 'DONE',
    problem: null,
  });
  const pieces: Buffer[] = [];
  const { stream } = await world.main.deps.files.get(await keyOf(world.main, id));
  for await (const piece of stream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

test('an archive comes in nowhere where one of its leads or senders is a seed or in the warmup pool', async () => {
  const owner = await world.main.signIn();
  await query(`insert into lead (workspace_id, email, domain) values ($1, 'lena@seeds-here.test', 'seeds-here.test')`, [
    owner.workspaceId,
  ]);
  await query(
    `
      insert into mailbox (
        workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port, imap_username
      )
      values ($1, 'Pia', 'pia@pool-here.test', 'h', 1, 'u', 'h', 1, 'u')
    `,
    [owner.workspaceId],
  );
  const bytes = await archiveOf(owner);
  await query('update workspace set deleting_at = now() where id = $1', [owner.workspaceId]);
  await eraseWorkspace(world.main.deps, { workspaceId: owner.workspaceId, actor: 'test' });
  const person = await world.main.signIn({ isOperator: true });
  const who = { workspaceId: person.workspaceId, userId: person.userId, isOperator: true };
  const problem = async () => {
    await startImport(world.main.deps, who, { fileName: 'archive.zip', content: Readable.from([bytes]) });
    await world.main.runJobs();
    return (await api(person).listWorkspaceImports({})).imports[0]?.problem;
  };
  await query(
    `
      insert into placement_seed (email, provider, region, is_sandbox, imap, sealed_password)
      values ('lena@seeds-here.test', 'Gmail', 'Europe', false, '{}', '')
    `,
  );
  expect(await problem()).toBe(
    'lena@seeds-here.test is a seed of placement tests on this installation, and a lead in the archive. Remove it there first.',
  );
  await query(`update placement_seed set deleted_at = now() where email = 'lena@seeds-here.test'`);
  await query(
    `
      insert into warmup_pool_member (email, name, pool, is_sandbox, servers, sealed_password)
      values ('pia@pool-here.test', 'Pia', 'partners', false, '{}', '')
    `,
  );
  expect(await problem()).toBe(
    'pia@pool-here.test is in the warmup pool on this installation, and a mailbox in the archive. Remove it there first.',
  );
  await query(`delete from warmup_pool_member where email = 'pia@pool-here.test'`);
  expect(await problem()).toBeNull();
});

/** A file of an archive. */
async function textIn(bytes: Buffer, name: string): Promise<string> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  const entry = await new Promise<Entry>((resolve, reject) => {
    zip.on('entry', (each: Entry) => (each.fileName === name ? resolve(each) : zip.readEntry()));
    zip.on('end', () => reject(new Error(`${name} is not in the archive.`)));
    zip.readEntry();
  });
  const pieces: Buffer[] = [];
  for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}

test('tables are CSV files whose cells are no formulas, and what was measured here can be read as well', async () => {
  const owner = await world.main.signIn();
  const { workspaceId } = owner;
  await query(
    `
      insert into lead (workspace_id, email, domain, first_name, custom_fields)
      values ($1, 'ada@firm.test', 'firm.test', '=1+1', '{"Size": "40, or more"}')
    `,
    [workspaceId],
  );
  await query(
    `
      with m as (
          insert into mailbox (
            workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port, imap_username
          )
          values ($1, 'Kim', 'kim@measured.test', 'h', 1, 'u', 'h', 1, 'u')
          returning id
        ),
        s as (
          insert into placement_seed (email, provider, region, is_sandbox, imap, sealed_password)
          values ('seed@measured-there.test', 'Gmail', 'Europe', false, '{}', '')
          returning id
        ),
        t as (
          insert into placement_test (workspace_id, name, type, subject, body_text, sender_ids, seed_ids, created_at)
          select $1, 'Docks', 'manual', 'Docks', 'Hello', array[m.id], array[s.id], now()
          from m, s
          returning id
        ),
        r as (
          insert into placement_run (workspace_id, test_id, number, started_at) select $1, id, 1, now() from t returning id
        ),
        w as (
          insert into warmup_mail (
            workspace_id, from_mailbox_id, from_email, to_email, day, send_at, sent_at, message_id, envelope_id, subject,
              body_text, state, landed, is_shared
          )
          select $1, m.id, 'kim@measured.test', 'other@stranger.test', '2026-11-16', now(), now(), 'w1', 'w1', 's', 't', 'SENT',
            'INBOX', true
          from m
        )
      insert into placement_mail (workspace_id, run_id, mailbox_id, seed_id, state, send_at, token, message_id, landed)
      select $1, r.id, m.id, s.id, 'SENT', now(), 'token-of-csv', 'm1', 'SPAM'
      from r, m, s
    `,
    [workspaceId],
  );
  const bytes = await archiveOf(owner);
  const [head = '', row = ''] = (await textIn(bytes, 'csv/lead.csv')).split('\r\n');
  expect(head).toMatch(/^\ufeff(?:.*,)?email,/);
  expect(row).toContain(`ada@firm.test`);
  expect(row).toContain(`'=1+1`);
  expect(row).toContain('"{""Size"":""40, or more""}"');
  const tests = await textIn(bytes, 'copies/placement-tests.csv');
  expect(tests).toContain(',Docks,manual,');
  expect(tests).toContain(',kim@measured.test,');
  expect(await textIn(bytes, 'copies/placement-results.csv')).toMatch(
    /Docks,1,[^,]+,kim@measured\.test,seed@measured-there\.test,Gmail,Europe,copy,,SENT,SPAM,/,
  );
  // Who was at the other end is another workspace's.
  expect(await textIn(bytes, 'copies/warmup.csv')).toBe(
    '\ufeffmailbox,day,sent,inbox,spam,missing,bounced,replied,rescued\r\nkim@measured.test,2026-11-16,1,1,0,0,0,0,0\r\n',
  );
});
