// What tests of the repository try better than a script from outside could. They are run, not looked for: a finding is held when its
// tests pass now.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
  ['H1', 'follow-ups wait for their inbox', 'services/main/sending/delivery/inboxes-read.test.ts', ''],
  ['H2', 'restore with the user that the runbook names', 'platform/backup/owned-restore.test.ts', ''],
  ['M6', 'system mails over TLS only', 'services/main/identity/system-mail/send-system-mail.test.ts', ''],
  ['L6', 'addresses of this machine in every form', 'platform/mail/resolve-host.test.ts', ''],
  ['C1', 'time of every parser that reads outside text', 'services/linear-time.test.ts', ''],
];

export default function heldByTests({ report }) {
  const output = join(tmpdir(), `skein-held-by-tests-${process.pid}.json`);
  const files = [...new Set(TESTS.map(([, , file]) => `backend/src/${file}`))];
  spawnSync(
    process.execPath,
    [join(root, 'node_modules/jest/bin/jest.js'), ...files, '--json', `--outputFile=${output}`],
    {
      cwd: root,
      stdio: 'ignore',
    },
  );
  const { testResults } = JSON.parse(readFileSync(output, 'utf8'));
  rmSync(output);
  for (const [finding, what, file, words] of TESTS) {
    const found = testResults
      .filter(({ name }) => name.endsWith(file))
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ fullName }) => fullName.includes(words));
    const passed = found.filter(({ status }) => status === 'passed').length;
    report(finding, passed > 0 && passed === found.length, `${what}: ${passed} of ${found.length} passed, ${file}`);
  }
}
