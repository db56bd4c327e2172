// What `npm test` tries at every run, better than a script from outside could: named here, so that nobody repeats it, and looked for, so that none
// of it goes away unnoticed.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../lib/install.mjs';

export const title = 'Held by tests (npm test, npm run faults)';
export const needsNothing = true;

const TESTS = [
  [
    'cells',
    'every route without and with wrong credentials',
    'services/every-route.test.ts',
    'answers 401 without and with wrong credentials',
  ],
  [
    'cells',
    'every role and client without the permission',
    'services/every-route.test.ts',
    'answers 403 to whoever lacks the permission',
  ],
  [
    'cells',
    'operators’ routes for everybody else',
    'services/every-route.test.ts',
    'answers 403 to everyone who does not run the installation',
  ],
  ['cells', 'rows of another workspace', 'services/every-route.test.ts', 'in another workspace'],
  ['H1', 'kills of the process that reads', 'faults/world/kill-readers.ts', 'kill'],
  ['H2', 'restore with the user that the runbook names', 'platform/backup/owned-restore.test.ts', 'restore'],
  ['M6', 'system mails over TLS only', 'services/main/areas/identity/system-mail/send-system-mail.test.ts', 'TLS'],
  ['L6', 'addresses of this machine in every form', 'platform/mail/resolve-host.test.ts', "'::7f00:1'"],
  ['C1', 'time of every parser that reads outside text', 'services/linear-time.test.ts', ''],
];

export default function heldByTests({ report }) {
  for (const [finding, what, file, words] of TESTS) {
    const path = join(root, 'backend', 'src', file);
    const isThere = existsSync(path) && readFileSync(path, 'utf8').includes(words);
    report(finding, isThere, `${what}: ${isThere ? `npx jest ${file}` : `${file} does not hold it`}`);
  }
}
