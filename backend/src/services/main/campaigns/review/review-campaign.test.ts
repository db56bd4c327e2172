import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAskServer } from '#platform/http/ask-server';
import { createLinkCheck } from '#platform/http/link-answer';
import { campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { leadsContract } from '@skein/contracts/main/leads.contract';
import { reviewContract } from '@skein/contracts/main/review.contract';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { readyCampaign } from '../setup/testing';
import { given } from '#lifecycle/lead-state/testing';

let main: TestMain;
let me: SignedIn;

beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
});
afterAll(() => main.close());

const campaigns = (person = me) => main.asClient(campaignsContract, person);
const leads = (person = me) => main.asClient(campaignLeadsContract, person);

it('blocks the launch of an empty draft and names every block', async () => {
  const { id } = await campaigns().createCampaign({ body: {} });
  await expect(campaigns().setStatus({ params: { campaignId: id }, body: { action: 'START' } })).rejects.toMatchObject({
    code: 'LAUNCH_BLOCKED',
    details: expect.arrayContaining([
      expect.objectContaining({ field: 'NO_LEADS' }),
      expect.objectContaining({ field: 'NO_STEPS' }),
      expect.objectContaining({ field: 'NO_MAILBOX' }),
      expect.objectContaining({ field: 'NO_SCHEDULE' }),
    ]),
  });
});

