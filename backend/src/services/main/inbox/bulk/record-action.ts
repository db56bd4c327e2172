import type { UserId } from '@skein/contracts/ids';
import type { BlockEntry } from '#platform/mail/untracked-blocks.store';

/** A reply template that was deleted, as it was. */
export interface KeptTemplate {
  id: number;
  user_id: UserId;
  name: string;
  html: string;
  attachments: { storage_key: string; name: string; content_type: string; size: number }[];
  is_shared: boolean;
  used_count: number;
  last_used_at: string | null;
  created_at: string;
}

/** What was done to something of one conversation, or beside all of them. It is kept as their changes are, and undone at once. */
export type RecordAction =
  | { do: 'complete_task'; task_id: number; is_completed: boolean }
  | { do: 'remove_reminder' }
  | { do: 'revenue' }
  | { do: 'forget_address' }
  | { do: 'cancel_answer'; intent_id: string }
  | { do: 'delete_template'; template: KeptTemplate }
  | {
      do: 'block_lists';
      before: readonly BlockEntry[];
      after: readonly BlockEntry[];
      /** Rows of the replies that it set aside. */
      ignored: readonly string[];
    };

export const recordActions = [
  ...(['complete_task', 'remove_reminder', 'revenue'] as const),
  ...(['forget_address', 'cancel_answer', 'delete_template', 'block_lists'] as const),
] as const satisfies RecordAction['do'][];
