import { generateKeyPairSync } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createTestPlace } from '@skein/deployments/testing';
import { publicKeyText } from '@skein/deployments/sign-release';
import type { ShellProvides } from '@skein/deployments/shell-facts';
import { features } from '@skein/contracts/feature-access';
import { permissions } from '@skein/contracts/permissions';
import { navigationGroups } from '@skein/contracts/remote-manifest';
import { iconPaths } from '@skein/ui/icon-paths';
import { sharedModules } from '../src/shared-modules.mjs';

// What a team with one area has: its remote, the packages and the scripts; neither the shell, nor the backend, nor another remote.
const root = path.resolve(__dirname, '../../..');
const { folder, place, remove, served, writeShell } = createTestPlace();
const tree = path.join(folder, 'checkout');
const key = path.join(folder, 'key.pem');
const { privateKey } = generateKeyPairSync('ed25519');

/** Without what webpack's own plugins remark. */
const withoutRemarks = (text: string) => text.replace(/^<w>.*\n/gm, '');

const run = (script: string, parameters: string[], environment: Record<string, string> = {}) =>
  spawnSync(process.execPath, [path.join(tree, 'scripts', script), ...parameters], {
    cwd: tree,
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  });
const deploy = (environment: Record<string, string> = { SKEIN_DEPLOY_KEY_FILE: key }) =>
  run('remote.mjs', ['deploy', 'mfe-reports', '--to', place.root], environment);

const manifestFile = path.join(tree, 'mfe-reports/manifest.json');
const page = path.join(tree, 'mfe-reports/src/home/home.page.tsx');

/** Changes a file, works, and puts it back. */
function withChange(file: string, change: (text: string) => string, work: () => void) {
  const before = readFileSync(file, 'utf8');
  writeFileSync(file, change(before));
  try {
    work();
  } finally {
    writeFileSync(file, before);
  }
}

beforeAll(() => {
  const isSource = (file: string) => !/node_modules|[\\/]dist([\\/]|$)/.test(file.slice(root.length));
  for (const name of ['package.json', 'package-lock.json', 'packages', 'scripts'])
    cpSync(path.join(root, name), path.join(tree, name), { recursive: true, filter: isSource });
  mkdirSync(path.join(tree, 'node_modules/@skein'), { recursive: true });
  for (const name of readdirSync(path.join(root, 'node_modules')))
    if (name !== '@skein' && name !== '.cache')
      symlinkSync(path.join(root, 'node_modules', name), path.join(tree, 'node_modules', name));
  for (const name of readdirSync(path.join(tree, 'packages')))
    symlinkSync(path.join(tree, 'packages', name), path.join(tree, 'node_modules/@skein', name));
  writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  // The generator takes its model from a remote of the whole repository.
  const made = spawnSync(process.execPath, [path.join(root, 'scripts/new-remote.mjs'), 'reports', '--into', tree]);
  expect(made.stderr.toString()).toBe('');

  const modules: ShellProvides['modules'] = Object.fromEntries(
    Object.entries(sharedModules({ provider: false })).map(([name, { version }]) => [name, { version, exports: null }]),
  );
  writeShell(path.join(place.root, 'shell'), {
    keys: [publicKeyText(privateKey)],
    provides: {
      modules,
      icons: Object.keys(iconPaths),
      groups: [...navigationGroups],
      permissions: [...permissions],
      features: [...features],
    },
  });
});
afterAll(remove);

it('builds, signs and deploys its area into an installation, with nothing but its remote and the packages', () => {
  const { stdout, stderr } = deploy();
  expect(withoutRemarks(stderr)).toBe('');
  expect(stdout).toContain('is deployed');
  expect(Object.keys(served())).toEqual(['reports']);
});

it('makes no key of its own for an installation that would refuse it', () => {
  const { status, stderr } = deploy({ SKEIN_DEPLOY_KEY_FILE: '' });
  expect(status).toBe(1);
  expect(stderr).toContain('There is no key to sign with');
  expect(existsSync(path.join(tree, '.skein-deploy-key.pem'))).toBe(false);

  const foreign = path.join(folder, 'foreign.pem');
  writeFileSync(foreign, generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
  withChange(
    page,
    (text) => text.replace('Signed in as', 'Logged in as'),
    () => {
      expect(deploy({ SKEIN_DEPLOY_KEY_FILE: foreign }).stderr).toContain(
        'is signed with a key that the page of the shell',
      );
    },
  );
});

it('is refused in one sentence, with nothing changed, when its manifest or its modules do not fit', () => {
  const before = served();
  const refused = (file: string, change: (text: string) => string, sentence: string) =>
    withChange(file, change, () => {
      const { status, stderr } = deploy();
      expect(stderr).toContain(sentence);
      expect(withoutRemarks(stderr).trim().split('\n')).toHaveLength(1);
      expect(status).toBe(1);
    });
  refused(manifestFile, (text) => text.replace('"nav"', '"navigation"'), 'malformed: nav is not a list.');
  refused(manifestFile, (text) => text.replace('"icon": "book"', '"icon": "rocket"'), 'names the icon "rocket"');
  refused(
    manifestFile,
    (text) => text.replace('"basePaths": [', '"basePaths": ["/app/operator/areas",'),
    'it lies inside /app/operator, which belongs to the shell.',
  );
  writeFileSync(path.join(tree, 'packages/ui/src/probe-thing.tsx'), 'export const ProbeThing = () => <b>new</b>;\n');
  refused(
    page,
    (text) => `import { ProbeThing } from '@skein/ui/probe-thing';\n${text.replace('<p>', '<p><ProbeThing />')}`,
    'needs @skein/ui/probe-thing, which the shell does not provide.',
  );
  expect(served()).toEqual(before);
});
