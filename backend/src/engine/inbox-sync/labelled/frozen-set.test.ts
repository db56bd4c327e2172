import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { LABELLED_SETS, readLabelledSet } from './read-labelled-set.test-support';

const listed = new Map(
  readFileSync(join(__dirname, 'frozen.sha256'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => [line.slice(66), line.slice(0, 64)]),
);

describe('the labelled set of received mail', () => {
  it('is frozen: every file has the hash that was written down before the classifier was tuned', () => {
    const files = Object.values(LABELLED_SETS)
      .flatMap((folder) => [folder, join(folder, 'held-out')])
      .flatMap((folder) => readdirSync(folder).map((name) => relative(__dirname, join(folder, name))))
      .filter((name) => name.endsWith('.jsonl'));
    expect(files.sort()).toEqual([...listed.keys()].sort());
    for (const name of files)
      expect([
        name,
        createHash('sha256')
          .update(readFileSync(join(__dirname, name)))
          .digest('hex'),
      ]).toEqual([name, listed.get(name)]);
  });

  it.each(['outcomes', 'by-language'] as const)(
    '%s: at least 300 mails, no two the same, about a third held out',
    (set) => {
      const open = readLabelledSet('open', set);
      const heldOut = readLabelledSet('held-out', set);
      const all = [...open, ...heldOut];
      expect(all.length).toBeGreaterThanOrEqual(300);
      expect(new Set(all.map(({ label }) => label.id)).size).toBe(all.length);
      expect(new Set(all.map(({ raw }) => createHash('sha256').update(raw).digest('hex'))).size).toBe(all.length);
      expect(heldOut.length / all.length).toBeGreaterThan(0.3);
      expect(heldOut.length / all.length).toBeLessThan(0.37);
    },
  );

  it('has delivery reports of four real servers, in every kind of outcome', () => {
    const made = [...readLabelledSet('open'), ...readLabelledSet('held-out')].filter(
      ({ label }) => label.family === 'servers',
    );
    expect([...new Set(made.map(({ label }) => label.group))].sort()).toEqual([
      'exim',
      'opensmtpd',
      'postfix',
      'sendmail',
    ]);
    expect(new Set(made.flatMap(({ label }) => label.bounce ?? []))).toEqual(
      new Set(['hard', 'soft', 'delayed', 'relayed', 'sender_block']),
    );
  });
});
