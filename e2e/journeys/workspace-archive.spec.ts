import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { authContract } from '@skein/contracts/main/auth.contract';
import { blockListContract } from '@skein/contracts/main/block-list.contract';
import { campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { operatorContract } from '@skein/contracts/main/operator.contract';
import { operatorPeopleContract } from '@skein/contracts/main/operator-people.contract';
import { workspaceArchivesContract } from '@skein/contracts/main/workspace-archives.contract';
import { callProduct } from '../support/call-product';
import { checkBothWidths } from '../support/check-both-widths';
import { expect, test } from '../support/journey';
import { caughtMails, confirmAddress, createPerson } from '../support/new-person';
import { readDemo } from '../support/product';
import { beginLoggedIn } from '../support/session';

test.use({ needsNoHistory: true });

const as = (token: string | null) => () => ({ authorization: `Bearer ${token}` });

async function exportWorkspace(page: Page, token: string | null) {
  await page.getByRole('button', { name: 'Export workspace' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Export workspace' }).click();
  await expect(page.getByText('Ready', { exact: true })).toBeVisible();
  const archives = callProduct(workspaceArchivesContract, as(token));
  const [made] = (await archives.listWorkspaceExports({})).exports;
  const { tables, files } = await archives.readArchiveManifest({ params: { workspaceExportId: made?.id as number } });
  return { tables, files };
}

test('a workspace is exported, wiped, imported, and exports as the same again', async ({ page }) => {
  const owner = await createPerson('archive');
  const campaign = await callProduct(campaignsContract, as(owner.token)).createCampaign({ body: { name: 'Old town' } });
  await callProduct(campaignLeadsContract, as(owner.token)).addLeads({
    params: { campaignId: campaign.id },
    body: { leads: [{ email: 'mia@firm.test' }, { email: 'noor@firm.test' }] },
  });
  await callProduct(blockListContract, as(owner.token)).addBlockEntries({ body: { entries: ['rival.test'] } });

  const { before, file } = await test.step('export and download', async () => {
    await beginLoggedIn(page, owner);
    await page.goto('/app/settings/export');
    const manifest = await exportWorkspace(page, owner.token);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    const file = await download.path();
    await checkBothWidths(page, 'Export and import');
    return { before: manifest, file };
  });

  const again = await test.step('wipe, and sign up anew', async () => {
    const { email, password } = readDemo();
    const { token } = await callProduct(authContract, () => ({})).login({ body: { email, password } });
    const workspaces = callProduct(operatorContract, as(token));
    const operatedWorkspaceId = (owner.user as { workspace: { id: number } }).workspace.id;
    await workspaces.deleteWorkspace({
      params: { operatedWorkspaceId },
      body: { name: 'Brightlane', at_once: true },
    });
    await expect
      .poll(() =>
        workspaces.readWorkspace({ params: { operatedWorkspaceId } }).then(
          () => 200,
          (error: { status?: number }) => error.status,
        ),
      )
      .toBe(404);
    const mails = (await caughtMails(owner.email)).length;
    await callProduct(authContract, () => ({})).signUp({
      body: { name: 'New archive', email: owner.email, password: 'a long enough password', company: 'Empty' },
    });
    await expect.poll(async () => (await caughtMails(owner.email)).length).toBeGreaterThan(mails);
    const person = await confirmAddress(owner.email);
    await callProduct(operatorPeopleContract, as(token)).setOperator({
      params: { operatedPersonId: (person.user as { id: number }).id },
      body: { is_operator: true },
    });
    return person;
  });

  await test.step('import, and compare', async () => {
    await beginLoggedIn(page, again);
    await page.goto('/app/settings/export');
    await page.locator('input[type=file]').setInputFiles({
      name: 'brightlane.zip',
      mimeType: 'application/zip',
      buffer: await readFile(file),
    });
    await expect(page.getByText('Imported', { exact: true })).toBeVisible();
    await expect(page.getByText(/1 campaign, 2 leads, 0 mailboxes and 1 person/)).toBeVisible();
    await checkBothWidths(page, 'an import of a workspace');
    expect(await exportWorkspace(page, again.token)).toEqual(before);
  });
});
