import { test } from '@playwright/test';
import { emptyScreens, publicScreens } from '../support/addresses';
import { createPerson } from '../support/new-person';
import { readDemo } from '../support/product';
import { beginLoggedIn } from '../support/session';
import { hiddenPlaces } from './hidden-places';
import { behindLogin, takeAll, takePlaces } from './take-all';

test.use({ baseURL: async ({ browserName: _ }, use) => use(readDemo().url) });

test('public screens', ({ page }, info) => takeAll(page, 'usual', info.project.name, publicScreens));

test('the screens of a workspace of today', async ({ page }, info) => {
  await beginLoggedIn(page, await createPerson('empty'));
  await takeAll(page, 'empty', info.project.name, emptyScreens);
});

test('every screen with the demo on it', async ({ page }, info) => {
  await beginLoggedIn(page);
  await takeAll(page, 'usual', info.project.name, await behindLogin());
});

test('dialogs and hidden places', async ({ page }, info) => {
  await beginLoggedIn(page);
  await takePlaces(page, 'usual', info.project.name, await hiddenPlaces());
});
