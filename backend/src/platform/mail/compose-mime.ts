import type { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';

/** A mail ready to be turned into bytes. Addresses and texts are user data: the composer encodes them, so no header can be injected. */
export interface MailParts {
  from: { name: string; address: string };
  to: { name?: string; address: string };
  cc?: string[];
  replyTo?: string | null;
  subject: string;
  html: string | null;
  text: string;
  /** With angle brackets. */
  messageId: string;
  inReplyTo?: string | null;
  references?: readonly string[];
  /** Campaign time. */
  date: Date;
  /** RFC 8058: the one-click address and the mailto form, without angle brackets. */
  unsubscribe?: { oneClickUrl: string; mailto?: string } | null;
  headers?: Record<string, string>;
  attachments?: { filename: string; contentType: string; content: Buffer | Readable }[];
}

/**
 * A name in one line, and with nothing in it that looks encoded: some mail programs decode an encoded line break into a header of its own.
 */
const oneLine = (name: string): string =>
  name
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .replaceAll('=?', '= ?')
    .trim();

/**
 * A text that looks like an encoded word (RFC 2047) is sent encoded, or the reader's program would decode what was
 * never encoded: somebody's data in a subject could so become another text, or a line break.
 */
const literal = (text: string): string =>
  text.includes('=?')
    ? (text.match(/[^]{1,12}/gu) ?? []).map((piece) => `=?UTF-8?B?${Buffer.from(piece).toString('base64')}?=`).join(' ')
    : text;

/** The bytes of a mail (RFC 5322, MIME). Pure for given parts, except for the boundary, which is derived from the Message-ID. */
export async function composeMime(parts: MailParts): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    compile(parts).build((error, message) =>
      error || !message ? reject(error ?? new Error('Empty mail')) : resolve(message),
    ),
  );
}

/** The same bytes as a stream, which reads attached files as it goes. It fails with the error of a file that cannot be read. */
export const streamMime = (parts: MailParts): Readable => compile(parts).createReadStream();

function compile(parts: MailParts) {
  const headers: Record<string, string> = { ...parts.headers };
  if (parts.unsubscribe) {
    const addresses = [
      `<${parts.unsubscribe.oneClickUrl}>`,
      ...(parts.unsubscribe.mailto ? [`<mailto:${parts.unsubscribe.mailto}>`] : []),
    ];
    headers['List-Unsubscribe'] = addresses.join(', ');
    headers['List-Unsubscribe-Post'] = 'List-Unsubscribe=One-Click';
  }
  return new MailComposer({
    from: { ...parts.from, name: oneLine(parts.from.name) },
    to: parts.to.name ? { name: oneLine(parts.to.name), address: parts.to.address } : parts.to.address,
    cc: parts.cc?.length ? parts.cc : undefined,
    replyTo: parts.replyTo ?? undefined,
    subject: literal(parts.subject),
    text: parts.text,
    html: parts.html ?? undefined,
    messageId: parts.messageId,
    inReplyTo: parts.inReplyTo ?? undefined,
    references: parts.references?.length ? [...parts.references] : undefined,
    date: parts.date,
    headers,
    attachments: parts.attachments?.map((file) => ({ ...file, filename: oneLine(file.filename) })),
    baseBoundary: parts.messageId.replace(/[^a-z0-9]/gi, '').slice(0, 24),
    disableFileAccess: true,
    disableUrlAccess: true,
  } as never).compile();
}
