import { findCopyHints } from '@skein/template/copy-hints';
import { linksIn } from '#engine/placement/links-in';
import { trackedLinkOf } from '#platform/tracking/tracking-token';
import type { ArrivedContents } from './tested-content';

/** What an email consists of, and what of it costs placement. */
export interface ContentAnalysis {
  size: number;
  words: number;
  /** Share of text in the bytes of the HTML, in percent; null for plain text. */
  textShare: number | null;
  images: number;
  /** Where its links lead, each once. */
  links: string[];
  /** Addresses by which tracked links lead there, as they arrived. */
  tracked: Record<string, string>;
  /** Hosts of everything that it names, also of the tracking domain. */
  addresses: string[];
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
/** From here on Gmail shows a part of an email only. */
const clippedBytes = 102 * 1_024;
const wordsPerImage = 20;
const mostLinks = 50;

/** What is analysed of a run: the email as it arrived, or the text of the test while none did. */
export const contentOf = (
  test: {
    subject: string;
    body_text: string;
    body_html: string | null;
    source: { has_unsubscribe_header?: boolean } | null;
  },
  arrived: AnalysedMail | null,
): AnalysedMail =>
  arrived ?? {
    subject: test.subject,
    html: test.body_html,
    text: test.body_text,
    hasUnsubscribeHeader: test.source?.has_unsubscribe_header ?? null,
  };

type Variant = { label: string; subject: string; body_text: string; body_html: string | null };

/**
 * What is analysed of a run whose test may have several variants: sizes are those of the first, links and findings
 * those of all, each finding with the variants that it is about unless all of them have it.
 */
export function analyseRun(
  test: Parameters<typeof contentOf>[0] & { variants: readonly Variant[] | null },
  { content, variant_contents: arrived }: ArrivedContents,
): Omit<ContentAnalysis, 'findings'> & {
  findings: (ContentAnalysis['findings'][number] & { variant: string | null })[];
} {
  const variants = test.variants ?? [];
  const first = analyseContent(contentOf(test, content ?? arrived[variants[0]?.label ?? ''] ?? null));
  if (content !== null || variants.length === 0)
    return { ...first, findings: first.findings.map((finding) => ({ ...finding, variant: null })) };
  const all = variants.map(({ label, ...text }) => ({
    label,
    ...analyseContent(contentOf({ ...text, source: test.source }, arrived[label] ?? null)),
  }));
  const found = new Map<string, { finding: ContentAnalysis['findings'][number]; labels: string[] }>();
  for (const { label, findings } of all)
    for (const finding of findings) {
      const key = `${finding.area}\n${finding.text}\n${finding.reason}`;
      const known = found.get(key) ?? { finding, labels: [] };
      if (!known.labels.includes(label)) known.labels.push(label);
      found.set(key, known);
    }
  return {
    ...first,
    links: [...new Set(all.flatMap(({ links }) => links))].slice(0, mostLinks),
    tracked: Object.assign({}, ...all.map(({ tracked }) => tracked)) as Record<string, string>,
    addresses: [...new Set(all.flatMap(({ addresses }) => addresses))].slice(0, mostLinks),
    isUnsubscribeOffered: all.every(({ isUnsubscribeOffered }) => isUnsubscribeOffered),
    findings: [...found.values()].map(({ finding, labels }) => ({
      ...finding,
      variant: labels.length === all.length ? null : labels.join(', '),
    })),
  };
}

/** Placeholders and greetings that were left without a value. */
function personalisationFindings(all: string, plain: string): ContentAnalysis['findings'] {
  const findings: ContentAnalysis['findings'] = [];
  const unfilled = all.match(/\{\{[^{}]{0,80}\}\}|\{%[^{}%]{0,80}%\}|\[(?:first ?name|company|name)\]|%[A-Z_]{3,30}%/i);
  if (unfilled)
    findings.push({
      area: 'personalisation',
      text: unfilled[0],
      reason: 'A placeholder was sent without being filled in.',
    });
  if (/\b(?:hi|hello|dear) +(?:,|(?:null|undefined|NaN)\b)/i.test(plain))
    findings.push({
      area: 'personalisation',
      text: 'Greeting',
      reason: 'The greeting has no name: a field was empty.',
    });
  return findings;
}

/** An email as it is analysed. */
interface AnalysedMail {
  subject: string;
  html: string | null;
  text: string;
  /** Whether the message carries List-Unsubscribe; null while none arrived. */
  hasUnsubscribeHeader: boolean | null;
  /** Whether one click is enough; absent where that is not known. */
  hasOneClick?: boolean | undefined;
  /** Where its tracked links lead, in their order. */
  links?: readonly string[] | undefined;
}

/** Links as people see them: a tracked one is the page that it leads to, and the pixel is none. */
function readLinks(addresses: readonly string[], targets: readonly string[]) {
  const tracked: Record<string, string> = {};
  const links = addresses.flatMap((address) => {
    const own = trackedLinkOf(address);
    if (own?.purpose === 'open') return [];
    const target = own?.purpose === 'click' ? targets[own.linkIndex] : undefined;
    if (target === undefined) return [address];
    tracked[target] ??= address;
    return [target];
  });
  return { links: [...new Set(links)], tracked };
}

/** Reads what is sent: the text of one message as it arrived, or of the test when none did. */
export function analyseContent(mail: AnalysedMail): ContentAnalysis {
  const { subject, html, text } = mail;
  const all = `${subject}\n${html ?? text}`;
  const addresses = linksIn(html ?? text, html !== null);
  const { links, tracked } = readLinks(addresses, mail.links ?? []);
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
  if (bytes > clippedBytes)
    findings.push({
      area: 'html',
      text: `${Math.round(bytes / 1_024)} KB`,
      reason: 'Gmail cuts emails off after 102 KB. Remove unused markup.',
    });
  if (images > 0 && words < wordsPerImage * images)
    findings.push({
      area: 'html',
      text: images === 1 ? '1 image' : `${images} images`,
      reason: 'Many images and few words: filters take such emails for advertising.',
    });
  findings.push(...personalisationFindings(all, plain));
  if (!isUnsubscribeOffered)
    findings.push({
      area: 'unsubscribe',
      text: '',
      reason: 'No way to unsubscribe: add a List-Unsubscribe header or an opt-out line.',
    });
  if (mail.hasUnsubscribeHeader === true && mail.hasOneClick === false)
    findings.push({
      area: 'unsubscribe',
      text: '',
      reason:
        'List-Unsubscribe arrived without List-Unsubscribe-Post: Gmail and Yahoo require one-click unsubscribing.',
    });
  return {
    size: Buffer.byteLength(subject) + bytes,
    words,
    textShare,
    images,
    links,
    tracked,
    addresses,
    subjectLength: subject.length,
    isUnsubscribeOffered,
    findings,
  };
}
