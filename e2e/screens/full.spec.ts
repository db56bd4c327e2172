import { test } from '@playwright/test';
import { readDemo } from '../support/product';
import { beginLoggedIn } from '../support/session';
import { hiddenPlaces } from './hidden-places';
import { behindLogin, takeAll, takePlaces } from './take-all';

test.use({ baseURL: async ({ browserName: _ }, use) => use(readDemo().url) });

test('every screen with very many things of very long names', async ({ page }, info) => {
  await beginLoggedIn(page);
  await takeAll(page, 'full', info.project.name.replace('full-', ''), await behindLogin());
});

test('dialogs and hidden places with them', async ({ page }, info) => {
  await beginLoggedIn(page);
  await takePlaces(page, 'full', info.project.name.replace('full-', ''), await hiddenPlaces());
});
