import type { Page } from '@playwright/test';
import type { HiddenPlace } from './hidden-places';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const press = (name: string | RegExp) => async (page: Page) => { await button(page, name).first().click(); };
/** Types into the palette: its field has the focus as soon as it is open. */
const search = (words: string) => async (page: Page) => {
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill(words);
};
const settings = (tab: string) => `/app/settings/${tab}`;

/** What surrounds every page: palette, sheet, notifications, menus. */
const frame: HiddenPlace[] = [
  { name: 'palette', address: '/app/email-campaign/all', open: async (page) => { await page.keyboard.press('Control+K'); } },
  { name: 'palette-records', address: '/app/email-campaign/all', open: search('q4') },
  { name: 'palette-settings', address: '/app/email-campaign/all', open: search('webhook') },
  { name: 'palette-nothing', address: '/app/email-campaign/all', open: search('zzzz') },
  { name: 'shortcuts', address: '/app/email-campaign/all', open: async (page) => { await page.keyboard.press('?'); } },
  { name: 'notices', address: '/app/email-campaign/all', open: press(/^Notifications/) },
  { name: 'not-found', address: '/app/nowhere/at/all' },
];

/** Forms of the login that were refused. */
const refused: HiddenPlace[] = [
  { name: 'login-refused', address: '/login', open: press('Log in') },
  { name: 'sign-up-refused', address: '/sign-up', open: async (page) => { await page.locator('button[type=submit]').click(); } },
];

/** Dialogs and drawers of the settings. */
const dialogs: HiddenPlace[] = [
  { name: 'settings-api-key', address: settings('api-keys'), open: press('New API key') },
  { name: 'settings-webhook', address: settings('webhook'), open: press('New webhook') },
  { name: 'settings-invite', address: settings('team-members'), open: press(/^Invite/) },
  { name: 'settings-tag', address: settings('tag-manager'), open: press('New tag') },
  { name: 'settings-category', address: settings('lead-categories'), open: press('New category') },
  { name: 'settings-block', address: settings('global-block-list'), open: press(/^(?:Add|Block)/) },
  { name: 'settings-block-file', address: settings('global-block-list'), open: press(/^(?:Import|Upload)/) },
];

const operator: HiddenPlace[] = ['workspaces', 'people', 'sign-up', 'seeds', 'events', 'installation', 'areas', 'log'].map((path) => ({ name: `operator-${path}`, address: `/app/operator/${path}` }));

/** The frame, refused forms, settings, the pages of an operator and of the API. */
export const framePlaces: readonly HiddenPlace[] = [...frame, ...dialogs, ...operator, { name: 'api-docs', address: '/docs/api' }];
export const publicPlaces: readonly HiddenPlace[] = refused;

/** The steps of the introduction, which a workspace of today has before it. */
export const onboardingPlaces: readonly HiddenPlace[] = [1, 2, 3, 4].map((step) => ({
  name: `onboarding-step-${step + 1}`,
  address: '/app/onboarding',
  open: async (page) => {
    const shown = page.getByText(step < 4 ? `Step ${step + 1} of` : 'Invite your team');
    while (!(await shown.first().isVisible())) await button(page, 'Next').click();
  },
}));
