import { readFileSync } from 'node:fs';
import { mailboxChangesContract } from '@skein/contracts/main/mailbox-changes.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { callProduct } from '../support/call-product';
import { checkBothWidths } from '../support/check-both-widths';
import { expect, test } from '../support/journey';
import { createPerson } from '../support/new-person';
import { beginLoggedIn } from '../support/session';

test.use({ needsNoHistory: true });

const header = 'from_email,username,password,smtp_host,smtp_port,smtp_port_type,imap_host,imap_port,imap_port_type';

test('300 mailboxes come from a file, 12 wrong rows are mended and imported again, and all are changed at once and back', async ({
  page,
  demo,
}) => {
  const person = await createPerson('fleet');
  const credentials = () => ({ authorization: `Bearer ${person.token}` });
  const mailboxes = callProduct(mailboxesContract, credentials);
  const changes = callProduct(mailboxChangesContract, credentials);
  const logins = [...demo.mailboxes, ...demo.free_mailboxes];
  /** Addresses of their own that log in as the sandbox's mailboxes, taking turns. */
  const line = (index: number, over: { email?: string; password?: string; port?: number } = {}) => {
    const login = logins[index % logins.length] as (typeof logins)[number];
    const { smtp, imap } = demo;
    const port = over.port ?? smtp.port;
    return [
      over.email ?? `sender${index}@many.test`,
      login.email,
      over.password ?? login.password,
      ...[smtp.host, port, 'NONE', imap.host, imap.port, 'NONE'],
    ].join(',');
  };
  const lines = Array.from({ length: 300 }, (_, index) => line(index));
  for (const index of [3, 50, 99, 150]) lines[index] = line(index, { password: 'not the password' });
  for (const index of [10, 20]) lines[index] = line(index, { port: 1 });
  for (const index of [30, 40]) lines[index] = line(index, { email: `sender${index - 1}@many.test` });
  for (const index of [60, 61]) lines[index] = line(index, { password: '' });
  for (const index of [70, 71]) lines[index] = line(index, { email: 'not an address' });
  const upload = async (name: string, text: string) => {
    await page.goto('/app/email-accounts/import');
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    // With warmup on, all of them would exchange emails with the sandbox until they are deleted.
    await page.getByRole('switch', { name: 'Warm up and start slowly' }).click();
  };
  await beginLoggedIn(page, person);

  await test.step('288 are connected, and each of the 12 others says why', async () => {
    await upload('senders.csv', [header, ...lines].join('\r\n'));
    await expect(page.getByRole('button', { name: 'Connect 300 mailboxes' })).toBeVisible();
    await checkBothWidths(page, 'columns of a file of mailboxes');
    await page.getByRole('button', { name: 'Connect 300 mailboxes' }).click();
    await expect(page.getByText('288 of 300 mailboxes connected')).toBeVisible();
    await expect(page.getByText('12 rows failed')).toBeVisible();
    await expect(page.getByText('Login refused: 4')).toBeVisible();
    await checkBothWidths(page, 'an import of mailboxes');
  });

  await test.step('the file of the 12 comes back with its causes, and connects 10 of them once it is mended', async () => {
    const waits = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download failed rows' }).click();
    const [head = '', ...failed] = readFileSync((await (await waits).path()) as string, 'utf8')
      .trim()
      .split('\r\n');
    expect(failed).toHaveLength(12);
    expect(head).toContain('row number,outcome,cause');
    expect(failed.join('\n')).not.toContain('not the password');
    const fields = head.split(',');
    const mended = failed.map((text) => {
      const [email = ''] = text.split(',');
      const row = Number(/,(\d+),[^,]*,(?:"[^"]*"|[^,]*)$/.exec(text)?.[1]);
      // As a spreadsheet counts: the first row has the headings.
      const index = row - 2;
      // Two addresses are in the file twice; the others get their address, password and port back.
      const given = line(index, { email: email === 'not an address' ? `sender${index}@many.test` : email }).split(',');
      return fields.map((_, at) => given[at] ?? '').join(',');
    });
    await upload('mended.csv', [head, ...mended].join('\r\n'));
    await page.getByRole('button', { name: 'Connect 12 mailboxes' }).click();
    await expect(page.getByText('10 of 12 mailboxes connected')).toBeVisible();
    await expect(page.getByText('Connected before: 2')).toBeVisible();
  });

  await test.step('one drawer changes all of them, and one press brings back what each had', async () => {
    await page.goto('/app/email-accounts');
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('button', { name: 'Select all 298 matching' }).click();
    await page
      .getByRole('toolbar', { name: 'Bulk actions' })
      .getByRole('button', { name: 'Change', exact: true })
      .click();
    const drawer = page.getByRole('dialog', { name: 'Change mailboxes' });
    await drawer.getByRole('checkbox', { name: 'Campaign emails a day' }).check();
    await drawer.getByRole('spinbutton', { name: 'Campaign emails a day' }).fill('17');
    await expect(drawer.getByText('298 of 298 mailboxes will change')).toBeVisible();
    await checkBothWidths(page, 'the change of many mailboxes');
    await drawer.getByRole('button', { name: 'Change 298 mailboxes' }).click();
    await expect(page.getByText('298 mailboxes changed.')).toBeVisible();
    const perDay = async () =>
      new Set((await mailboxes.list({ query: { limit: 500 } })).rows.map((row) => row.message_per_day));
    expect(await perDay()).toEqual(new Set([17]));
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(page.getByText('298 mailboxes restored.')).toBeVisible();
    expect(await perDay()).not.toContain(17);
    await checkBothWidths(page, 'a change undone');
  });

  // Else the product reads 298 mailboxes while other journeys run.
  await changes.startMailboxChange({ body: { selection: { filter: {} }, change: { delete: true } } });
});
