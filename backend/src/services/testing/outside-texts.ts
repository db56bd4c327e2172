import { Readable } from 'node:stream';
import { emailLimits } from '@skein/contracts/email-texts';
import { isEmailAddress } from '@skein/contracts/email-address';
import { checkLead, findUnknownFields, parseTemplate, printTemplate, renderTemplate } from '@skein/template';
import { isBlankHtml } from '@skein/template/blank-html';
import { composeMail, parseStep } from '@skein/template/compose';
import { findCopyHints } from '@skein/template/copy-hints';
import { rewriteLinks } from '@skein/template/links';
import { htmlToPlainText, plainTextToHtml } from '@skein/template/plain-text';
import { categoriseReply } from '#engine/inbox-sync/categorise-reply';
import { classifyMessage } from '#engine/inbox-sync/classify-message';
import { findReturnDate } from '#engine/inbox-sync/find-return-date';
import { normaliseSubject } from '#engine/inbox-sync/normalise-subject';
import { addressesIn } from '#engine/inbox-sync/original-mail';
import { parseMail } from '#engine/inbox-sync/parse-mail';
import { messageIdsIn } from '#engine/inbox-sync/parsed-mail';
import { rawMail, rawReport } from '#engine/inbox-sync/raw-mail.test-support';
import { cleanMail } from '#engine/inbox-sync/clean-mails';
import { sanitiseMail } from '#engine/inbox-sync/sanitise-mail';
import { htmlWithoutQuotes, ownTextOf, splitQuote } from '#engine/inbox-sync/strip-quote';
import { csvLine, readCell } from '@skein/contracts/csv-cell';
import { decodeCursor } from '#platform/db/cursor';
import { redactText } from '#platform/log/redact';
import { readDraft } from '#campaigns/ai-writing/read-draft';
import { explainEntry, readBlockEntry, storableEntry } from '#leads/block-list/block-entry';
import { readRawMail } from '#inbox/inbox-sync/read-raw-mail';
import { storedContent } from '#inbox/conversations/message-view';
import { forwardSubject, replySubject } from '#inbox/conversations/reply-parts';
import { cleanAddress } from '@skein/contracts/clean-address';
import { explainAddress } from '#leads/lead-rows/explain-address';
import { checkTemplates } from '#campaigns/sequences/check-templates';
import { EncodingEvidence } from '#files/tables/detect-encoding';
import { inspectTable } from '#files/tables/inspect-table';
import { proposeMapping } from '#leads/uploads/propose-mapping';
import { readRows } from '#files/tables/read-rows';
import { pieces } from './outside-pieces';

/** A text of `size` characters that is made of one piece. */
export const repeated = (piece: string, size: number): string =>
  piece.repeat(Math.ceil(size / piece.length)).slice(0, size);

export interface OutsideText {
  name: string;
  /** Characters that the contract, or the reader's own limit, lets through. */
  limit: number;
  pieces: readonly string[];
  read: (text: string) => unknown;
}

const input = {
  fields: { a: 'A', b: 'B' },
  sender: { name: 'S T', email: 's@t.test' },
  seed: { campaignId: 1, leadId: 1, stepNumber: 1 },
  mode: 'random' as const,
  clock: { now: 0, zone: 'UTC' },
};

const step = (subject: string, body: string) => ({
  seq_type: 'EMAIL' as const,
  seq_delay_details: { delayInDays: 0, delayInHours: 0, delayInMinutes: 0 },
  variant_distribution_type: 'MANUAL_EQUAL' as const,
  detail: {},
  variants: [{ subject, email_body: body, is_paused: false }],
});

function compose(subject: string, body: string): unknown {
  const trees = parseStep({ subject, body });
  if (trees.body.problems.length + trees.subject.problems.length > 0) return null;
  const tracking = { trackLink: (url: string) => `${url}#`, openPixelUrl: 'https://t.test/o' };
  return composeMail({ ...input, ...trees, thread: null, unsubscribe: null, tracking, plainTextOnly: false });
}

function renderEverything(source: string): unknown {
  const tree = parseTemplate(source, { format: 'html' });
  printTemplate(tree);
  findUnknownFields(tree, ['Company', 'Position']);
  checkLead(tree, input.fields);
  return tree.problems.length === 0 ? renderTemplate(tree, input) : null;
}

