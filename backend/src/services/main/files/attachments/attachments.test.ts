import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { attachmentsContract } from '@skein/contracts/main/attachments.contract';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import PostalMime from 'postal-mime';
import { createStorageApp } from '#platform/storage/storage-routes';
import { emailStep } from '#campaigns/setup/testing';
import { createSendingWorld, type SendingWorld } from '#sending/delivery/testing';

const megabyte = 1024 * 1024;
let world: SendingWorld;
let mailboxId: number;

beforeAll(async () => {
  world = await createSendingWorld();
  mailboxId = await world.connect('rosa@northlight.test');
});
afterAll(() => world.close());

const files = () => world.main.asClient(attachmentsContract, world.me);
const sequences = () => world.main.asClient(sequencesContract, world.me);

/** Uploads as a browser does. */
async function upload(campaignId: number, content: Buffer, name = 'plan.pdf') {
  const described = { name, content_type: 'application/pdf', size: content.length };
  const { storage_key, upload_url } = await files().signStepAttachment({ params: { campaignId }, body: described });
  const answer = await createStorageApp(world.main.deps.files).request(upload_url, {
    method: 'PUT',
    body: new Uint8Array(content),
    headers: { 'content-type': described.content_type },
  });
  return { status: answer.status, file: { ...described, storage_key } };
}

const campaignOf = (leads: string[]) =>
  world.campaign({ mailboxIds: [mailboxId], leads, settings: { status: 'DRAFTED' } });
const save = (campaignId: number, attachments: object[]) =>
  sequences().saveSequence({
    params: { campaignId },
    body: {
      steps: [
        emailStep('<p>Hi</p>', {
          variants: [
            { subject: 'The plan', email_body: '<p>Hi</p>', is_paused: false, attachments: attachments as never },
          ],
        }),
      ],
    },
  });

test('a file goes out with the mail and with the test mail, byte for byte, and stands with the message', async () => {
  const campaignId = await campaignOf(['silent.file@prospects.test']);
  const content = Buffer.alloc(3 * megabyte, 'all bytes from 0 to 9 \u0000\r\n.\r\n');
  const { status, file } = await upload(campaignId, content);
  expect(status).toBe(200);
  const saved = await save(campaignId, [file]);
  expect(saved.steps[0]?.variants[0]?.attachments).toEqual([file]);
  await world.main.test.query(`update campaign set status = 'ACTIVE' where id = $1`, [campaignId]);
  await sequences().sendTest({
    params: { campaignId },
    body: { seq_number: 1, to: 'rosa@northlight.test', mailbox_id: mailboxId },
  });
  await world.runUntil(world.main.clock.now() + 12 * 3_600_000);
  const sent = await world.main.test.query<{ state: string; kind: string; attachments: object[] }>(
    'select kind, state, attachments from intent where campaign_id = $1 order by kind',
    [campaignId],
  );
  expect(sent).toEqual([
    { kind: 'CAMPAIGN', state: 'SENT', attachments: [file] },
    { kind: 'TEST', state: 'SENT', attachments: [file] },
  ]);
  expect(await world.main.test.query('select attachments from message where campaign_id = $1', [campaignId])).toEqual([
    { attachments: [file] },
  ]);
  const received = await mailOf('rosa@northlight.test');
  const [attached] = received.attachments;
  expect([attached?.filename, attached?.mimeType]).toEqual(['plan.pdf', 'application/pdf']);
  expect(hash(Buffer.from(attached?.content as ArrayBuffer))).toBe(hash(content));
});

