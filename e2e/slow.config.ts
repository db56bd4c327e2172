import { defineConfig } from '@playwright/test';
import config from './playwright.config';

/** What takes minutes of waiting and is not part of `npm test`: `npm run test:slow`. */
export default defineConfig({
  ...config,
  testDir: 'slow',
  workers: 1,
  projects: [{ name: 'desktop', use: { viewport: { width: 1440, height: 900 } } }],
});
