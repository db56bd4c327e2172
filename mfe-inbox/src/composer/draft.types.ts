import type { CallInput } from '@skein/contracts/endpoint';
import type { inboxDraftsContract } from '@skein/contracts/main/inbox-drafts.contract';

type PutDraft = CallInput<(typeof inboxDraftsContract)['endpoints']['putDraft']>['body'];
/** What is being written. */
export type Draft = Required<Omit<PutDraft, 'send_at'>>;

/** A draft, and since when it is on the server; null when it could not be stored. */
export interface SavedDraft {
  draft: Draft;
  savedAt: string | null;
}
