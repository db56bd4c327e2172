'use strict';
// Every page and tab is tested as a page: opened through the routes of its area, in its states (`testPageStates` of `packages/testing`).
const fs = require('node:fs');
const path = require('node:path');

const root = path.join(__dirname, '..');
/** Shown to people who build the product only. */
const without = ['shell/src/gallery/gallery.page.tsx'];

const areas = fs.readdirSync(root).filter((name) => name === 'shell' || name.startsWith('mfe-'));
const files = areas.flatMap((area) =>
  fs
    .readdirSync(path.join(root, area, 'src'), { recursive: true })
    .map((file) => `${area}/src/${file.replaceAll(path.sep, '/')}`),
);
const folderOf = (file) => path.posix.dirname(file);
const tested = new Set(files.filter((file) => file.endsWith('.page.test.tsx')).map(folderOf));

it('finds the pages', () => {
  expect(files).toContain('mfe-inbox/src/inbox/inbox.page.tsx');
});

it('has a page test beside every page and tab, or beside the page that its tab belongs to', () => {
  const untested = files
    .filter((file) => /\.(page|tab)\.tsx$/.test(file) && !without.includes(file))
    .filter(
      (file) =>
        ![folderOf(file), ...(file.endsWith('.tab.tsx') ? [folderOf(folderOf(file))] : [])].some((folder) =>
          tested.has(folder),
        ),
    );
  expect(untested).toEqual([]);
});
