import { defineConfig, devices } from '@playwright/test';
import type { JourneyOptions } from './support/journey';

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

/** Journeys that make sense with a thumb; the others need a mouse and a wide screen, or no browser at all. */
const onPhones =
  /[\\/](?:identity|mailboxes|connect-mailboxes|inbox|every-page|verification|servers|purchases|two-people)\.spec\.ts$/;

/** Days of campaign time, from the first e-mail to the last lead's end. */
const fastClock = /thousand\.spec\.ts$/;

/** Nothing of the demo's month is looked at: they run while it is made. */
const withoutHistory = /(?:broken-remotes|account-imports)\.spec\.ts$/;

export default defineConfig<JourneyOptions>({
  testDir: 'journeys',
  outputDir: 'test-results',
  globalSetup: './setup/start-product.ts',
  // The product itself needs a core.
  workers: 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  // A whole journey; what hangs is found by the limits below, and a busy machine takes its time.
  timeout: 600_000,
  // Two shared cores have bad moments; what never comes is still found.
  expect: { timeout: 30_000 },
  reporter: 'line',
  use: {
    ...devices['Desktop Chrome'],
    actionTimeout: 30_000,
    navigationTimeout: 45_000,
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    contextOptions: { reducedMotion: 'reduce' },
    // Recording slows every journey down; to look for a cause, run one journey with `--trace on`.
    trace: 'off',
    screenshot: 'only-on-failure',
    video: 'off',
    launchOptions: { executablePath: process.env['CHROMIUM_PATH'] || '/usr/bin/chromium', args: chromiumFlags },
  },
  projects: [
    // First, because it waits most of its time for campaign days to pass while the other worker does the rest.
    { name: 'fast-clock', testMatch: fastClock, use: { viewport: { width: 1440, height: 900 } } },
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
