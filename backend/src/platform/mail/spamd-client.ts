import { connect } from 'node:net';

/** What SpamAssassin says of a mail: its points, from how many on it is spam, and the rules that gave them. */
export interface SpamVerdict {
  score: number;
  threshold: number;
  isSpam: boolean;
  rules: { name: string; points: number; description: string }[];
}

/** Judges the bytes of a mail. */
export type SpamChecker = (mail: Buffer) => Promise<SpamVerdict>;

/** spamd answers within tenths of a second; with network tests within some seconds. */
const patience = 15_000;
const mostBytes = 262_144;

/**
 * Asks a spamd by its own protocol: `REPORT SPAMC/1.5` with the mail, answered by `SPAMD/1.1 0 EX_OK`, a line
 * `Spam: False ; 1.2 / 5.0` and the report with one line a rule (spamd/PROTOCOL of SpamAssassin). A connection is one question.
 * @throws Error in plain words
 */
export const createSpamChecker =
  ({ host, port }: { host: string; port: number }, timeout = patience): SpamChecker =>
  (mail) =>
    new Promise((resolve, reject) => {
      const parts: Buffer[] = [];
      let size = 0;
      const socket = connect({ host, port });
      socket.setTimeout(timeout, () => socket.destroy(new Error('SpamAssassin did not answer in time.')));
      socket.on('connect', () => {
        socket.write(`REPORT SPAMC/1.5\r\nContent-length: ${mail.length}\r\n\r\n`);
        // spamd reads up to the length: ending our side early makes some versions hang up before they answer.
        socket.write(mail);
      });
      socket.on('data', (part: Buffer) => {
        size += part.length;
        parts.push(part);
        if (size > mostBytes) socket.destroy(new Error('The answer of SpamAssassin is too long.'));
      });
      socket.on('error', reject);
      socket.on('close', (hadError) => {
        if (hadError) return;
        try {
          resolve(readVerdict(Buffer.concat(parts).toString('utf8')));
        } catch (error) {
          reject(error as Error);
        }
      });
    });

/** Reads an answer to REPORT. @throws Error when it is none */
export function readVerdict(answer: string): SpamVerdict {
  const [status = ''] = answer.split('\r\n', 1);
  const code = /^SPAMD\/[\d.]+ (\d+) (\S+)/.exec(status);
  if (!code) throw new Error('What answered is no spamd.');
  if (code[1] !== '0') throw new Error(`SpamAssassin refused the mail: ${code[2]}.`);
  const head = answer.slice(0, answer.indexOf('\r\n\r\n') + 2);
  const spam = /^Spam:\s*(True|False|Yes|No)\s*;\s*(-?[\d.]+)\s*\/\s*(-?[\d.]+)/im.exec(head);
  if (!spam) throw new Error('The answer of SpamAssassin names no score.');
  const rules: SpamVerdict['rules'] = [];
  for (const line of answer.slice(head.length).split(/\r?\n/)) {
    const rule = /^[ *]{0,4}(-?\d{1,4}(?:\.\d{1,3})?)\s+([A-Z][A-Z0-9_]{2,80})\s+(\S.*)$/.exec(line);
    const more = /^\s{20,40}(\S.*)$/.exec(line);
    const last = rules.at(-1);
    if (rule)
      rules.push({
        points: Number(rule[1]),
        name: rule[2] as string,
        description: (rule[3] as string).trim().slice(0, 200),
      });
    else if (more && last) last.description = `${last.description} ${(more[1] as string).trim()}`.slice(0, 300);
  }
  return {
    score: Number(spam[2]),
    threshold: Number(spam[3]),
    isSpam: /^(?:true|yes)$/i.test(spam[1] as string),
    rules,
  };
}