test('refuses a file that is too large, together too large, gone, or not of this workspace, by the reason', async () => {
  const campaignId = await campaignOf([]);
  await expect(
    files().signStepAttachment({
      params: { campaignId },
      body: { name: 'a.pdf', content_type: 'application/pdf', size: 15 * megabyte + 1 },
    }),
  ).rejects.toMatchObject({ code: 'VALIDATION' });
  const { file: signed } = await upload(campaignId, Buffer.alloc(10));
  const longer = await files().signStepAttachment({
    params: { campaignId },
    body: { name: 'a.pdf', content_type: 'application/pdf', size: 5 },
  });
  expect(
    (
      await createStorageApp(world.main.deps.files).request(longer.upload_url, {
        method: 'PUT',
        body: new Uint8Array(6),
        headers: { 'content-type': 'application/pdf' },
      })
    ).status,
  ).toBe(413);
  await expect(
    save(campaignId, [
      { ...signed, size: 14 * megabyte },
      { ...signed, size: 14 * megabyte },
    ]),
  ).rejects.toMatchObject({ code: 'VALIDATION' });
  await expect(save(campaignId, [{ ...signed, storage_key: longer.storage_key }])).rejects.toMatchObject({
    details: [{ field: 'steps.0.variants.0.attachments', message: expect.stringContaining('LOADING_ERROR') as string }],
  });
  for (const key of [
    signed.storage_key.replace(/^sequences\/\d+/, 'sequences/999999'),
    'uploads/1/list.csv',
    `sequences/${world.me.workspaceId}/../1/x`,
  ]) {
    await expect(save(campaignId, [{ ...signed, storage_key: key }])).rejects.toMatchObject({
      details: [{ message: expect.stringContaining('LOADING_ERROR') as string }],
    });
    await expect(
      files().openStepAttachment({ params: { campaignId }, body: { storage_key: key, name: 'a.pdf' } }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
  const { storage_key, name } = signed;
  const { url } = await files().openStepAttachment({ params: { campaignId }, body: { storage_key, name } });
  expect((await createStorageApp(world.main.deps.files).request(url)).status).toBe(200);
});

test('a client uses files of their own campaigns only, whatever key they know', async () => {
  const client = await world.main.signIn({
    workspaceId: world.me.workspaceId,
    client: { permissions: ['full_access'] },
  });
  const [ofAgency, ofClient] = [await campaignOf([]), await campaignOf([])];
  await world.main.test.query('update campaign set client_id = $1 where id = $2', [client.clientId, ofClient]);
  const params = { campaignId: ofClient };
  const [theirs, named, uploaded] = [
    await upload(ofAgency, Buffer.from('of the agency')),
    await upload(ofAgency, Buffer.from('named by both')),
    await upload(ofClient, Buffer.from('for the client')),
  ].map(({ file }) => file);
  if (!theirs || !named || !uploaded) throw new Error('three files');
  await save(ofAgency, [theirs, named]);
  await save(ofClient, [named]);
  const asClient = {
    files: world.main.asClient(attachmentsContract, client),
    sequences: world.main.asClient(sequencesContract, client),
  };
  const open = (file: { storage_key: string; name: string }) =>
    asClient.files.openStepAttachment({ params, body: { storage_key: file.storage_key, name: file.name } });
  await expect(open(theirs)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const { steps } = await asClient.sequences.getSequence({ params });
  const withFiles = (attachments: object[]) => ({
    params,
    body: { steps: steps.map((step) => ({ ...step, variants: step.variants.map((v) => ({ ...v, attachments })) })) },
  });
  await expect(asClient.sequences.saveSequence(withFiles([theirs]) as never)).rejects.toMatchObject({
    code: 'VALIDATION',
  });
  expect((await open(named)).size).toBe(13);
  expect((await open(uploaded)).size).toBe(14);
  await asClient.sequences.saveSequence(withFiles([uploaded]) as never);
  expect((await open(named)).size).toBe(13);
});

test('a save that names no files keeps them, an empty list takes them away, and an old version brings them back', async () => {
  const campaignId = await campaignOf([]);
  const { file } = await upload(campaignId, Buffer.from('one'));
  const {
    steps: [step],
    version,
  } = await save(campaignId, [file]);
  const params = { campaignId };
  const without = { ...step, variants: step?.variants.map(({ attachments: _left, ...variant }) => variant) };
  expect(
    (await sequences().saveSequence({ params, body: { steps: [without] as never } })).steps[0]?.variants[0]
      ?.attachments,
  ).toEqual([file]);
  const emptied = { ...step, variants: step?.variants.map((variant) => ({ ...variant, attachments: [] })) };
  expect(
    (await sequences().saveSequence({ params, body: { steps: [emptied] as never } })).steps[0]?.variants[0]
      ?.attachments,
  ).toEqual([]);
  const old = await sequences().getVersion({ params: { ...params, version } });
  expect(
    (await sequences().saveSequence({ params, body: { steps: old.steps } })).steps[0]?.variants[0]?.attachments,
  ).toEqual([file]);
});

test('a file that is gone when the mail is due keeps the mail back', async () => {
  const campaignId = await campaignOf(['silent.gone@prospects.test']);
  const { file } = await upload(campaignId, Buffer.from('one'));
  await save(campaignId, [file]);
  await world.main.deps.files.delete(file.storage_key);
  await world.main.test.query(`update campaign set status = 'ACTIVE' where id = $1`, [campaignId]);
  await world.runUntil(world.main.clock.now() + 86_400_000);
  expect(await world.main.test.query('select state from intent where campaign_id = $1', [campaignId])).toEqual([
    { state: 'CANCELLED' },
  ]);
});

test('a larger file that is put in the place of a saved one, under the same address, does not leave', async () => {
  const campaignId = await campaignOf(['silent.swapped@prospects.test']);
  const described = { name: 'plan.pdf', content_type: 'application/pdf', size: 1000 };
  const { storage_key } = await files().signStepAttachment({ params: { campaignId }, body: described });
  // An object store takes its signed address twice; a disk refuses that, so the bytes are put there directly.
  const put = (size: number) =>
    world.main.deps.files.put(storage_key, Readable.from([Buffer.alloc(size)]), {
      type: described.content_type,
      maximum: size,
    });
  await put(1);
  await save(campaignId, [{ ...described, storage_key }]);
  await put(1000);
  await world.main.test.query(`update campaign set status = 'ACTIVE' where id = $1`, [campaignId]);
  await world.runUntil(world.main.clock.now() + 86_400_000);
  expect(await world.main.test.query('select state from intent where campaign_id = $1', [campaignId])).toEqual([
    { state: 'CANCELLED' },
  ]);
});

const hash = (content: Buffer) => createHash('sha256').update(content).digest('hex');

async function mailOf(email: string) {
  const { ImapFlow } = await import('imapflow');
  const client = new ImapFlow({
    ...world.mail.imap,
    secure: false,
    auth: { user: email, pass: 'right-password' },
    logger: false,
  });
  await client.connect();
  await client.mailboxOpen('INBOX');
  const message = await client.fetchOne('*', { source: true });
  await client.logout();
  return PostalMime.parse((message as { source: Buffer }).source);
}
