import { readHeaderBlock, textOfPart } from './parse-mail';
import { headerOf, messageIdsIn, type ParsedMail } from './parsed-mail';

const RETURNED_TYPES = new Set([
  'message/rfc822',
  'text/rfc822-headers',
  'message/global',
  'message/global-headers',
  'message/rfc822-headers',
]);

export interface OriginalMail {
  /** Ids of the mail reported on: from its returned headers, else from the report's text, References and In-Reply-To. */
  messageIds: string[];
  subject: string | null;
  /** Whom it went to, surest first: where it was delivered, its To, the address inside a variable envelope sender (VERP). */
  recipients: string[];
}

/** Finds the mail that a report is about: attached, or copied into the report's text. */
export function originalMailOf(mail: ParsedMail, returnedText = ''): OriginalMail {
  const part = mail.parts.find((candidate) => RETURNED_TYPES.has(candidate.contentType));
  const headers = readHeaderBlock(part ? textOfPart(part, 100_000) : returnedText);
  const ids = [
    ...(headers.get('message-id') ?? []).flatMap(messageIdsIn),
    ...idsInText(mail.text),
    ...mail.references.slice(-1),
    ...mail.inReplyTo,
    ...messageIdsIn(headerOf(mail, 'x-ms-exchange-parent-message-id')),
  ];
  const delivered = ['x-original-to', 'delivered-to', 'x-envelope-to', 'envelope-to', 'x-rcpt-to'].flatMap((name) =>
    (headers.get(name) ?? []).flatMap(addressesIn),
  );
  const to = (headers.get('to') ?? []).flatMap(addressesIn);
  const envelope = ['return-path', 'x-envelope-from', 'sender']
    .flatMap((name) => (headers.get(name) ?? []).flatMap(addressesIn))
    .flatMap(recipientInEnvelope);
  // A mail to several people does not say which of them it came back from.
  const recipients = [
    ...delivered,
    ...(to.length === 1 ? to : []),
    ...envelope,
    ...mail.to.flatMap(({ address }) => recipientInEnvelope(address)),
  ];
  return {
    messageIds: [...new Set(ids)].filter((id) => id !== mail.messageId),
    subject: headers.get('subject')?.[0] ?? null,
    recipients: [...new Set(recipients)],
  };
}

/** The recipient that a variable envelope sender carries: `bounces+ada=acme.test@…`, `bounce-17-ada=acme.test@…`. */
function recipientInEnvelope(address: string): string[] {
  const local = address.slice(0, 400).split('@')[0]!;
  if (!local.includes('=')) return [];
  const found =
    /[+](?:(?:[0-9]{1,20}|[0-9a-f]{8,40})[-+])?([a-z0-9._+-]{1,64})=([a-z0-9](?:[a-z0-9-]{0,62}\.){1,6}[a-z]{2,24})$/i.exec(
      local,
    ) ??
    /^(?:bounces?|return|verp|b|owner|news|msprvs1)[-_.](?:(?:[0-9]{1,20}|[0-9a-f]{8,40})[-_.])?([a-z0-9._+]{1,64})=([a-z0-9](?:[a-z0-9-]{0,62}\.){1,6}[a-z]{2,24})$/i.exec(
      local,
    );
  return found ? [`${found[1]}@${found[2]}`.toLowerCase()] : [];
}

/** All addresses of a header value, in lower case. */
export function addressesIn(value: string): string[] {
  return (value.slice(0, 2_000).match(/[^\s<>;"(),]{1,100}@[^\s<>;"(),]{1,200}/g) ?? []).map((address) =>
    address.toLowerCase().replace(/(?<![.,:])[.,:]+$/, ''),
  );
}

function idsInText(text: string): string[] {
  const match = /^[ \t>]{0,20}message-?id\s{0,5}:\s{0,5}(<?[^\s<>]{1,300}@[^\s<>]{1,200}>?)/im.exec(
    text.slice(0, 100_000),
  );
  return match ? messageIdsIn(match[1]!) : [];
}
