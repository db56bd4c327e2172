import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../../..');

/** Sources that are built for browsers. */
const sources = [
  'shell',
  'packages/mfe',
  'packages/ui',
  ...readdirSync(root).filter((name) => name.startsWith('mfe-')),
].flatMap((folder) =>
  (readdirSync(path.join(root, folder, 'src'), { recursive: true }) as string[])
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => ({
      file: `${folder}/src/${name}`,
      text: readFileSync(path.join(root, folder, 'src', name), 'utf8'),
    })),
);

// In a browser a contract has paths and no schemas (thin-contract-loader): what is read off it there is undefined at run time, and
// nothing else would say so.
it("pages take schemas from what a contract's file exports by name, and never off the contract", () => {
  const found = sources.flatMap(({ file, text }) =>
    [
      ...text.matchAll(/(?<!typeof )(?<!\(typeof )\b(\w+Contract)\)?\.endpoints\.\w+\.(body|query|params|response)/g),
    ].map(([what]) => `${file}: ${what}`),
  );
  expect(found).toEqual([]);
});

it('what everybody loads up to the campaigns list does without zod', () => {
  const early = sources.filter(({ file }) =>
    /^(shell\/src\/(app|bootstrap|frame\/|session\/|remotes\/|public\/(login|public-layout|public-screens|proof))|packages\/mfe\/src\/(?!data-query|lists\/name-view|testing)|mfe-campaigns\/src\/campaigns-list\/(?!organise|campaign-dialogs|list-dialogs))/.test(
      file,
    ),
  );
  expect(early.length).toBeGreaterThan(80);
  expect(
    early
      .filter(({ text }) =>
        /^import (?!type).* from '(zod|react-hook-form|@skein\/contracts\/(schemas|address-rules|sign-in-rules))'/m.test(
          text,
        ),
      )
      .map(({ file }) => file),
  ).toEqual([]);
});
