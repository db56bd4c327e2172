import { figure } from '../pages/overview.page';
import { campaigns, prepareCampaign, waitUntilOver } from '../support/campaign-run';
import { compareRun } from '../support/compare-run';
import { expect, test } from '../support/journey';
import { makeProspects } from '../support/prospects';

/** `npm run show -- --leads 1000` gives another number of people and prints the table. */
const count = Number(process.env['SKEIN_SHOW_LEADS'] || 96);
const isShow = Boolean(process.env['SKEIN_SHOW_LEADS']);
const tell = (line: string) => {
  if (isShow) console.log(line);
};

test('people of all kinds, three steps, a fast clock: every lead ends as it must, and screen, API and mail server agree', async ({
  page,
  loggedIn: _,
}) => {
  const campaignId = await prepareCampaign(
    `${count} people of all kinds`,
    makeProspects(count, process.env['SKEIN_E2E_MARK'] ?? ''),
  );
  await campaigns.setStatus({ params: { campaignId }, body: { action: 'START' } });
  await waitUntilOver(campaignId, tell);
  const run = await compareRun(campaignId);

  tell(`\n${'people'.padEnd(15)}${'must end'.padEnd(34)}${'leads'.padStart(6)}${'right'.padStart(7)}`);
  for (const line of run.table)
    tell(
      `${line.word.padEnd(15)}${line.expected.padEnd(34)}${String(line.leads).padStart(6)}${String(line.right).padStart(7)}  ${line.wrong.slice(0, 2).join('; ')}`,
    );
  tell(
    `\nSent: ${run.counts.mailServer} accepted by the mail server, ${run.counts.screenService} in the figures, ${run.counts.api} in the API, ${run.counts.perLead} by lead.`,
  );
  tell(run.faults.length === 0 ? 'None twice, none after a stop, none outside the window.' : run.faults.join('\n'));

  expect.soft(run.table.flatMap((line) => line.wrong)).toEqual([]);
  expect.soft(run.faults).toEqual([]);
  await page.goto(`/app/email-campaign/${campaignId}/overview/analytics`);
  await expect(figure(page, 'Sent')).toContainText(run.counts.mailServer.toLocaleString('en-US'));
});
