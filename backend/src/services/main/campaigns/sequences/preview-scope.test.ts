import { campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';

let main: TestMain;
let owner: SignedIn;

beforeAll(async () => {
  main = await createTestMain();
  owner = await main.signIn();
});
afterAll(() => main.close());

const draft = { subject: 'Hello {{email}}', email_body: '<p>{{email}} {{phone_number}}</p>' };

async function campaignOf(name: string, who: { clientId?: number | null; memberId?: number }, emails: string[]) {
  const { id } = await main.asClient(campaignsContract, owner).createCampaign({ body: { name } });
  await main.test.query('update campaign set client_id = $2, team_member_id = $3 where id = $1', [
    id,
    who.clientId ?? null,
    who.memberId ?? null,
  ]);
  const { outcomes } = await main
    .asClient(campaignLeadsContract, owner)
    .addLeads({ params: { campaignId: id }, body: { leads: emails.map((email) => ({ email })) } });
  return {
    id,
    leads: outcomes.map((row) => row.lead_id as number),
    enrolments: outcomes.map((row) => row.enrolment_id as number),
  };
}

async function insertMailbox(email: string, clientId: number | null | undefined, campaignId: number): Promise<number> {
  const [row] = await main.test.query<{ id: number }>(
    `
      insert into mailbox (
        workspace_id, client_id, from_name, from_email, smtp_host, smtp_port, smtp_port_type, smtp_username,
          imap_host, imap_port, imap_port_type, imap_username, is_smtp_success, is_imap_success, checked_at
      )
      values (
        $1, $2, 'Rosa', $3, '127.0.0.1', 1, 'NONE', 'rosa', '127.0.0.1', 1, 'NONE', 'rosa', true, true, now()
      )
      returning id
    `,
    [owner.workspaceId, clientId ?? null, email],
  );
  const { id } = row as { id: number };
  await main.test.query('insert into campaign_mailbox (workspace_id, campaign_id, mailbox_id) values ($1, $2, $3)', [
    owner.workspaceId,
    campaignId,
    id,
  ]);
  return id;
}

test.each(['client', 'limited member'] as const)(
  'a %s neither reads a lead nor writes from a mailbox of others by a preview or a test mail',
  async (kind) => {
    const who =
      kind === 'client'
        ? await main.signIn({ workspaceId: owner.workspaceId, client: { permissions: ['full_access'] } })
        : await main.signIn({ workspaceId: owner.workspaceId, role: 'LIMITED_FULL_MEMBER_ACCESS' });
    const word = kind.replace(' ', '-');
    const inside = await campaignOf(
      `${kind} inside`,
      kind === 'client' ? { clientId: who.clientId } : { memberId: who.userId },
      [`own-${word}@prospects.test`],
    );
    const outside = await campaignOf(`${kind} outside`, {}, [`secret-${word}@prospects.test`]);
    const [own, others] = [
      await insertMailbox(`own@${word}.test`, who.clientId, inside.id),
      await insertMailbox(`others@${word}.test`, null, outside.id),
    ];
    const [ownLead, otherLead] = [inside.leads[0] as number, outside.leads[0] as number];
    const sequences = main.asClient(sequencesContract, who);
    const params = { campaignId: inside.id };
    await main
      .asClient(sequencesContract, owner)
      .saveSequence({ params, body: { steps: [{ seq_type: 'EMAIL', variants: [draft] }] as never } });

    for (const [lead_id, mailbox_id] of [
      [otherLead, own],
      [ownLead, others],
    ] as const) {
      await expect(
        sequences.previewStep({ params, body: { seq_number: 1, lead_id, mailbox_id, draft } }),
      ).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(
        sequences.checkSpam({ params, body: { seq_number: 1, lead_id, mailbox_id, draft } }),
      ).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(
        sequences.sendTest({ params, body: { seq_number: 1, lead_id, mailbox_id, to: 'me@elsewhere.test' } }),
      ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    expect(await sequences.previewStep({ params, body: { seq_number: 1, lead_id: ownLead, draft } })).toMatchObject({
      subject: `Hello own-${word}@prospects.test`,
      mailbox: { id: own },
    });
    expect(
      await sequences.sendTest({
        params,
        body: { seq_number: 1, lead_id: ownLead, mailbox_id: own, to: 'me@elsewhere.test' },
      }),
    ).toMatchObject({ mailbox_email: `own@${word}.test` });
  },
);

test('a preview shows a client no lead of a hidden category', async () => {
  const client = await main.signIn({
    workspaceId: owner.workspaceId,
    client: { permissions: ['full_access'], restrictedCategories: [2] },
  });
  const inside = await campaignOf('hidden', { clientId: client.clientId }, [
    'kept@prospects.test',
    'shown@prospects.test',
  ]);
  const [kept, shown] = inside.enrolments as [number, number];
  await main.test.query('update enrolment set category_id = 2 where id = $1', [kept]);
  const preview = (body: object) =>
    main
      .asClient(sequencesContract, client)
      .previewStep({ params: { campaignId: inside.id }, body: { seq_number: 1, draft, ...body } });
  await expect(preview({ enrolment_id: kept })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(preview({ lead_id: inside.leads[0] })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await preview({})).lead?.enrolment_id).toBe(shown);
});
