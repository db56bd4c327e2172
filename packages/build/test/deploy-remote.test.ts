import { createHash, generateKeyPairSync } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createTestPlace } from '@skein/deployments/testing';
import { publicKeyText } from '@skein/deployments/sign-release';
import { features } from '@skein/contracts/feature-access';
import { permissions } from '@skein/contracts/permissions';
import { navigationGroups } from '@skein/contracts/remote-manifest';
import { iconPaths } from '@skein/ui/icon-paths';

const root = path.resolve(__dirname, '../../..');
const { folder, place, remove, served, writeShell } = createTestPlace();
const web = place.root;
const key = path.join(folder, 'key.pem');
const built = path.join(folder, 'built');

afterAll(remove);

/** A built version as `remote:deploy --from` takes it. */
function build(name: string, version: string) {
  const target = path.join(built, 'remotes', name, version);
  const { parts } = JSON.parse(readFileSync(path.join(root, `mfe-${name}`, 'manifest.json'), 'utf8')) as {
    parts: string[];
  };
  const files = ['page.0a.js', 'remoteEntry.js'];
  const exposes = ['app', ...parts].map((part) => `./${part}`);
  mkdirSync(target, { recursive: true });
  for (const file of files) writeFileSync(path.join(target, file), `// ${name} ${version} ${file}`);
  writeFileSync(path.join(target, 'contents.json'), JSON.stringify({ exposes, files, consumes: {} }));
}

const command = (...parameters: string[]) =>
  execFileSync(process.execPath, [path.join(root, 'scripts/remote.mjs'), ...parameters, '--to', web], {
    encoding: 'utf8',
    env: { ...process.env, SKEIN_DEPLOY_KEY_FILE: key },
  });
const deploy = (name: string, version: string, ...more: string[]) =>
  command('deploy', name, '--from', built, '--version', version, ...more);

/** Hash of every file, by name. */
const hashes = (from: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(from, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(path.join(from, name)).isFile())
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(path.join(from, name)))
          .digest('hex'),
      ]),
  );
const told = (name: string) => {
  const { remotes } = JSON.parse(readFileSync(path.join(web, 'remotes.json'), 'utf8')) as {
    remotes: { name: string }[];
  };
  return JSON.stringify(remotes.find((remote) => remote.name === name));
};

beforeAll(() => {
  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeShell(path.join(web, 'shell'), {
    keys: [publicKeyText(privateKey)],
    provides: {
      icons: Object.keys(iconPaths),
      groups: [...navigationGroups],
      permissions: [...permissions],
      features: [...features],
    },
  });
  for (const version of ['1', '2', '3']) build('inbox', version);
  build('accounts', '1');
  deploy('mfe-inbox', '1');
  deploy('mfe-accounts', '1');
});

it('deploys, rolls back and pins one remote, and touches neither the shell nor another remote', () => {
  const before = {
    shell: hashes(path.join(web, 'shell')),
    accounts: hashes(path.join(web, 'remotes/accounts')),
    first: hashes(path.join(web, 'remotes/inbox/1')),
    told: told('accounts'),
  };
  expect(deploy('mfe-inbox', '2')).toContain('inbox 2 is deployed');
  expect(served()).toEqual({ accounts: '1', inbox: '2' });
  expect(command('rollback', 'inbox')).toContain('back at 1');
  expect(served()).toEqual({ accounts: '1', inbox: '1' });
  expect(command('pin', 'mfe-inbox', '--workspace', '12', '--version', '2')).toContain('Workspace 12 keeps inbox 2');
  expect(deploy('inbox', '3', '--canary', '10')).toContain('for 10 % of the workspaces');
  expect(served()).toEqual({ accounts: '1', inbox: '1' });
  expect(command('list')).toMatch(/inbox +1 +canary 3 for 10 %\n +workspace 12 keeps 2/);
  expect(told('accounts')).toBe(before.told);
  expect({
    shell: hashes(path.join(web, 'shell')),
    accounts: hashes(path.join(web, 'remotes/accounts')),
    first: hashes(path.join(web, 'remotes/inbox/1')),
  }).toEqual({ shell: before.shell, accounts: before.accounts, first: before.first });
});

it('takes an area from everybody, gives it back, and forgets it', () => {
  expect(command('off', 'mfe-accounts')).toContain('nobody gets it');
  expect(Object.keys(served())).toEqual(['inbox']);
  expect(command('list')).toMatch(/accounts +1 +off since/);
  expect(command('on', 'accounts')).toContain('everybody gets 1');
  expect(command('remove', 'accounts')).toContain('is removed');
  expect(Object.keys(served())).toEqual(['inbox']);
  expect(readdirSync(path.join(web, 'remotes/accounts'))).toEqual([]);
});
