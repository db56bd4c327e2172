import type { ComposerProps } from './composer.types';
import type { Draft } from './draft.types';

/** An answer of which nothing is written yet. */
export const emptyDraft = ({ to_email, cc, subject }: ComposerProps['replyTo']): Draft => ({
  html: '',
  to_email,
  cc,
  bcc: [],
  subject,
  attachments: [],
  mailbox_id: null,
  plain_text: null,
});
