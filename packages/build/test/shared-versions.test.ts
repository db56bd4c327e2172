import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { lockedPackages } from '../src/locked-packages.mjs';
import { sharedVersions } from '../src/shared-modules.mjs';

const root = path.resolve(__dirname, '../../..');

it('names for shared packages the versions that everybody declares', () => {
  const folders = [
    'shell',
    ...readdirSync(root).filter((name) => name.startsWith('mfe-')),
    ...readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}`),
  ];
  const files = folders.map((folder) => `${folder}/package.json`).filter((file) => existsSync(path.join(root, file)));
  const declared = files.flatMap((file) => {
    const { dependencies = {} } = JSON.parse(readFileSync(path.join(root, file), 'utf8')) as {
      dependencies?: Record<string, string>;
    };
    return Object.entries(dependencies)
      .filter(([name]) => name in sharedVersions)
      .map(([name, version]) => `${file} ${name} ${version}`);
  });
  expect(declared.length).toBeGreaterThan(50);
  expect(declared.filter((line) => !line.endsWith(` ${sharedVersions[line.split(' ')[1] as string]}`))).toEqual([]);
});

describe('what a build depends on of the lock file', () => {
  const lock = {
    packages: {
      '': { dependencies: { jest: '1' } },
      'mfe-inbox': { dependencies: { react: '1', '@skein/ui': '*' } },
      'node_modules/react': { version: '1', integrity: 'react-1', dependencies: { scheduler: '1' } },
      'node_modules/scheduler': { version: '1', integrity: 'scheduler-1' },
      'node_modules/jest': { version: '1', integrity: 'jest-1' },
      'node_modules/@skein/ui': { link: true },
    },
  };
  const changed = (packages: Record<string, object>) =>
    lockedPackages(['mfe-inbox'], { packages: { ...lock.packages, ...packages } });
  const before = lockedPackages(['mfe-inbox'], lock);

  it('are its packages and theirs', () => {
    expect(before).toBe('node_modules/react react-1\nnode_modules/scheduler scheduler-1');
    expect(changed({ 'node_modules/scheduler': { version: '2', integrity: 'scheduler-2' } })).not.toBe(before);
    expect(changed({ 'mfe-inbox/node_modules/react': { version: '2', integrity: 'react-2' } })).not.toBe(before);
  });

  it('is nothing of a new remote, nor of packages that others use', () => {
    expect(changed({ 'mfe-reports': { dependencies: { jest: '1' } } })).toBe(before);
    expect(changed({ 'node_modules/jest': { version: '2', integrity: 'jest-2' } })).toBe(before);
  });
});
