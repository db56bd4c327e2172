import { nameOfField } from './step-labels';
import { isBlankHtml } from '@skein/template/blank-html';
import type { SpamView } from '@skein/contracts/main/sequence-views';
import { counted } from '@skein/ui/counted';
import { fieldsOf, findUnknownFields, parseTemplate } from '@skein/template';
import { parseStep } from '@skein/template/compose';
import { walkNodes } from '@skein/template/fields';
import { findCopyHints } from '@skein/template/copy-hints';

/** One line below the editor. */
export interface EditorHint {
  id: string;
  tone: 'danger' | 'warning' | 'success';
  title: string;
  detail: string;
  action?: { kind: 'fallback'; field: string } | { kind: 'unsubscribe' } | { kind: 'focus'; part: 'subject' | 'body' };
}

export interface HintInput {
  subject: string;
  body: string;
  /** What the server rendered for the lead that is shown; null while it is on its way. */
  rendered: { subject: string; html: string; text: string; isReply: boolean } | null;
  /** Empty values by field, over the leads of the campaign. */
  empty: ReadonlyMap<string, number>;
  leads: number;
  customFields: readonly string[] | null;
  /** Whether the campaign offers a way out by itself: the header or its own line. */
  hasOptOut: boolean;
  isFirst: boolean;
}

const titles: Record<string, string> = {
  spam_words: 'Spam words',
  subject_long: 'Long subject',
  subject_empty: 'No subject',
  subject_shouting: 'Subject in capitals',
  body_long: 'Long text',
  body_short: 'Very short text',
  many_links: 'Many links',
  short_link: 'Link shortener',
  many_images: 'Many images',
  shouting: 'Words in capitals',
  many_exclamations: 'Exclamation marks',
  active_content: 'Active content',
  large_html: 'Large email',
  insecure_link: 'Link without https',
  link_mismatch: 'Link opens another site',
  number_link: 'Link to a number',
  picture_only: 'Mostly a picture',
};

/** A problem of a template that may only be half typed. */
export const isUnfinished = (hint: EditorHint): boolean => hint.tone === 'danger' && /broken$/.test(hint.title);

/** Fields that a text shows without anything to stand in for them. */
export function bareFields(subject: string, body: string): string[] {
  const trees = parseStep({ subject, body });
  return [
    ...new Set(
      [...fieldsOf(trees.subject), ...fieldsOf(trees.body)]
        .filter((field) => !field.hasFallback)
        .map((field) => field.name),
    ),
  ];
}

const literalDefault = /\|\s*default\s*:\s*(?:"[^"]*"|'[^']*')\s*/g;

/** Gives every place that shows a field without a usable fallback this one, before its other filters. */
export function addFallback(source: string, field: string, fallback: string): string {
  const quote = fallback.includes('"') ? "'" : '"';
  const text = (quote === "'" ? fallback.replaceAll("'", '’') : fallback).replace(/[{}<>]/g, '');
  const places: { kind: string; start: number; end: number; raw: string }[] = [];
  walkNodes(parseTemplate(source).nodes, (node) => {
    if (node.kind === 'variable' && node.name === field && node.fallback === null) places.push(node);
    if (
      node.kind === 'expression' &&
      node.fallback === 'none' &&
      node.head.kind === 'field' &&
      node.head.name === field
    )
      places.push(node);
  });
  let written = '';
  let at = 0;
  for (const { kind, start, end, raw } of places) {
    const pipe = raw.indexOf('|');
    // What stands there already is a fallback that is never sent: the new one takes its place.
    const others = pipe < 0 || kind === 'variable' ? '' : raw.slice(pipe, -2).replace(literalDefault, '').trim();
    const filters = others && ` ${others}`;
    written += `${source.slice(at, start)}{{${field} | default: ${quote}${text}${quote}${filters}}}`;
    at = end;
  }
  return written + source.slice(at);
}

/** What SpamAssassin says, as one line: its points, and the rules that weigh most. Nothing where none is set up. */
export function spamHint(view: SpamView | undefined): EditorHint[] {
  if (!view || view.score === null || view.threshold === null) return [];
  const heavy = view.rules
    .filter((rule) => rule.points >= 0.3)
    .sort((one, other) => other.points - one.points)
    .slice(0, 4);
  const points = `${view.score.toLocaleString('en-US')} of ${view.threshold.toLocaleString('en-US')} points`;
  const tone = view.is_spam || view.score >= view.threshold / 2 ? 'warning' : 'success';
  return [
    {
      id: 'spamassassin',
      tone,
      title: view.is_spam ? 'SpamAssassin: spam' : 'SpamAssassin',
      detail:
        heavy.length === 0
          ? `${points}; no rule adds points`
          : `${points}: ${heavy.map((rule) => `${rule.description.replace(/^(?:BODY|HEADER|URI|RAW): /, '')} (${rule.points})`).join('; ')}`,
    },
  ];
}