const mailOf = (type: string, body: string) =>
  Buffer.from(
    rawMail(
      { 'MIME-Version': '1.0', 'Content-Type': `${type}; charset=utf-8`, 'Content-Transfer-Encoding': 'base64' },
      Buffer.from(body).toString('base64').replace(/.{76}/g, '$&\r\n'),
    ),
  );
const received = (source: Buffer | string) =>
  readRawMail(
    { source: Buffer.from(source), isTruncated: false, size: source.length, folder: 'INBOX', at: new Date(0) },
    1,
    'UTC',
  );
const header = (text: string) => text.replace(/[\r\n]/g, ' ');

async function readFile(text: string): Promise<void> {
  const format = { encoding: 'utf8', delimiter: ',' };
  for await (const rows of readRows(Readable.from([Buffer.from(text)]), format)) rows.length;
}

function inspect(text: string): void {
  const content = Buffer.from(text);
  const evidence = new EncodingEvidence();
  evidence.add(content);
  const order = { content, size: content.length, sampleBytes: 262_144, facts: evidence.finish(), given: {} };
  const { header: names, sample } = inspectTable(order);
  proposeMapping(names.slice(0, 100), sample, null);
}

function refuseCursor(cursor: string): void {
  try {
    decodeCursor(cursor, 2);
  } catch {
    return;
  }
  throw new Error(`${cursor} is no cursor.`);
}

const { template, html, text } = pieces;
/** As much of a mail as is kept is 400,000 characters; half of it tells the same sooner. */
const mail = 200_000;

