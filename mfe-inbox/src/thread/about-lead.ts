import type { ConversationRow } from '@skein/contracts/main/inbox-views';

/** What a dialog about a conversation is given. */
export interface AboutLead {
  row: ConversationRow;
  now: Date;
  timeZone: string;
}
