import { integrationsContract } from '@skein/contracts/main/integrations.contract';
import { answeredLead, until } from '../support/answered-lead';
import { callProduct } from '../support/call-product';
import { checkAccessibility } from '../support/check-accessibility';
import { expect, test } from '../support/journey';

const integrations = callProduct(integrationsContract);

test('HubSpot and Slack are connected at their stand-ins; a reply is posted in Slack and logged on the contact', async ({
  page,
  loggedIn: _,
}) => {
  const dialog = page.getByRole('dialog');

  await test.step('HubSpot asks for consent, and its contacts become leads', async () => {
    await page.goto('/app/integrations');
    await page.getByRole('button', { name: 'Connect HubSpot' }).click();
    await expect(page.getByText('Sandbox: this is not HubSpot.')).toBeVisible();
    await page.getByRole('link', { name: 'Connect app' }).click();
    await expect(page.getByRole('heading', { name: 'HubSpot', level: 1 })).toBeVisible();
    await page.getByRole('button', { name: 'Import contacts' }).click();
    await dialog.getByRole('button', { name: 'Start import' }).click();
    await expect(page.getByRole('list', { name: 'Sync log' })).toContainText('All contacts imported');
    await checkAccessibility(page, 'the page of HubSpot');
  });

  await test.step('Slack asks for consent, and an alert is added', async () => {
    await page.goto('/app/integrations/native-integrations');
    await page.getByRole('button', { name: 'Connect Slack' }).click();
    await page.getByRole('link', { name: 'Allow' }).click();
    await dialog.getByRole('combobox', { name: 'Channel' }).click();
    await page.getByRole('option', { name: '#replies' }).click();
    await dialog.getByRole('button', { name: 'Add alert' }).click();
    await expect(dialog).toBeHidden();
    await checkAccessibility(page, 'the integrations');
  });

  await test.step('a positive reply is in Slack, and on the contact in HubSpot', async () => {
    const { email } = await answeredLead('crm', '<p>Sounds interesting, please send me a time for a call.</p>');
    // Of this person alone: other journeys' people answer meanwhile.
    const mark = email.slice(email.indexOf('.') + 1, email.indexOf('@'));
    const { integrations: connected } = await integrations.listIntegrations({});
    const slack = connected.find(({ kind }) => kind === 'SLACK')!;
    const hubspot = connected.find(({ kind }) => kind === 'HUBSPOT')!;
    const logged = async (integrationId: number, title: string) =>
      (await integrations.syncLog({ params: { integrationId } })).rows.find(
        (row) => row.title === title && row.state === 'SAVED' && row.subject?.includes(mark),
      );
    await until('the message in Slack', () => logged(slack.id, 'Message posted'));
    const entry = await until('the reply in HubSpot', () => logged(hubspot.id, 'Reply logged'));
    await page.goto('/sandbox/integrations/slack/');
    await expect(page.getByRole('link', { name: 'Open thread' }).first()).toBeVisible();
    await page.goto(entry.link ?? '');
    await expect(page.getByRole('heading', { name: email })).toBeVisible();
    await expect(page.getByText('Sounds interesting', { exact: false })).toBeVisible();
  });

  await test.step('a disconnect says what stops', async () => {
    await page.goto('/app/integrations/native-integrations');
    for (const name of ['Slack', 'HubSpot']) {
      await page.getByRole('button', { name: `More for ${name}` }).click();
      await page.getByRole('menuitem', { name: 'Disconnect' }).click();
      await page
        .getByRole('alertdialog')
        .or(dialog)
        .getByRole('button', { name: `Disconnect ${name}` })
        .click();
      await expect(page.getByRole('button', { name: `Connect ${name}` })).toBeVisible();
    }
  });
});
