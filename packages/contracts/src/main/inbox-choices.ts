// What can be chosen in the inbox. A file without schemas: the first list of the inbox comes without zod.

/**
 * Folders of the master inbox. Untracked replies are a list of their own (service untracked-replies); their number stands with the folders.
 */
export const inboxFolders = [
  'replies',
  'unread',
  'assigned_to_me',
  'important',
  'snoozed',
  'reminders',
  'scheduled',
  'sent',
  'archived',
  'all',
] as const;
export type InboxFolder = (typeof inboxFolders)[number];
/** Conversations that one action takes when each is named; everything that matches a filter is a bulk change (inbox-bulk.contract.ts). */
export const mostChosen = 500;
/** Hours after which a reply counts as waiting, unless another threshold is chosen. */
export const waitingHours = 4;
/** Hours of the views of what waits for an answer. */
export const slaHours = [1, waitingHours, 24] as const;
export const inboxSorts = [
  'reply_time_desc',
  'sent_time_desc',
  'reminder_time_asc',
  'reminder_time_desc',
  'scheduled_time_asc',
  'scheduled_time_desc',
] as const;
export type InboxSort = (typeof inboxSorts)[number];
export const inboxEmailStatuses = [
  'opened',
  'clicked',
  'replied',
  'unsubscribed',
  'bounced',
  'accepted',
  'not_replied',
] as const;
