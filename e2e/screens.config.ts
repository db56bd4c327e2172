import { defineConfig } from '@playwright/test';
import journeys from './playwright.config';

/** Pictures instead of journeys: `npm run screens`. */
export default defineConfig({
  ...journeys,
  testDir: 'screens',
  use: { ...journeys.use, trace: 'off', screenshot: 'off' },
  projects: [
    { name: '1440', use: { viewport: { width: 1440, height: 900 } } },
    { name: '390', use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 } },
  ],
});
