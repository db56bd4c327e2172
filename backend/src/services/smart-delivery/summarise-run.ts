import type { PlacementSummary } from '@skein/contracts/smart-delivery/placement-summary';
import { groupedBy } from './placement-score';
import type { ResultMail } from './results.store';

export const isKnown = (mail: ResultMail) => mail.landed !== null || mail.state === 'FAILED';

const placed = (mails: readonly ResultMail[]) => ({
  known: mails.filter(isKnown).length,
  good: mails.filter(({ landed }) => landed === 'INBOX' || landed === 'TAB').length,
});

const linesOf = (mails: readonly ResultMail[], nameOf: (mail: ResultMail) => string) =>
  [...groupedBy(mails, nameOf)].map(([name, own]) => ({ name, ...placed(own) }));

const passesOf = (mails: readonly ResultMail[], check: 'spf' | 'dkim' | 'dmarc') => {
  const results = mails.flatMap((mail) => mail[check] ?? []);
  return { passed: results.filter((result) => result === 'pass').length, of: results.length };
};

/** What the report says of the emails of a run in figures, so that it need not hold each of them. */
export function summariseRun(mails: readonly ResultMail[]): PlacementSummary {
  const real = mails.filter(({ kind }) => kind === 'REAL');
  return {
    by_place: [...groupedBy(real, ({ provider }) => provider)].flatMap(([provider, ofProvider]) =>
      [...groupedBy(ofProvider, ({ region }) => region)].map(([region, own]) => ({
        provider,
        region,
        mails: own.length,
        ...placed(own),
      })),
    ),
    by_copy: [...groupedBy(mails, ({ kind, variant }) => `${kind} ${variant ?? ''}`).values()].flatMap((own) =>
      own.slice(0, 1).map(({ kind, variant }) => ({ kind, variant, ...placed(own) })),
    ),
    by_sender: linesOf(mails, ({ sender }) => sender),
    by_provider: linesOf(mails, ({ provider }) => provider),
    checks: { spf: passesOf(mails, 'spf'), dkim: passesOf(mails, 'dkim'), dmarc: passesOf(mails, 'dmarc') },
  };
}