it('opens the links of a campaign before it is launched, and names the dead ones without blocking', async () => {
  const { id } = await readyCampaign(main, me, ['link@review.test']);
  const opened: string[] = [];
  const site = createServer((request, response) => {
    opened.push(request.url ?? '');
    response.writeHead(request.url === '/gone' ? 404 : 200).end();
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  main.deps.checkLinks = createLinkCheck(
    createAskServer({ allowPrivateAddresses: true, patience: 900_000, mostBytes: 1_000 }),
    Date.now,
  );
  await main.test.query(
    `
      update step_variant
      set email_body = email_body || $2
      where step_id in (select id from sequence_step where campaign_id = $1 and seq_number = 1)
    `,
    [id, `<a href="${base}/gone">Prices</a> <a href="${base}/here">Terms</a>`],
  );
  const answer = await main.asClient(reviewContract, me).reviewCampaign({ params: { campaignId: id } });
  delete main.deps.checkLinks;
  await new Promise((resolve) => site.close(resolve));
  expect(opened.sort()).toEqual(['/gone', '/here']);
  expect(answer.can_launch).toBe(true);
  expect(answer.warnings).toContainEqual(
    expect.objectContaining({ code: 'LINK_BROKEN', count: 1, detail: `${base}/gone` }),
  );
});

it('reviews all leads, explains with the planner, and forecasts to the last send', async () => {
  const { id, enrolmentIds, mailboxId } = await readyCampaign(main, me, ['r1@review.test', 'r2@review.test']);
  const review = main.asClient(reviewContract, me);
  await leads().addLeads({ params: { campaignId: id }, body: { leads: [{ email: 'noname@review.test' }] } });
  const answer = await review.reviewCampaign({ params: { campaignId: id } });
  expect(answer).toMatchObject({ can_launch: false, leads_checked: 3, email_steps: 2, mailboxes: 1 });
  expect(answer.blocks.map((block) => [block.detail, block.count])).toEqual([
    ['Company name has no fallback in step 1 A', 1],
    ['First name has no fallback in step 1 A', 1],
    ['First name has no fallback in step 2 A', 1],
  ]);
  expect(answer.warnings.find(({ code }) => code === 'WARMUP_OFF')?.jump).toMatchObject({
    tab: 'mailboxes',
    setting: 'warmup',
    mailbox_ids: [mailboxId],
  });
  expect(answer.blocks[0]?.jump).toMatchObject({ tab: 'lead_list', lead_filter: { missing_field: 'company_name' } });
  expect(
    (
      await leads().listCampaignLeads({
        params: { campaignId: id },
        query: answer.blocks[0]?.jump?.lead_filter as { missing_field: string },
      })
    ).rows.map((row) => row.lead.email),
  ).toEqual(['noname@review.test']);
  const [nameless] = (await main.asClient(leadsContract, me).listLeads({ query: { email: 'noname@review.test' } }))
    .rows;
  await main.asClient(leadsContract, me).updateLead({
    params: { leadId: nameless?.id as number },
    body: { first_name: 'No', company_name: 'Name', custom_fields: { city: 'Rockford' } },
  });
  expect((await review.reviewCampaign({ params: { campaignId: id } })).can_launch).toBe(true);
  const forecast = await review.forecastCampaign({ params: { campaignId: id }, body: {} });
  expect(forecast).toMatchObject({ emails: 6, leads: 3, is_complete: true, simulated_leads: 3 });
  expect(forecast.days.reduce((sum, day) => sum + day.total, 0)).toBe(6);
  expect(
    await review.explainLead({ params: { campaignId: id, enrolmentId: enrolmentIds[0] as number } }),
  ).toMatchObject({ subject: 'LEAD', binding: { code: 'CAMPAIGN_NOT_ACTIVE', is_binding: true } });
  // The list says the same, whatever the planner noted last.
  await given(main).lead({ campaignId: id }).noted(id, 'WAITING_TURN');
  expect(
    (
      await leads().listCampaignLeads({
        params: { campaignId: id },
        query: { constraint_codes: ['CAMPAIGN_NOT_ACTIVE'] },
      })
    ).rows.map((row) => row.constraint_text),
  ).toEqual(Array(3).fill('The campaign is not active.'));
  await campaigns().setStatus({ params: { campaignId: id }, body: { action: 'START' } });
  expect(
    (await leads().listCampaignLeads({ params: { campaignId: id }, query: { constraint_codes: ['WAITING_TURN'] } }))
      .total,
  ).toBe(3);
  main.clock.advance(20 * 60_000);
  expect(
    (await review.explainLead({ params: { campaignId: id, enrolmentId: enrolmentIds[0] as number } })).binding,
  ).toBeNull();
  expect(await review.explainMailbox({ params: { campaignId: id, mailboxId } })).toMatchObject({ subject: 'MAILBOX' });
  expect(await review.explainCampaign({ params: { campaignId: id } })).toMatchObject({ subject: 'CAMPAIGN' });
});

it('takes a fallback that cannot be sent for none: the review, the preview and the explanation of the lead agree', async () => {
  const { id, enrolmentIds } = await readyCampaign(main, me, ['braces@review.test']);
  await campaigns().setStatus({ params: { campaignId: id }, body: { action: 'START' } });
  await main.test.query(
    `
      update step_variant
      set subject = 'Question about {{position | default: "Quick idea for {{comp"}}'
      where step_id in (select id from sequence_step where campaign_id = $1 and seq_number = 1)
    `,
    [id],
  );
  const review = main.asClient(reviewContract, me);
  const { blocks } = await review.reviewCampaign({ params: { campaignId: id } });
  expect(blocks.map((block) => [block.code, block.detail, block.count])).toEqual([
    ['MISSING_MERGE_DATA', 'Position has no fallback in step 1 A', 1],
  ]);
  const enrolmentId = enrolmentIds[0] as number;
  const preview = await main
    .asClient(sequencesContract, me)
    .previewStep({ params: { campaignId: id }, body: { seq_number: 1, enrolment_id: enrolmentId } });
  expect([preview.subject, preview.missing]).toEqual(['Question about', [{ name: 'position', reason: 'absent' }]]);
  const { checks } = await review.explainLead({ params: { campaignId: id, enrolmentId } });
  expect(checks.find(({ code }) => code === 'MISSING_MERGE_DATA')).toMatchObject({
    is_met: false,
    facts: { fields: 'position' },
  });
});
