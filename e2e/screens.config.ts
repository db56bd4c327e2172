import { defineConfig } from '@playwright/test';
import journeys from './playwright.config';

const wide = { viewport: { width: 1440, height: 900 } };
const tight = { viewport: { width: 1024, height: 768 } };
const narrow = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const [before, full] = [/(?:empty-and-usual|senders)\.spec\.ts$/, /full\.spec\.ts$/];

/** Pictures instead of journeys: `npm run screens`. */
export default defineConfig({
  ...journeys,
  testDir: 'screens',
  timeout: 30 * 60_000,
  use: { ...journeys.use, trace: 'off', screenshot: 'off' },
  projects: [
    { name: 'furnished', testMatch: /furnish\.setup\.ts$/ },
    { name: '1440', testMatch: before, use: wide, dependencies: ['furnished'] },
    { name: '1024', testMatch: before, use: tight, dependencies: ['furnished'] },
    { name: '390', testMatch: before, use: narrow, dependencies: ['furnished'] },
    { name: 'crowd', testMatch: /crowd\.setup\.ts$/, dependencies: ['1440', '1024', '390'] },
    { name: 'full-1440', testMatch: full, use: wide, dependencies: ['crowd'] },
    { name: 'full-1024', testMatch: full, use: tight, dependencies: ['crowd'] },
    { name: 'full-390', testMatch: full, use: narrow, dependencies: ['crowd'] },
  ],
});
