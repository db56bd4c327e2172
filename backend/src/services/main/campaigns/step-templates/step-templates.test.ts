import { stepTemplatesContract } from '@skein/contracts/main/step-templates.contract';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';

let main: TestMain;
let me: SignedIn;

beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
});
afterAll(() => main.close());

const templates = (person = me) => main.asClient(stepTemplatesContract, person);
const text = (name: string) => ({
  name,
  subject: '{Hi|Hello} {{first_name}}',
  email_body: '<p>How long does a truck wait?</p>',
});
const namesOf = async (person = me) =>
  (await templates(person).listStepTemplates({})).templates.map((template) => template.name);

it('keeps a text under a name, renames it, puts another text into it and deletes it', async () => {
  const saved = await templates().saveStepTemplate({ body: text('Opening') });
  expect(saved).toMatchObject({ ...text('Opening'), may_change: true });
  const params = { templateId: saved.id };
  expect(await templates().changeStepTemplate({ params, body: { name: 'A first note' } })).toMatchObject({
    ...text('A first note'),
    id: saved.id,
  });
  expect(
    await templates().changeStepTemplate({ params, body: { subject: '', email_body: '<p>Again</p>' } }),
  ).toMatchObject({ name: 'A first note', subject: '', email_body: '<p>Again</p>' });
  await templates().deleteStepTemplate({ params });
  expect(await namesOf()).toEqual([]);
  await expect(templates().deleteStepTemplate({ params })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('refuses a name twice, whatever its letters, also when both come at once', async () => {
  const results = await Promise.allSettled([
    templates().saveStepTemplate({ body: text('Twice') }),
    templates().saveStepTemplate({ body: text('TWICE') }),
  ]);
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  expect(results.find((result) => result.status === 'rejected')).toMatchObject({
    reason: { code: 'VALIDATION', details: [{ field: 'name' }] },
  });
});

it('shows the team its templates and a client its own, and lets a limited member change those of its own', async () => {
  const owner = await main.signIn();
  const { id } = await templates(owner).saveStepTemplate({ body: text('Of the team') });
  const client = await main.signIn({ workspaceId: owner.workspaceId, client: { permissions: ['full_access'] } });
  expect(await namesOf(client)).toEqual([]);
  await expect(
    templates(client).changeStepTemplate({ params: { templateId: id }, body: { name: 'Mine' } }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await templates(client).saveStepTemplate({ body: text('Of the team') })).toMatchObject({ may_change: true });
  const limited = await main.signIn({ workspaceId: owner.workspaceId, role: 'LIMITED_FULL_MEMBER_ACCESS' });
  expect((await templates(limited).listStepTemplates({})).templates).toMatchObject([
    { name: 'Of the team', may_change: false },
  ]);
  await expect(templates(limited).deleteStepTemplate({ params: { templateId: id } })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  const own = await templates(limited).saveStepTemplate({ body: text('Of the member') });
  await templates(limited).deleteStepTemplate({ params: { templateId: own.id } });
  expect(await namesOf(await main.signIn())).toEqual([]);
});
