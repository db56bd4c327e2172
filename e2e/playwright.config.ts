import { existsSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';
import type { JourneyOptions } from './support/journey';
import { limit } from './support/limit';

/** `npm test` names one; without it Debian's are looked for. */
const chromium =
  process.env['CHROMIUM_PATH'] ||
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((file) => existsSync(file));

/** Flags without which a Chromium in a container hangs, calls home, or slows timers of pages that it takes for hidden. */
const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-default-apps',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
];

/**
 * Journeys that make sense with a thumb; the others need a mouse and a wide screen, or no browser at all. That of every page shows
 * each on both screens.
 */
const onPhones =
  /[\\/](?:identity|mailboxes|connect-mailboxes|inbox|morning|verification|servers|purchases|two-people)\.spec\.ts$/;

/** Days of campaign time, from the first e-mail to the last lead's end. */
const fastClock = /thousand\.spec\.ts$/;

/** Nothing of the demo's month is looked at: they run while it is made. */
const withoutHistory = /(?:broken-remotes|account-imports|installation|planted-barriers)\.spec\.ts$/;

export default defineConfig<JourneyOptions>({
  testDir: 'journeys',
  outputDir: 'test-results',
  globalSetup: './setup/start-product.ts',
  // Journeys wait for the product and for campaign days: two at a time used 0.7 of two cores.
  workers: 3,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  // The only limits there are: a busy machine takes its time, and what never comes is still found.
  timeout: limit,
  expect: { timeout: limit / 3 },
  reporter: 'line',
  use: {
    ...devices['Desktop Chrome'],
    actionTimeout: limit / 5,
    navigationTimeout: limit / 5,
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    contextOptions: { reducedMotion: 'reduce' },
    // Recording slows every journey down; to look for a cause, run one journey with `--trace on`.
    trace: 'off',
    screenshot: 'only-on-failure',
    video: 'off',
    launchOptions: { executablePath: chromium, args: chromiumFlags },
  },
  projects: [
    // First, because it waits most of its time for campaign days to pass while the other worker does the rest.
    {
      name: 'fast-clock',
      testMatch: fastClock,
      // A campaign day takes a minute at the fastest clock: a person who is away for a week and then gets two more steps needs fifteen.
      timeout: 4 * limit,
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'meanwhile',
      testMatch: withoutHistory,
      use: { viewport: { width: 1440, height: 900 }, needsNoHistory: true },
    },
    { name: 'desktop', testIgnore: [fastClock, withoutHistory], use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      testMatch: onPhones,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    },
  ],
});
