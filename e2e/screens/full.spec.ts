import { test } from '@playwright/test';
import { readDemo } from '../support/product';
import { beginLoggedIn } from '../support/session';
import { behindLogin, takeAll } from './take-all';

test.use({ baseURL: async ({ browserName: _ }, use) => use(readDemo().url) });

test('every screen with very many things of very long names', async ({ page }, info) => {
  await beginLoggedIn(page);
  await takeAll(page, 'full', info.project.name.replace('full-', ''), await behindLogin());
});
