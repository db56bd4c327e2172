import type { MailboxId } from '@skein/contracts/ids';

/** One of the variants of a step that a test sends to its seeds in turn. */
export interface TestVariant {
  variant_id: number;
  /** The letter of the variant. */
  label: string;
  subject: string;
  body_text: string;
  body_html: string | null;
}

/** An email of a run as it arrived: what content and unsubscribe checks judge. */
export interface ArrivedContent {
  subject: string;
  text: string;
  html: string | null;
  hasUnsubscribeHeader: boolean;
  /** RFC 8058; missing in older runs. */
  hasOneClick?: boolean;
  /** Where its tracked links lead, in their order. */
  links?: string[];
  /** Links that a merge field is part of. */
  personalLinks?: string[];
  /** The email that it was read from. */
  mailId?: number;
  /** Who sent it; null for a person with another tool. */
  mailboxId?: MailboxId | null;
  size: number;
}

/** What arrived of a run: the email of a test that has one text, and one of each variant. */
export interface ArrivedContents {
  content: ArrivedContent | null;
  variant_contents: Partial<Record<string, ArrivedContent>>;
}
