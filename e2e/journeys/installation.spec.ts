import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { LoginPage } from '../pages/login.page';
import { startInstallation } from '../support/installation';
import { expect, test } from '../support/journey';

/** An empty database beside the sandbox's own, on the server that it has started. */
async function createDatabase(name: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const data = process.env['SKEIN_E2E_DATA'] as string;
  const port = readFileSync(join(data, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[3];
  const password = encodeURIComponent(readFileSync(join(data, 'secrets', 'postgres-password'), 'utf8').trim());
  const url = (database: string) => `postgresql://skein:${password}@127.0.0.1:${port}/${database}`;
  const run = async (sql: string) => {
    const client = new Client({ connectionString: url('postgres') });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  await run(`create database ${name}`);
  return { url: url(name), drop: () => run(`drop database ${name} with (force)`) };
}

test('what deploy/assemble.mjs puts together is whole: an operator logs in and opens each area', async ({
  browser,
}) => {
  const database = await createDatabase('installed');
  const installation = await startInstallation(database);
  // Its own context: another origin than the sandbox's.
  const context = await browser.newContext({ baseURL: installation.origin, serviceWorkers: 'block' });
  try {
    await installation.serve(context);
    const page = await context.newPage();
    const password = 'Journey-4411-quiet-river';
    const email = 'operator@skein-journey.io';
    const link = /https:\S+uuid=\S+/.exec(
      installation.operator('create-admin', email, '--name', 'Ida Holm', '--workspace', 'Harbor'),
    )?.[0];
    await page.goto(link as string);
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.locator('button[type=submit]').click();
    await expect(page.getByLabel('New password', { exact: true })).toHaveCount(0);
    const login = new LoginPage(page);
    await login.open();
    await login.logIn(email, password);
    await page.waitForURL('**/app/**');
    installation.operator('set-plan', '1', 'enterprise');
    await page.goto('/app/get-started');
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    await expect(links.filter({ hasText: 'University' })).toBeVisible();
    const areas = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') as string));
    expect(areas.length).toBeGreaterThan(12);
    for (const address of [...areas, '/app/settings/profile', '/app/operator/installation']) {
      await page.goto(address);
      await expect(page.locator('#page').getByRole('heading').first(), address).toBeVisible();
      await expect(page.getByRole('heading', { name: /did not load|does not exist/i }), address).toHaveCount(0);
      await expect(page.getByText(/could not be (?:loaded|read)/i), address).toHaveCount(0);
      await expect(page.locator('#page [aria-busy=true]'), address).toHaveCount(0);
    }
    // What is read from files beside the program came with it.
    await page.goto('/app/university');
    await expect(page.getByRole('link', { name: /Guide, \d+ min/ }).first()).toBeVisible();
  } finally {
    await context.close();
    await installation.stop();
    await database.drop();
  }
});
