import { findCopyHints } from '@skein/template/hints';

/** What an email consists of, and what of it costs placement. */
export interface ContentAnalysis {
  size: number;
  words: number;
  /** Share of text in the bytes of the HTML, in percent; null for plain text. */
  textShare: number | null;
  images: number;
  links: string[];
  subjectLength: number;
  isUnsubscribeOffered: boolean;
  findings: { area: 'words' | 'html' | 'personalisation' | 'unsubscribe'; text: string; reason: string }[];
}

/** HTML that mail clients remove or break, each with what happens. Judged as text: nothing is run. */
const broken: readonly [RegExp, string][] = [
  [/<(?:iframe|object|embed)\b/i, 'Embedded pages are removed by every mail client.'],
  [/background-image\s*:/i, 'Background images are missing in Outlook for Windows.'],
  [/display\s*:\s*(?:flex|grid)/i, 'Flex and grid layouts fall apart in Outlook for Windows.'],
  [/position\s*:\s*(?:absolute|fixed)/i, 'Positions are removed by Gmail and Outlook.'],
  [
    /(?:display\s*:\s*none|font-size\s*:\s*0|visibility\s*:\s*hidden)/i,
    'Hidden text is what spam does: filters look for it.',
  ],
  [/<link\b[^>]*stylesheet/i, 'Linked style sheets are not loaded.'],
  [/href\s*=\s*["']?javascript:/i, 'A link runs a script: filters refuse that.'],
];
const mostLinks = 50;
const linkPattern = /https?:\/\/[^\s<>"')\]]{1,2000}/g;

/** Reads what is sent: the text of one message as it arrived, or of the test when none did. */
export function analyseContent(mail: {
  subject: string;
  html: string | null;
  text: string;
  /** Whether the message carries List-Unsubscribe; null while none arrived. */
  hasUnsubscribeHeader: boolean | null;
}): ContentAnalysis {
  const { subject, html, text } = mail;
  const all = `${subject}\n${html ?? text}`;
  const links = [...new Set((html ?? text).match(linkPattern) ?? [])].slice(0, mostLinks);
  const bytes = Buffer.byteLength(html ?? text);
  const plain =
    html === null
      ? text
      : html.replace(/<(?:style|script)[\s\S]*?<\/(?:style|script)>/gi, ' ').replace(/<[^<>]*>/g, ' ');
  const words = plain.split(/\s+/).filter(Boolean).length;
  const images = (html?.match(/<img\b/gi) ?? []).length;
  const textShare =
    html === null ? null : Math.round((100 * Buffer.byteLength(plain.replace(/\s+/g, ' '))) / Math.max(1, bytes));
  const isUnsubscribeOffered = (mail.hasUnsubscribeHeader ?? false) || /unsubscribe|opt out|abmelden/i.test(all);
  const findings: ContentAnalysis['findings'] = findCopyHints({
    subject,
    html,
    text,
    isThreadReply: false,
  }).map((hint) => ({
    area: 'words',
    text: hint.found.join(', '),
    reason: hint.message,
  }));
  for (const [pattern, reason] of broken) {
    const found = html === null ? null : pattern.exec(html);
    if (found) findings.push({ area: 'html', text: found[0].slice(0, 60), reason });
  }
  if (textShare !== null && textShare < 20 && bytes > 5_000)
    findings.push({
      area: 'html',
      text: `${textShare}% text`,
      reason: 'Little text in much HTML. Remove unused markup.',
    });
  const unfilled = all.match(/\{\{[^{}]{0,80}\}\}|\{%[^{}%]{0,80}%\}|\[(?:first ?name|company|name)\]|%[A-Z_]{3,30}%/i);
  if (unfilled)
    findings.push({ area: 'personalisation', text: unfilled[0], reason: 'A placeholder was sent as it stands.' });
  if (/\b(?:hi|hello|dear) +(?:,|(?:null|undefined|NaN)\b)/i.test(plain))
    findings.push({
      area: 'personalisation',
      text: 'Greeting',
      reason: 'The greeting names nobody: a field was empty.',
    });
  if (!isUnsubscribeOffered)
    findings.push({
      area: 'unsubscribe',
      text: '',
      reason: 'No way to unsubscribe: add a List-Unsubscribe header or an opt-out line.',
    });
  return {
    size: Buffer.byteLength(subject) + bytes,
    words,
    textShare,
    images,
    links,
    subjectLength: subject.length,
    isUnsubscribeOffered,
    findings,
  };
}
