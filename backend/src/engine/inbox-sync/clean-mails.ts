import { sanitiseMail } from './sanitise-mail';
import { ownTextOf } from './strip-quote';

/** A stored mail before it is shown. */
export interface StoredContent {
  html: string | null;
  text: string;
}

/** What a mail says, safe to show: cleaned HTML, and its own words apart from what it quotes. */
export interface CleanContent {
  html: string;
  is_text_only: boolean;
  remote_images: number;
  own_text: string;
  quoted_text: string;
}

/** Cleaning is done when a mail is read, so that a better cleaner acts on old mail too. */
export function cleanMail({ html, text }: StoredContent): CleanContent {
  const safe = sanitiseMail({ html, text });
  const split = ownTextOf({ text, hasTextPart: true, html: null });
  return {
    html: safe.html,
    is_text_only: safe.isTextOnly,
    remote_images: safe.remoteImages,
    own_text: split.own,
    quoted_text: split.quoted,
  };
}

/** A mail that took too long to clean: its text alone. */
export const uncleaned = ({ text }: StoredContent): CleanContent => ({
  html: '',
  is_text_only: true,
  remote_images: 0,
  own_text: text,
  quoted_text: '',
});

/**
 * In a thread, so that opening a stranger's mail holds nobody else up (platform/workers runs it). Below 16,000
 * characters together a hostile mail costs some 10 ms, which is what crossing to a thread and back costs most mails.
 */
export const cleanMailsTask = {
  name: 'clean-mails',
  lane: 'request' as const,
  limit: 5_000,
  inlineBelow: 16_000,
  run: (mails: readonly StoredContent[]): CleanContent[] => mails.map(cleanMail),
};

/** How much work mails may be, in the unit of the task's `inlineBelow`. */
export const weightOfMails = (mails: readonly StoredContent[]): number =>
  mails.reduce((sum, mail) => sum + (mail.html?.length ?? 0) + mail.text.length, 0);
