import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { NavigationEntry } from '@skein/contracts/remote-manifest';
import type { SignedRelease } from './deployment-records';
import { deployRemote, type BuiltRemote } from './publish-remote';
import type { ReleaseContents, ShellProvides } from './shell-facts';
import { publicKeyText } from './sign-release';

/** A shell that shares React and a button. */
export const testProvides: ShellProvides = {
  modules: {
    react: { version: '19.3.1', exports: null },
    '@skein/ui/button': { version: '0.1.0', exports: ['Button'] },
  },
  icons: ['book', 'mail'],
  groups: ['outreach', 'learn'],
  permissions: ['inbox.read'],
  features: ['webhooks'],
  addresses: ['/app/operator'],
};

const testContents: ReleaseContents = {
  exposes: ['./app'],
  files: ['page.0a.js', 'remoteEntry.js'],
  consumes: {
    react: { range: '^19.3.1', exports: null },
    '@skein/ui/button': { range: '^0.1.0', exports: ['Button'] },
  },
};

const places: Record<string, number> = {};

/** A manifest that fits beside any other one of this kind. */
export function testManifest(name: string, change: Record<string, unknown> = {}) {
  places[name] ??= Object.keys(places).length;
  const entry: NavigationEntry = {
    id: name,
    label: name,
    to: `/app/${name}`,
    icon: 'book',
    group: 'learn',
    order: 10 * places[name],
  };
  return { name, title: name, basePaths: [`/app/${name}`], nav: [entry], permissions: [], parts: [], ...change };
}

/** A folder of deployed files with a shell and a key, as a production server has it. */
export function createTestPlace() {
  const folder = mkdtempSync(path.join(tmpdir(), 'skein-deployments-'));
  const root = path.join(folder, 'web');
  const { privateKey } = generateKeyPairSync('ed25519');
  const place = { root, privateKey };

  /** Writes a built shell. @returns its folder */
  function writeShell(
    target: string,
    { provides = {}, keys = [publicKeyText(privateKey)] }: { provides?: Partial<ShellProvides>; keys?: string[] } = {},
  ): string {
    mkdirSync(target, { recursive: true });
    writeFileSync(path.join(target, 'index.html'), `<meta name="skein-deploy-keys" content="${keys.join(' ')}">`);
    writeFileSync(path.join(target, 'provides.json'), JSON.stringify({ ...testProvides, ...provides }));
    return target;
  }

  /** Writes the files of a built version, each with the version in it. */
  function build(
    name: string,
    version: string,
    { manifest = {}, contents = {} }: { manifest?: Record<string, unknown>; contents?: Partial<ReleaseContents> } = {},
  ): BuiltRemote {
    const from = path.join(folder, 'built', name, version);
    mkdirSync(from, { recursive: true });
    for (const file of testContents.files) writeFileSync(path.join(from, file), `// ${name} ${version} ${file}`);
    writeFileSync(path.join(from, 'contents.json'), JSON.stringify({ ...testContents, ...contents }));
    return { manifest: testManifest(name, manifest) as BuiltRemote['manifest'], version, from };
  }

  /** Which version of which remote everybody gets, by the file that is served. */
  function served(): Record<string, string> {
    const { remotes } = JSON.parse(readFileSync(path.join(root, 'remotes.json'), 'utf8')) as {
      remotes: SignedRelease[];
    };
    return Object.fromEntries(remotes.map(({ name, version }) => [name, version]));
  }

  writeShell(path.join(root, 'shell'));
  return {
    folder,
    place,
    writeShell,
    build,
    served,
    deploy: (built: BuiltRemote, at = new Date('2026-03-01T10:00:00Z')) =>
      deployRemote(place, built, { at, by: 'test' }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
