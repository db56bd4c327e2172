import { test } from '@playwright/test';
import { crowd } from '../support/crowd';
import { furnish } from '../support/furnish';

// After the pictures of the usual state: the demo is never again as it was.
test('the workspace fills up', async () => { await crowd(await furnish()); });
