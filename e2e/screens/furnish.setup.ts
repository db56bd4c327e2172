import { test } from '@playwright/test';
import { furnish } from '../support/furnish';
import { waitForHistory } from '../support/product';

// Once, before the pictures of both widths are taken at the same time.
test('what stands on a screen of its own is made', async () => {
  await waitForHistory();
  await furnish();
});
