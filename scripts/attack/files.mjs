// L10, L11: what the installation and its folders leave to others.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../lib/install.mjs';

export const title = 'Packages and files';

export default function files({ installation, report }) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const npmrc = readFileSync(join(root, '.npmrc'), 'utf8');
  const withScripts = Object.values(lock).filter((each) => each.hasInstallScript).length;
  report(
    'L10',
    /^ignore-scripts=true$/m.test(npmrc),
    `${withScripts} packages bring install scripts, and .npmrc lets ${/^ignore-scripts=true$/m.test(npmrc) ? 'none' : 'all'} of them run`,
  );
  const unsealed = Object.entries(lock)
    .filter(([path, each]) => path.includes('node_modules/') && !each.link && !each.integrity && !each.inBundle)
    .map(([path]) => path);
  // Kept, and why: docs/security.md (L10).
  const kept = unsealed.filter((path) => /@rspack\/binding-(?!linux-(?:x64|arm64)-(?:gnu|musl)$)/.test(path));
  report(
    'L10',
    unsealed.length === kept.length,
    `entries of the lockfile without integrity: ${unsealed.length - kept.length}, and ${kept.length} of other systems that are kept`,
  );
  if (!installation.folder) return;
  const open = [
    'logs/postgres.log',
    'postgres/postgres.log',
    'logs/skein.log',
    'demo.json',
    'secrets/master.key',
  ].filter((name) => {
    const file = join(installation.folder, name);
    return existsSync(file) && (statSync(file).mode & 0o077) !== 0;
  });
  report(
    'L11',
    open.length === 0,
    `logs, logins and keys that others on the machine may read: ${open.join(', ') || 'none'}`,
  );
}
