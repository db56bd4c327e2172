'use strict';
// Every page and tab is tested as a page: opened through the routes of its area, in its six states. A block of `testPageStates` or
// `testFormStates` (`packages/testing`) names the files that it is for.
const fs = require('node:fs');
const path = require('node:path');

const root = path.join(__dirname, '..');
/** Shown to people who build the product only. */
const without = ['shell/src/gallery/gallery.page.tsx'];

/** What shows no answer of the server, or sends without a form: its states are tests of their own beside it. */
const onTheirOwn = ['mfe-accounts/src/connect/oauth/sign-in.page.tsx', 'shell/src/start/plan-ended.page.tsx'];

const areas = fs.readdirSync(root).filter((name) => name === 'shell' || name.startsWith('mfe-'));
const files = areas.flatMap((area) =>
  fs
    .readdirSync(path.join(root, area, 'src'), { recursive: true })
    .map((file) => `${area}/src/${file.replaceAll(path.sep, '/')}`),
);
const pages = files.filter((file) => /\.(page|tab)\.tsx$/.test(file) && !without.includes(file));
const textOf = (file) => fs.readFileSync(path.join(root, file), 'utf8');

/** The pages that the blocks of a test file are for. */
const namedIn = (text) =>
  [...text.matchAll(/^ *page: ('[^']+'|\[[^\]]+\]),$/gm)].flatMap(([, names]) =>
    [...names.matchAll(/'([^']+)'/g)].map(([, name]) => name),
  );
const tested = new Set(files.filter((file) => file.endsWith('.test.tsx')).flatMap((file) => namedIn(textOf(file))));

it('finds the pages', () => {
  expect(pages).toContain('mfe-inbox/src/inbox/inbox.page.tsx');
});

it('has a block of the six states for every page and tab', () => {
  expect(pages.filter((page) => !tested.has(page) && !onTheirOwn.includes(page))).toEqual([]);
});

it('has a test file beside each page that is tested in its own file', () => {
  expect(onTheirOwn.filter((page) => !files.includes(page.replace('.tsx', '.test.tsx')))).toEqual([]);
});

it('names pages that there are', () => {
  expect([...tested].filter((page) => !pages.includes(page))).toEqual([]);
});
