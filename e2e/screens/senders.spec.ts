import { test } from '@playwright/test';
import { readDemo } from '../support/product';
import { beginLoggedIn } from '../support/session';
import { senderPlaces } from './sender-places';
import { takePlaces } from './take-all';

test.use({ baseURL: async ({ browserName: _ }, use) => use(readDemo().url) });

test('the inbox, senders, placement tests, analytics and clients, one by one', async ({ page }, info) => {
  await beginLoggedIn(page);
  await takePlaces(page, 'usual', info.project.name, await senderPlaces());
});
