import { parseAddresses } from '../mime/parse-addresses';
import { headerValue, type HeaderField } from '../mime/parse-headers';
import { parseParameters } from '../mime/parse-parameters';
import type { MimePart } from '../mime/parse-structure';
import { imapString, nilOrString } from './serialise';

/** The ENVELOPE of a mail (RFC 3501 section 7.4.2). */
export function envelopeText(fields: HeaderField[]): string {
  const text = (name: string) => nilOrString(headerValue(fields, name));
  const from = addressesText(headerValue(fields, 'from'));
  const sender = addressesText(headerValue(fields, 'sender'));
  const replyTo = addressesText(headerValue(fields, 'reply-to'));
  const list = [
    text('date'),
    text('subject'),
    from,
    sender === 'NIL' ? from : sender,
    replyTo === 'NIL' ? from : replyTo,
    addressesText(headerValue(fields, 'to')),
    addressesText(headerValue(fields, 'cc')),
    addressesText(headerValue(fields, 'bcc')),
    text('in-reply-to'),
    text('message-id'),
  ];
  return `(${list.join(' ')})`;
}

function addressesText(value: string | null): string {
  if (!value) return 'NIL';
  const addresses = parseAddresses(value);
  if (addresses.length === 0) return 'NIL';
  return `(${addresses.map((entry) => `(${nilOrString(entry.name)} NIL ${nilOrString(entry.mailbox)} ${nilOrString(entry.host)})`).join('')})`;
}

function parametersText(parameters: [string, string][]): string {
  if (parameters.length === 0) return 'NIL';
  return `(${parameters.map(([name, value]) => `${imapString(name.toUpperCase())} ${imapString(value)}`).join(' ')})`;
}

/** BODYSTRUCTURE (extended) or BODY (not) of a part, RFC 3501 section 7.4.2. */
export function bodyStructureText(raw: Buffer, part: MimePart, extended: boolean): string {
  if (part.type === 'multipart') {
    const children = part.children.map((child) => bodyStructureText(raw, child, extended)).join('');
    const extension = extended ? ` ${parametersText(part.typeParameters)} ${commonExtension(part)}` : '';
    return `(${children} ${imapString(part.subtype.toUpperCase())}${extension})`;
  }
  const pieces = [
    imapString(part.type.toUpperCase()),
    imapString(part.subtype.toUpperCase()),
    parametersText(
      part.type === 'text' && part.typeParameters.length === 0 ? [['charset', 'us-ascii']] : part.typeParameters,
    ),
    nilOrString(headerValue(part.fields, 'content-id')),
    nilOrString(headerValue(part.fields, 'content-description')),
    imapString(part.encoding.toUpperCase()),
    String(part.bodyEnd - part.bodyStart),
  ];
  if (part.message) {
    pieces.push(
      envelopeText(part.message.fields),
      bodyStructureText(raw, part.message, extended),
      lineCount(raw, part),
    );
  } else if (part.type === 'text') pieces.push(lineCount(raw, part));
  if (extended) pieces.push(nilOrString(headerValue(part.fields, 'content-md5')), commonExtension(part));
  return `(${pieces.join(' ')})`;
}

function commonExtension(part: MimePart): string {
  const written = headerValue(part.fields, 'content-disposition');
  const disposition = written ? parseParameters(written) : null;
  const dispositionText = disposition?.value
    ? `(${imapString(disposition.value.toUpperCase())} ${parametersText(disposition.parameters)})`
    : 'NIL';
  const language = headerValue(part.fields, 'content-language');
  return `${dispositionText} ${nilOrString(language)} ${nilOrString(headerValue(part.fields, 'content-location'))}`;
}

function lineCount(raw: Buffer, part: MimePart): string {
  let lines = 0;
  for (
    let index = raw.indexOf(0x0a, part.bodyStart);
    index !== -1 && index < part.bodyEnd;
    index = raw.indexOf(0x0a, index + 1)
  )
    lines += 1;
  return String(lines);
}
