import { Callout } from '@skein/ui/callout';
import { counted } from '@skein/ui/counted';

/** What a test had that is gone, and its copy does without. */
export interface GoneParts {
  seeds: number;
  mailboxes: number;
}

const wordsOf = ({ seeds, mailboxes }: GoneParts, seedCount: number): string[] => [
  ...(seeds === 0
    ? []
    : seedCount === 0
      ? ['None of its seeds is left. Choose others under Seeds.']
      : [
          `${counted(seeds, 'seed')} of the original ${seeds === 1 ? 'is' : 'are'} gone. Check the seeds before you start.`,
        ]),
  ...(mailboxes === 0
    ? []
    : [
        `${counted(mailboxes, 'mailbox', 'mailboxes')} of the original ${mailboxes === 1 ? 'is' : 'are'} not available.`,
      ]),
];

/** Says what a copy of a test lacks, before it is started with less. */
export function GoneCallout({ gone, seedCount }: { gone: GoneParts; seedCount: number }) {
  const words = wordsOf(gone, seedCount);
  return words.length === 0 ? null : (
    <Callout tone="warning" title="Not everything could be copied">
      {words.join(' ')}
    </Callout>
  );
}
