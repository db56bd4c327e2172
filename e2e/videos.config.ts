import { defineConfig } from '@playwright/test';
import journeys from './playwright.config';

/** The university's recordings instead of journeys: `npm run videos`. */
export default defineConfig({
  ...journeys,
  testDir: 'videos',
  workers: 1,
  use: {
    ...journeys.use,
    trace: 'off',
    screenshot: 'off',
    viewport: { width: 1280, height: 720 },
    contextOptions: {},
  },
  projects: [{ name: 'videos' }],
});
