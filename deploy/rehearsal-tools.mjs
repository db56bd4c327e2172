// What the rehearsal of the runbook keeps beside its chapters: their minutes, what was right, programs that run meanwhile, a certificate.
import { spawn } from 'node:child_process';
import { existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { run } from './trial-database.mjs';

export { pause, waitFor } from '../scripts/lib/wait-for.mjs';

/** The books of one rehearsal, kept in its folder because its second half is another process. */
export function keepBooks(base) {
  const chapters = existsSync(join(base, 'chapters.json'))
    ? JSON.parse(readFileSync(join(base, 'chapters.json'), 'utf8'))
    : [];
  async function chapter(name, work) {
    const begin = Date.now();
    console.log(`\n${name}`);
    const result = await work();
    chapters.push([name, (Date.now() - begin) / 60_000]);
    writeFileSync(join(base, 'chapters.json'), JSON.stringify(chapters));
    return result;
  }
  const say = (text) => console.log(`  ${text}`);
  const checks = [];
  function check(what, isRight) {
    checks.push(isRight);
    say(`${isRight ? 'right' : 'WRONG'}: ${what}`);
  }
  /** Programs that run beside this one, each with what it starts, ended with it. */
  const children = [];
  function start(name, program, parameters, options = {}) {
    const output = openSync(join(base, `${name}.log`), 'a');
    const child = spawn(program, parameters, { stdio: ['ignore', output, output], detached: true, ...options });
    children.push(child);
    return child;
  }
  const signal = (child, name) => {
    try {
      process.kill(-child.pid, name);
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  };
  const end = async (child, name) => {
    const ended = new Promise((done) =>
      child.exitCode === null && child.signalCode === null ? child.once('exit', done) : done(),
    );
    signal(child, name);
    await ended;
  };
  const endAll = () => children.forEach((child) => signal(child, 'SIGKILL'));
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => process.exit(1));
  process.on('exit', endAll);
  return { chapter, chapters, say, check, checks, start, end, endAll };
}

/** A certificate of an authority of its own for the mail server, because no public one is reachable here. */
export function makeCertificate(base, host) {
  const openssl = (...parameters) => run('openssl', parameters, { cwd: base });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '30'];
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.crt', '-subj', '/CN=Rehearsal authority');
  openssl('req', ...key.slice(0, 5), '-keyout', 'mail.key', '-out', 'mail.csr', '-subj', `/CN=${host}`);
  writeFileSync(join(base, 'mail.ext'), `subjectAltName=DNS:${host}\n`);
  const by = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '30', '-extfile', 'mail.ext'];
  openssl('x509', '-req', '-in', 'mail.csr', '-out', 'mail.crt', ...by);
}
