import { reviewContract } from '@skein/contracts/main/review.contract';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import { createSendingWorld, type SendingWorld } from '#sending/delivery/testing';
import { wireApi } from './testing';

const day = 24 * 3_600_000;
let world: SendingWorld;

beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());

/** What one lead would see, by preview. */
async function previewed(campaignId: number, draft?: { subject: string; email_body: string }) {
  const { subject, text, missing, problems } = await world.main.asClient(sequencesContract, world.me).previewStep({
    params: { campaignId },
    body: { seq_number: 1, ...(draft ? { draft } : {}) },
  });
  return { subject, text: text.trim(), missing, problems };
}

it('reads a short fallback the same way in the API, the preview, the review and the email that is sent', async () => {
  const step = {
    subject: 'A question about {{company_name|your team}}',
    email_body: '<p>Hi {{ first_name | there }}, about {{company_name|"R&amp;D"}}.</p>',
  };
  const mailboxId = await world.connect('rosa@northlight.test', { min_time_to_wait_minutes: 0 });
  const campaignId = await world.campaign({
    mailboxIds: [mailboxId],
    leads: ['priya@prospects.test'],
    settings: { status: 'DRAFTED', next_trigger_at: null },
  });
  const api = await wireApi(world.main, world.me);
  const path = `/campaigns/${campaignId}/sequences`;
  const saved = await api('POST', path, {
    sequences: [{ seq_number: 1, seq_delay_details: { delay_in_days: 0 }, ...step }],
  });
  expect(saved.status).toBe(200);
  expect((await api('GET', path)).text).toContain(JSON.stringify(step.email_body));

  const expected = {
    subject: 'A question about your team',
    text: 'Hi priya, about R&D.',
    missing: [],
    problems: [],
  };
  expect(await previewed(campaignId)).toEqual(expected);
  expect(await previewed(campaignId, step)).toEqual(expected);
  const review = await world.main.asClient(reviewContract, world.me).reviewCampaign({ params: { campaignId } });
  expect(review.blocks.map(({ code }) => code)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/template|merge/)]),
  );

  await world.main.test.query(`update campaign set status = 'ACTIVE', next_trigger_at = $2 where id = $1`, [
    campaignId,
    new Date(world.main.clock.now()),
  ]);
  await world.runUntil(world.main.clock.now() + day);
  const [sent] = world.mail.record.find({ recipient: 'priya@prospects.test' });
  const raw = (await world.mail.readMail(sent!.contentId)).toString('latin1');
  expect(raw).toContain(`Subject: ${expected.subject}`);
  expect(raw).toContain(expected.text);
});
