import { test as base } from '@playwright/test';
import { FramePage } from '../pages/frame.page';
import { LoginPage } from '../pages/login.page';
import { SignUpPage } from '../pages/sign-up.page';
import { limit } from './limit';
import { readDemo, waitForHistory, type Demo } from './product';
import { beginLoggedIn } from './session';

interface Fixtures {
  demo: Demo;
  login: LoginPage;
  signUp: SignUpPage;
  frame: FramePage;
  /** The demo's person is logged in before the first page is opened. */
  loggedIn: void;
  /** Every error that a page logged or threw; a journey without any is part of what is tested. */
  pageErrors: string[];
  history: void;
}

export interface JourneyOptions {
  /** For journeys that need nothing of the demo's month, which is still being made when the first of them begin. */
  needsNoHistory: boolean;
}

/**
 * What is no fault of the page: refusals that a journey causes on purpose, streams that end with the page, and the recorder of
 * traces, which tries to run its script in the frames of mails, where none may run.
 */
const expectedNoise =
  /status of 4\d\d|net::ERR_(?:ABORTED|INCOMPLETE_CHUNKED_ENCODING)|^Blocked script execution in '(?:about:srcdoc|[^']*\/document\?ticket=)/;

/** Asked once in a worker. */
let historyMade: Promise<void> | undefined;

export const test = base.extend<Fixtures & JourneyOptions>({
  demo: ({}, use) => use(readDemo()),
  needsNoHistory: [false, { option: true }],
  history: [
    async ({ needsNoHistory, demo }, use) => {
      if (!needsNoHistory) await (historyMade ??= waitForHistory(demo));
      await use();
    },
    // It is work and not an answer: beside four other programs a month has taken longer than the limit.
    { auto: true, timeout: 4 * limit },
  ],
  baseURL: ({ demo }, use) => use(demo.url),
  login: ({ page }, use) => use(new LoginPage(page)),
  signUp: ({ page }, use) => use(new SignUpPage(page)),
  frame: ({ page, isMobile }, use) => use(new FramePage(page, isMobile)),
  loggedIn: async ({ page }, use) => {
    await beginLoggedIn(page);
    await use();
  },
  pageErrors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error' && !expectedNoise.test(message.text()))
          errors.push(
            `${message.text()} (${message.location().url}:${message.location().lineNumber}, on ${page.url()})`,
          );
      });
      // Chromium writes most of what the policy refuses to the console, but not everything, and not always from where it came.
      await page.addInitScript(() => {
        document.addEventListener(
          'securitypolicyviolation',
          ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) => {
            console.error(
              `Content-Security-Policy: ${effectiveDirective} refused ${blockedURI} (${sourceFile}:${lineNumber})`,
            );
          },
        );
      });
      await use(errors);
      base.expect(errors, 'errors of the page').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';
