import { escapeFor, escapeHtml } from './escape';
import { htmlToPlainText } from './plain-text';
import type { OutputContext, PlaceholderName } from './nodes';

/** The mailbox a mail leaves from. */
export interface TemplateSender {
  /** The name shown in From. */
  name: string;
  email: string;
  /** Without these the name is split at its first space. */
  firstName?: string | null;
  lastName?: string | null;
  /** The mailbox's own HTML, inserted as it is; blank when the mailbox has no signature. */
  signatureHtml?: string | null;
}

/** The campaign's words and the lead's own link. */
export interface UnsubscribeOffer {
  text: string;
  url: string;
}

/**
 * The text of a placeholder, escaped for where it stands (`plain` for subjects and plain bodies), as the lead's fields
 * are. null when the sender lacks it or when it is not safe there. A mailbox without signature and a mail without
 * unsubscribe offer give an empty text, not a missing value.
 */
export function placeholderValue(
  name: PlaceholderName,
  sender: TemplateSender,
  unsubscribe: UnsubscribeOffer | null,
  context: OutputContext | 'plain',
): string | null {
  const isMarkup = context === 'text';
  const escaped = (value: string) => (context === 'plain' ? value : escapeFor(context, value));
  switch (name) {
    case 'signature': {
      const signature = sender.signatureHtml ?? '';
      return isMarkup ? signature : escaped(htmlToPlainText(signature));
    }
    case 'unsubscribe-text':
      if (!unsubscribe) return '';
      return isMarkup ? unsubscribeLink(unsubscribe) : escaped(`${unsubscribe.text}: ${unsubscribe.url}`);
    case 'unsubscribe-link':
      return unsubscribe ? escaped(unsubscribe.url) : '';
    default: {
      const value = senderValue(name, sender);
      return value === '' ? null : escaped(value);
    }
  }
}

function senderValue(name: PlaceholderName, sender: TemplateSender): string {
  const words = sender.name.trim().split(/\s+/);
  switch (name) {
    case 'sender-name':
      return sender.name.trim();
    case 'sender-firstname':
      return (sender.firstName ?? '').trim() || words[0]!;
    case 'sender-lastname':
      return (sender.lastName ?? '').trim() || words.slice(1).join(' ');
    case 'sender-domain':
      return sender.email.slice(sender.email.lastIndexOf('@') + 1);
    default:
      return sender.email.trim();
  }
}

/** The unsubscribe offer as a link. */
export function unsubscribeLink({ text, url }: UnsubscribeOffer): string {
  return `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;
}
