import { createHash, generateKeyPairSync } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(__dirname, '../../..');
const folder = mkdtempSync(path.join(os.tmpdir(), 'skein-deploy-'));
const key = path.join(folder, 'key.pem');
const web = path.join(folder, 'web');
const built = path.join(folder, 'built');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A built version as `remote:deploy --from` takes it. */
function build(name: string, version: string) {
  const target = path.join(built, 'remotes', name, version);
  mkdirSync(target, { recursive: true });
  for (const file of ['remoteEntry.js', 'page.0a.js'])
    writeFileSync(path.join(target, file), `// ${name} ${version} ${file}`);
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
const served = () =>
  (JSON.parse(readFileSync(path.join(web, 'remotes.json'), 'utf8')) as { remotes: { name: string; version: string }[] })
    .remotes;
const versions = () => Object.fromEntries(served().map(({ name, version }) => [name, version]));

beforeAll(() => {
  writeFileSync(key, generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
  for (const [name, version] of [
    ['inbox', '1'],
    ['inbox', '2'],
    ['inbox', '3'],
    ['accounts', '1'],
  ] as const)
    build(name, version);
  mkdirSync(path.join(web, 'shell'), { recursive: true });
  writeFileSync(path.join(web, 'shell/main.0123abcd.js'), 'the shell');
  deploy('mfe-inbox', '1');
  deploy('mfe-accounts', '1');
});

it('deploys, rolls back and pins one remote, and touches neither the shell nor another remote', () => {
  const before = {
    shell: hashes(path.join(web, 'shell')),
    accounts: hashes(path.join(web, 'remotes/accounts')),
    first: hashes(path.join(web, 'remotes/inbox/1')),
    told: JSON.stringify(served().find(({ name }) => name === 'accounts')),
  };
  expect(deploy('mfe-inbox', '2')).toContain('inbox 2 is deployed');
  expect(versions()).toEqual({ accounts: '1', inbox: '2' });
  expect(command('rollback', 'inbox')).toContain('back at 1');
  expect(versions()).toEqual({ accounts: '1', inbox: '1' });
  expect(command('pin', 'mfe-inbox', '--workspace', '12', '--version', '2')).toContain('Workspace 12 keeps inbox 2');
  expect(deploy('inbox', '3', '--canary', '10')).toContain('for 10 % of the workspaces');
  expect(versions()).toEqual({ accounts: '1', inbox: '1' });
  expect(command('list')).toMatch(/inbox +1 +canary 3 for 10 %\n +workspace 12 keeps 2/);
  expect(JSON.stringify(served().find(({ name }) => name === 'accounts'))).toBe(before.told);
  expect({
    shell: hashes(path.join(web, 'shell')),
    accounts: hashes(path.join(web, 'remotes/accounts')),
    first: hashes(path.join(web, 'remotes/inbox/1')),
  }).toEqual({ shell: before.shell, accounts: before.accounts, first: before.first });
});
