'use strict';
const { execFileSync, spawnSync } = require('node:child_process');
const {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { createImportGraph } = require('../packages/build/jest/import-graph.cjs');

const root = join(__dirname, '..');
let tree;
/** When the copy was whole. */
let copiedAt;

const run = (script, ...parameters) =>
  spawnSync(process.execPath, [join(root, 'scripts', script), ...parameters, '--into', tree], { encoding: 'utf8' });
const read = (file) => readFileSync(join(tree, file), 'utf8');

/** A copy of the repository in which packages are found as they are in the real one, and our own ones in the copy. */
beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'skein-new-'));
  const copied = (file) => !/node_modules|[\\/]dist([\\/]|$)/.test(file.slice(root.length));
  for (const name of ['package.json', 'tsconfig.json', 'packages', 'backend/src', 'backend/package.json'])
    cpSync(join(root, name), join(tree, name), { recursive: true, filter: copied });
  mkdirSync(join(tree, 'node_modules/@skein'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@skein') symlinkSync(join(root, 'node_modules', name), join(tree, 'node_modules', name));
  for (const name of readdirSync(join(tree, 'packages')))
    symlinkSync(join(tree, 'packages', name), join(tree, 'node_modules/@skein', name));
  // npm puts beside a workspace what another one needs in a different version.
  for (const folder of ['backend', ...readdirSync(join(root, 'packages')).map((name) => join('packages', name))])
    if (existsSync(join(root, folder, 'node_modules')))
      symlinkSync(join(root, folder, 'node_modules'), join(tree, folder, 'node_modules'));
  symlinkSync(join(root, 'backend/generated'), join(tree, 'backend/generated'));
  writeFileSync(join(tree, 'copied'), '');
  copiedAt = statSync(join(tree, 'copied')).mtimeMs;
});

/**
 * Takes out of the check what `npm run types` checks in the repository itself: every file that reaches nothing that was written since the
 * copy. The compiler still reads it for its types.
 */
function leaveOutWhatIsOld() {
  const sources = ['packages', 'backend/src', 'mfe-reports/src'].flatMap((folder) =>
    readdirSync(join(tree, folder), { recursive: true })
      .filter((name) => /\.tsx?$/.test(name) && !/node_modules/.test(name))
      .map((name) => join(tree, folder, name)),
  );
  const { importsOf } = createImportGraph(tree);
  const importers = new Map();
  for (const file of sources)
    for (const imported of importsOf(file)) importers.set(imported, [...(importers.get(imported) ?? []), file]);
  const checked = new Set(sources.filter((file) => statSync(file).mtimeMs >= copiedAt));
  for (const file of checked) for (const importer of importers.get(file) ?? []) checked.add(importer);
  for (const file of sources)
    if (!checked.has(file)) writeFileSync(file, `// @ts-nocheck\n${readFileSync(file, 'utf8')}`);
}

afterAll(() => rmSync(tree, { recursive: true, force: true }));

it('makes a remote with a page, a second page, and an endpoint with its store, which all compile', () => {
  expect(run('new-remote.mjs', 'reports').stdout).toContain('/app/reports');
  expect(run('new-feature.mjs', 'mfe-reports', 'saved-replies').stdout).toContain('/app/reports/saved-replies');
  expect(run('new-feature.mjs', 'subscription', 'coupons').stdout).toContain('GET /api/subscription/coupons');
  expect(read('mfe-reports/src/reports-area.tsx')).toContain('path="/reports/saved-replies"');
  expect(read('packages/contracts/src/contracts.generated.ts')).toContain('  couponsContract,');
  expect(read('backend/src/services/subscription/routes.generated.ts')).toContain('couponsRoutes(deps)');
  expect(run('new-feature.mjs', 'main', 'saved-texts', '--area', 'inbox').stdout).toContain('GET /api/saved-texts');
  expect(read('backend/src/services/main/routes.generated.ts')).toContain('savedTextsRoutes(deps)');

  writeFileSync(
    join(tree, 'tsconfig.new.json'),
    JSON.stringify({
      extends: './tsconfig.json',
      include: [
        'mfe-reports/src',
        'backend/src/services/subscription/features/coupons',
        'backend/src/services/main/inbox/saved-texts',
        'packages/contracts/src/subscription',
        'packages/contracts/src/main/saved-texts.contract.ts',
      ],
      exclude: [],
    }),
  );
  leaveOutWhatIsOld();
  const checked = spawnSync(
    process.execPath,
    // A second checker would infer again much of what the first does; nearly all memory is what is checked, and no garbage.
    [
      join(root, 'node_modules/typescript7/bin/tsc'),
      ...['-p', join(tree, 'tsconfig.new.json'), '--noEmit', '--checkers', '1'],
    ],
    { encoding: 'utf8', env: { ...process.env, GOMAXPROCS: '1', GOGC: '400' } },
  );
  expect(checked.stdout).toBe('');
  expect(checked.status).toBe(0);
});

it('refuses names that do not work, and writes nothing over what is there', () => {
  expect(run('new-remote.mjs', 'Reports!').stderr).toContain('lower case');
  expect(run('new-remote.mjs', 'two-words').stderr).toContain('one word');
  expect(run('new-remote.mjs', 'reports').stderr).toContain('is there already');
  expect(run('new-feature.mjs', 'nowhere', 'things').stderr).toContain('neither a remote nor a service');
  expect(run('new-feature.mjs', 'main', 'things').stderr).toContain('--area');
});

it('lists what is deployed, and says what is wrong with a command', () => {
  const said = (...parameters) => {
    try {
      return execFileSync(process.execPath, [join(root, 'scripts/remote.mjs'), ...parameters, '--to', tree], {
        encoding: 'utf8',
        stdio: 'pipe',
      });
    } catch (error) {
      return error.stderr;
    }
  };
  expect(said('list')).toContain('Nothing is deployed here yet');
  expect(said('deploy', 'mfe-nothing')).toContain('There is no remote "mfe-nothing"');
  expect(said('remove', 'mfe-nothing')).toContain('There is no deployed remote "nothing"');
  expect(said('pin', 'inbox')).toContain('the id of --workspace');
});