/** What is broken in the templates of subject and body, and fields in them that no lead has. */
function templateHints({ subject, body, customFields }: HintInput): EditorHint[] {
  const trees = parseStep({ subject, body });
  return (['subject', 'body'] as const).flatMap((part) => {
    const action = { kind: 'focus', part } as const;
    const broken = trees[part].problems.map((problem): EditorHint => ({
      id: `${part}-${problem.code}-${problem.start}`,
      tone: 'danger',
      title: part === 'subject' ? 'Subject is broken' : 'Text is broken',
      detail: problem.message,
      action,
    }));
    const unknown = customFields ? findUnknownFields(trees[part], customFields) : [];
    return [
      ...broken,
      ...unknown.map((problem): EditorHint => ({
        id: `${part}-${problem.code}-${problem.start}`,
        tone: 'warning',
        title: 'Unknown field',
        detail: problem.message,
        action,
      })),
    ];
  });
}

/** What the launch or a lead would miss: subject, text, values of fields, a way to opt out. */
function missingHints({ subject, body, empty, leads, hasOptOut, isFirst }: HintInput): EditorHint[] {
  const hints: EditorHint[] = [];
  const isEmpty = isBlankHtml(body);
  if (isFirst && subject.trim() === '')
    hints.push({
      id: 'no-subject',
      tone: 'danger',
      title: 'No subject',
      detail: 'The first email needs a subject. A follow-up without one stays in the thread',
      action: { kind: 'focus', part: 'subject' },
    });
  if (isEmpty)
    hints.push({
      id: 'no-body',
      tone: 'danger',
      title: 'No text',
      detail: 'An empty email blocks the launch',
      action: { kind: 'focus', part: 'body' },
    });
  for (const field of bareFields(subject, body)) {
    const count = empty.get(field) ?? 0;
    if (count > 0)
      hints.push({
        id: `empty-${field}`,
        tone: 'warning',
        title: 'Merge data',
        detail: `${nameOfField(field)} is empty for ${count.toLocaleString('en-US')} of ${leads.toLocaleString('en-US')} leads`,
        action: { kind: 'fallback', field },
      });
  }
  if (!hasOptOut && !body.includes('%unsubscribe') && !isEmpty)
    hints.push({
      id: 'opt-out',
      tone: 'warning',
      title: 'No way to opt out',
      detail: 'Add an unsubscribe line or turn on the header',
      action: { kind: 'unsubscribe' },
    });
  return hints;
}

type CopyHint = ReturnType<typeof findCopyHints>[number];

function copyHint(hint: CopyHint): EditorHint {
  const words = hint.found.slice(0, 4).map((word) => `“${word}”`);
  return {
    id: `${hint.where}-${hint.code}`,
    tone: 'warning',
    title:
      hint.code === 'spam_words'
        ? `${hint.found.length} spam ${hint.found.length === 1 ? 'word' : 'words'}`
        : (titles[hint.code] ?? 'Worth a look'),
    detail: hint.found.length > 0 ? `${words.join(', ')} in the ${hint.where}` : hint.message,
    action: { kind: 'focus', part: hint.where },
  };
}

const aboutLength = ['body_long', 'body_short'];
/** The usual length of a cold email, in words. A convention, no promise: the hint says no more than that. */
const usualWords = { from: 50, to: 125 };
const aboutLinks = [
  'many_links',
  'short_link',
  'insecure_link',
  'many_images',
  'link_mismatch',
  'number_link',
  'picture_only',
];

/** What the mail says as this lead gets it: what is worth a look, and its length and links where nothing is wrong with them. */
function renderedHints(rendered: NonNullable<HintInput['rendered']>): EditorHint[] {
  // Our own unsubscribe link is no link of the writer's.
  const html = rendered.html.replace(/<a\b[^<>]*\bhref="[^"]*\/u\/preview"[^>]*>([\s\S]*?)<\/a>/gi, '$1');
  const found = findCopyHints({
    subject: rendered.subject,
    html: html === '' ? null : html,
    text: rendered.text,
    isThreadReply: rendered.isReply,
  });
  const isSilentOn = (codes: readonly string[]) => !found.some((hint) => codes.includes(hint.code));
  const hints = found.filter((hint) => hint.code !== 'subject_empty').map(copyHint);
  const words = rendered.text.split(/\s+/).filter(Boolean).length;
  const isUsual = words >= usualWords.from && words <= usualWords.to;
  if (isSilentOn(aboutLength))
    hints.push({
      id: 'length',
      tone: isUsual ? 'success' : 'warning',
      title: isUsual ? 'Usual length' : words < usualWords.from ? 'Short email' : 'Long email',
      detail: `${counted(words, 'word')}; ${usualWords.from} to ${usualWords.to} is usual for a cold email`,
      ...(isUsual ? {} : { action: { kind: 'focus', part: 'body' } as const }),
    });
  const links = (html.match(/<a\b[^<>]*\bhref=/gi) ?? []).length;
  const images = (html.match(/<img\b/gi) ?? []).length;
  if (isSilentOn(aboutLinks))
    hints.push({
      id: 'links',
      tone: 'success',
      title: links === 0 ? 'No links' : `${links} ${links === 1 ? 'link' : 'links'}`,
      detail: `${counted(links, 'link')}, ${counted(images, 'image')}; the plain text part matches`,
    });
  return hints;
}

/** What is wrong, what is worth a look, and what is good in a text: problems first, so that the list reads from the top. */
export function findHints(input: HintInput): EditorHint[] {
  const { rendered, body } = input;
  const isRendered = rendered !== null && rendered.text !== '' && !isBlankHtml(body);
  return [...templateHints(input), ...missingHints(input), ...(isRendered ? renderedHints(rendered) : [])];
}
