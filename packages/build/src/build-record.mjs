import fs from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from './repository.mjs';

const recordFile = path.join(repositoryRoot, '.skein-build.json');

/** What was built last, by project: the hash of its inputs and, for a remote, the version that came out. */
export function readRecord() {
  try {
    return JSON.parse(fs.readFileSync(recordFile, 'utf8'));
  } catch {
    return {};
  }
}

/** Writes the record in one step, so that an interrupted build leaves the earlier one. */
export function writeRecord(record) {
  const next = `${recordFile}.${process.pid}`;
  fs.writeFileSync(next, `${JSON.stringify(record, null, 2)}\n`);
  fs.renameSync(next, recordFile);
}
