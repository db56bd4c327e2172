import type { SearchObject } from 'imapflow';
import type { Claim } from './lane.store';

/** The header that carries a mail's token, or the code that a person puts into an email of another tool. */
export const tokenHeader = 'X-Placement-Token';

/** What a test email carries besides its text: its token, and the way out that the emails of its campaign have. */
export const headersOf = (
  claim: Pick<Claim, 'token' | 'kind' | 'from_email' | 'has_unsubscribe_header'>,
): Record<string, string> => ({
  [tokenHeader]: claim.token,
  // A seed is no lead with an unsubscribe page of its own: it can write.
  ...(claim.has_unsubscribe_header && claim.kind === 'REAL'
    ? { 'List-Unsubscribe': `<mailto:${claim.from_email}?subject=unsubscribe>` }
    : {}),
});

/** The plain mail beside the real copy: what it says is nothing a filter minds. */
const control = {
  subject: 'A short note',
  text: 'Hello,\n\nthis is a short note. No reply is needed.\n\nKind regards\n',
};

/** What a test email says. The token is in its headers only: a line of text that campaign emails do not have would be judged with them. */
export const textOf = (
  claim: Pick<Claim, 'kind' | 'subject' | 'body_html' | 'body_text'>,
): { subject: string; html: string | null; text: string } =>
  claim.kind === 'CONTROL'
    ? { subject: control.subject, html: null, text: control.text }
    : { subject: claim.subject, html: claim.body_html, text: claim.body_text };

/**
 * How an email is looked for in a folder of its seed, surest first. Servers on the way may replace the Message-ID or drop the header. The
 * text comes last: a person puts the code there, and emails of older versions carry their token in it.
 */
export const searchesFor = ({
  code,
  token,
  message_id: messageId,
}: {
  code: string | null;
  token: string;
  message_id: string;
}): SearchObject[] =>
  code === null
    ? [{ header: { [tokenHeader]: token } }, { header: { 'message-id': messageId } }, { body: token }]
    : [{ header: { [tokenHeader]: code } }, { subject: code }, { body: code }];
