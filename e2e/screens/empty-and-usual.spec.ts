import { test } from '@playwright/test';
import { emptyScreens, publicScreens } from '../support/addresses';
import { createPerson } from '../support/new-person';
import { readDemo } from '../support/product';
import { beginLoggedIn } from '../support/session';
import { framePlaces, onboardingPlaces, publicPlaces } from './frame-places';
import { hiddenPlaces } from './hidden-places';
import { behindLogin, takeAll, takePlaces } from './take-all';

test.use({ baseURL: async ({ browserName: _ }, use) => use(readDemo().url) });

test('public screens', async ({ page }, info) => {
  await takeAll(page, 'usual', info.project.name, publicScreens);
  await takePlaces(page, 'usual', info.project.name, publicPlaces);
});

test('the screens of a workspace of today', async ({ page }, info) => {
  await beginLoggedIn(page, await createPerson('empty'));
  await takeAll(page, 'empty', info.project.name, emptyScreens);
  await takePlaces(page, 'empty', info.project.name, onboardingPlaces);
});

test('every screen with the demo on it', async ({ page }, info) => {
  await beginLoggedIn(page);
  await takeAll(page, 'usual', info.project.name, await behindLogin());
});

test('dialogs and hidden places', async ({ page }, info) => {
  await beginLoggedIn(page);
  await takePlaces(page, 'usual', info.project.name, await hiddenPlaces());
});

test('the frame, dialogs of the settings, the pages of an operator and of the API', async ({ page }, info) => {
  await beginLoggedIn(page);
  await takePlaces(page, 'usual', info.project.name, framePlaces);
});
