import type { AccountImportView, ImportedCampaign, ImportSource } from '@skein/contracts/main/account-imports.contract';
import { counted } from '@skein/ui/counted';

export const sourceNames: Record<ImportSource, string> = { SMARTLEAD: 'Smartlead', INSTANTLY: 'Instantly' };
export const statusWords = { DRAFT: 'Draft', ACTIVE: 'Running', PAUSED: 'Paused', ENDED: 'Ended' } as const;
export const importWords: Record<
  AccountImportView['state'],
  { state: 'started' | 'good' | 'failed' | 'fresh'; word: string }
> = {
  RUNNING: { state: 'started', word: 'Importing' },
  DONE: { state: 'good', word: 'Done' },
  FAILED: { state: 'failed', word: 'Failed' },
  CANCELLED: { state: 'fresh', word: 'Cancelled' },
};
export const campaignWords: Record<
  ImportedCampaign['state'],
  { state: 'started' | 'good' | 'failed' | 'fresh'; word: string }
> = {
  PENDING: { state: 'fresh', word: 'Waiting' },
  RUNNING: { state: 'started', word: 'Importing' },
  DONE: { state: 'good', word: 'Imported' },
  FAILED: { state: 'failed', word: 'Left out' },
};

/** What became of the leads of a campaign. */
export function leadWords(counts: Record<string, number>): string[] {
  const told: [string, (count: number) => string][] = [
    ['imported', (count) => `${count.toLocaleString('en-US')} new`],
    ['waiting', (count) => `${count.toLocaleString('en-US')} continue`],
    ['finished', (count) => `${count.toLocaleString('en-US')} ended`],
    ['held', (count) => `${count.toLocaleString('en-US')} paused`],
    ['left_out', (count) => `${count.toLocaleString('en-US')} left out`],
  ];
  return told.flatMap(([name, words]) => ((counts[name] ?? 0) > 0 ? [words(counts[name] as number)] : []));
}

/** Leads that came in, whatever became of them. */
export const leadsOf = ({ counts }: Pick<ImportedCampaign, 'counts'>): string =>
  counted(
    ['imported', 'waiting', 'finished', 'held'].reduce((sum, name) => sum + (counts[name] ?? 0), 0),
    'lead',
  );