/** Everything that reads what a person or a stranger wrote. Whoever writes a new reader adds its line. */
export const outsideTexts: OutsideText[] = [
  {
    name: 'the check of a sequence',
    limit: emailLimits.body,
    pieces: [...template, ...html],
    read: (body) => checkTemplates([step('s', body)], ['Company']),
  },
  { name: 'a template', limit: emailLimits.body, pieces: [...template, ...html], read: renderEverything },
  {
    name: 'a subject',
    limit: emailLimits.subject,
    pieces: [...template, ...text],
    read: (subject) => compose(subject, '<p>x</p>'),
  },
  {
    name: 'a composed body',
    limit: emailLimits.body,
    pieces: [...html, ...text],
    read: (body) => compose('s', `<p>x</p>${body}`),
  },
  {
    name: 'hints on a text',
    limit: emailLimits.body,
    pieces: [...html, ...text],
    read: (body) => findCopyHints({ subject: body.slice(0, 998), html: body, text: body, isThreadReply: false }),
  },
  { name: 'HTML as plain text', limit: mail, pieces: [...html, ...text], read: htmlToPlainText },
  { name: 'plain text as HTML', limit: mail, pieces: text, read: plainTextToHtml },
  { name: 'links of HTML', limit: mail, pieces: html, read: (body) => rewriteLinks(body, (url) => `${url}#`) },
  { name: 'whether HTML is blank', limit: mail, pieces: html, read: isBlankHtml },
  { name: 'an HTML mail', limit: mail, pieces: html, read: (body) => received(mailOf('text/html', body)) },
  { name: 'a text mail', limit: mail, pieces: text, read: (body) => received(mailOf('text/plain', body)) },
  {
    name: 'a mail of many parts',
    limit: mail / 2,
    pieces: ['--b\r\n', '--b\r\n\r\n', '--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n', '--b--\r\n'],
    read: (body) => received(rawMail({ 'Content-Type': 'multipart/mixed; boundary=b' }, body)),
  },
  {
    name: 'a calendar',
    limit: mail / 2,
    pieces: [
      ...text,
      ...[
        'BEGIN:VEVENT\n',
        'END:VTIMEZONE\n',
        'X:1\n ',
        ' \n',
        'A;B="',
        ';PARTSTAT=',
        'ATTENDEE;PARTSTAT=DECLINED:mailto:a@b.test\n',
      ],
      ...['BEGIN:VTIMEZONE\nTZID:a\nBEGIN:STANDARD\n', 'RRULE:FREQ=YEARLY;BYDAY=1SU;', '\\n', 'COMMENT:\\\\'],
    ],
    read: (body) =>
      received(
        mailOf(
          'text/calendar',
          `BEGIN:VCALENDAR\nMETHOD:REPLY\nBEGIN:VEVENT\nATTENDEE;PARTSTAT=DECLINED:mailto:ada@acme.test\n${body}`,
        ),
      ),
  },
  {
    name: 'a delivery report',
    limit: mail / 8,
    pieces: [...text, 'Final-Recipient: rfc822; a@b.test\n', 'Status: 5.1.1\n\n'],
    read: (body) => received(rawReport({ fields: body, text: body, returned: body })),
  },
  {
    name: 'a report in words',
    limit: mail / 2,
    pieces: text,
    read: (body) => received(rawMail({ From: 'MAILER-DAEMON@x.test', Subject: 'failure notice' }, body)),
  },
  {
    name: 'a mail without a sender',
    limit: 50_000,
    pieces: text,
    read: async (body) => classifyMessage(await parseMail(rawMail({ 'Return-Path': '<>' }, body))),
  },
  {
    name: 'headers of a mail',
    limit: 50_000,
    pieces: text,
    read: (value) =>
      received(
        rawMail(
          {
            Subject: header(value),
            References: header(value),
            To: header(value),
            From: header(value),
            'Content-Type': `text/plain; ${header(value)}`,
          },
          'x',
        ),
      ),
  },
  {
    name: 'a mail that is no mail',
    limit: mail / 2,
    pieces: text,
    read: async (body) => classifyMessage(await parseMail(body)),
  },
  {
    name: 'cleaning a mail',
    limit: mail,
    pieces: [...html, ...text],
    read: (body) => sanitiseMail({ html: body, text: body }),
  },
  {
    name: 'showing a mail',
    limit: mail,
    pieces: html,
    read: (body) =>
      cleanMail(storedContent({ html_body: body, text_body: body, links: ['https://x.test'], direction: 'out' })),
  },
  {
    name: 'quotes of a mail',
    limit: mail,
    pieces: [...html, ...text],
    read: (body) => [
      splitQuote(body),
      htmlWithoutQuotes(body),
      ownTextOf({ text: body, hasTextPart: false, html: body }),
    ],
  },
  {
    name: 'what a reply says',
    limit: 100_000,
    pieces: text,
    read: (body) => [categoriseReply(body), findReturnDate(body, 0, 'UTC')],
  },
  {
    name: 'a received subject',
    limit: 100_000,
    pieces: text,
    read: (value) => [
      normaliseSubject(value),
      replySubject(value.slice(0, 1_000)),
      forwardSubject(value.slice(0, 1_000)),
    ],
  },
  {
    name: 'addresses and ids of a header',
    limit: 100_000,
    pieces: text,
    read: (value) => [addressesIn(value), messageIdsIn(value)],
  },
  {
    name: "a model's answer",
    limit: 100_000,
    pieces: [...template, ...html, ...text, '```', '<a>'],
    read: (answer) => [
      readDraft(answer, { isPlain: false, fields: ['a'] }),
      readDraft(answer, { isPlain: true, fields: ['a'] }),
    ],
  },
  { name: 'a file of leads', limit: 500_000, pieces: text, read: readFile },
  { name: 'a look at a file', limit: 262_144, pieces: text, read: inspect },
  { name: 'a cell', limit: 1_000_000, pieces: text, read: (cell) => [csvLine([cell]), readCell(cell)] },
  {
    name: 'an address',
    limit: 1_000_000,
    pieces: text,
    read: (cell) => [isEmailAddress(cell), explainAddress(cleanAddress(cell))],
  },
  {
    name: 'an entry of a block list',
    limit: 1_000_000,
    pieces: text,
    read: (entry) => [readBlockEntry(entry), explainEntry(entry.slice(0, 2_000)), storableEntry(entry)],
  },
  { name: 'a line of the log', limit: 100_000, pieces: text, read: redactText },
  {
    name: 'a page cursor',
    limit: 500,
    pieces: text,
    read: refuseCursor,
  },
];
