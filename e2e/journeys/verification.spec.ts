import { leadListsContract } from '@skein/contracts/main/lead-lists.contract';
import { uploadsContract } from '@skein/contracts/main/uploads.contract';
import { verificationContract } from '@skein/contracts/main/verification.contract';
import { callProduct } from '../support/call-product';
import { checkAccessibility } from '../support/check-accessibility';
import { expect, test } from '../support/journey';
import { pressInHead } from '../support/press-in-head';
import { readDemo } from '../support/product';

const uploads = callProduct(uploadsContract);

/** A list with these addresses, uploaded as a file. */
async function uploadList(name: string, emails: readonly string[]): Promise<number> {
  const list = await callProduct(leadListsContract).createLeadList({ body: { name } });
  const address = new URL('/api/uploads', readDemo().url);
  address.search = new URLSearchParams({ file_name: 'people.csv', list_id: String(list.id) }).toString();
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'x-api-key': readDemo().api_key, 'content-type': 'text/csv' },
    body: ['email', ...emails].join('\n'),
  });
  const { data } = (await answer.json()) as { data: { id: number; columns: { target: never }[] } };
  await uploads.startUpload({
    params: { uploadId: data.id },
    body: { mapping: data.columns.map((column) => column.target) },
  });
  await expect.poll(async () => (await uploads.getUpload({ params: { uploadId: data.id } })).status).toBe('COMPLETED');
  return list.id;
}

test('a list is verified: credits are bought, the run shows its progress and results, and the ledger says what it cost', async ({
  page,
  loggedIn: _,
}) => {
  const mark = Date.now().toString(36);
  const name = `Fair ${mark}`;
  const emails = ['silent', 'rejects', 'replies'].map((word) => `${word}.${mark}@prospects.test`);
  const listId = await uploadList(name, emails);
  const verification = callProduct(verificationContract);
  const dialog = page.getByRole('dialog');

  await test.step('a pack is bought at the sandbox’s checkout: a card is declined, the way back leads to the order, and a test card pays once', async () => {
    await page.goto('/app/leads/verification?buy=1');
    await dialog.getByRole('button', { name: 'Continue to checkout' }).click();
    await expect(page.getByText('Sandbox: no real card is charged.')).toBeVisible();
    await page.getByRole('button', { name: 'Try a card that is declined' }).click();
    await expect(page.getByRole('alert')).toContainText('Your card was declined. Nothing was charged.');
    await checkAccessibility(page, 'the sandbox’s checkout');
    await page.getByRole('link', { name: 'Cancel and go back' }).click();
    await expect(page.getByText('Not paid yet.')).toBeVisible();
    await page.getByRole('link', { name: /^Pay \$/ }).click();
    await page.getByRole('button', { name: 'Pay $16.50' }).dblclick();
    await expect(page.getByText('Paid: 6,000 credits were added.')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Paid: 6,000 credits were added.')).toBeVisible();
    const orderId = Number(/checkout\/(\d+)/.exec(page.url())?.[1]);
    expect((await verification.verificationLedger({})).rows.filter((row) => row.order_id === orderId)).toMatchObject([
      { kind: 'PURCHASE', credits: 6_000 },
    ]);
  });

  await test.step('the list is verified, and every address has its result', async () => {
    await page.goto(`/app/leads/lists/${listId}`);
    await pressInHead(/^Verify/)(page);
    await dialog.getByRole('button', { name: 'Verify for 3 credits' }).click();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible();
    await expect(page.getByText(emails[1] as string).first()).toBeVisible();
    const run = (await verification.listVerifications({})).rows.find((row) => row.name === name);
    expect(run).toMatchObject({ provider: 'SKEIN', done: 3, charged: 3, counts: { VALID: 2, INVALID: 1 } });
    await checkAccessibility(page, 'a run of verification');
  });

  await test.step('the ledger holds the purchase and what was set aside', async () => {
    await page.goto('/app/leads/verification?view=credits');
    await expect(page.getByText(name).first()).toBeVisible();
    await checkAccessibility(page, 'the ledger of credits');
  });

  await test.step('another service can be chosen, and says which key it takes in the sandbox', async () => {
    await pressInHead(/^Verification provider/)(page);
    await dialog.getByRole('radio', { name: 'ZeroBounce' }).click();
    await expect(dialog.getByText('stand-in answers instead of ZeroBounce')).toBeVisible();
    await checkAccessibility(page, 'who verifies');
  });
});
