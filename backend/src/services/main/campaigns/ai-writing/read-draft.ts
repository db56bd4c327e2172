import sanitizeHtml from 'sanitize-html';
import { fieldsOf } from '@skein/template';
import { parseStep } from '@skein/template/compose';
import { htmlToPlainText } from '@skein/template/plain-text';

export interface Draft {
  subject: string;
  email_body: string;
  unknown_fields: string[];
  problems: { part: 'subject' | 'body'; message: string }[];
}

/** A mail has some hundred words; what is longer than this, in characters, is none. */
const longest = 20_000;
const longestSubject = 300;

/** Elements of the editor's toolbar: nothing that loads, hides, runs or looks different in each client. */
const allowedTags = [
  'p',
  'br',
  'b',
  'strong',
  'i',
  'em',
  'u',
  's',
  'a',
  'ul',
  'ol',
  'li',
  'blockquote',
  'h1',
  'h2',
  'h3',
];

/**
 * Makes what a model answered into subject and text. The answer is hostile until shown otherwise: only the editor's elements stay, links
 * lead to the web only, and fields that no lead has are named. Null when it is no mail.
 * @param campaign `fields`: every name that a text may use
 */
export function readDraft(answer: string, campaign: { isPlain: boolean; fields: readonly string[] }): Draft | null {
  if (answer.length > longest) return null;
  const { subject, text } = split(answer.replace(/\u0000/g, ''));
  if (text.trim() === '') return null;
  const body = restoreFields(
    campaign.isPlain
      ? paragraphs(looksLikeHtml(text) ? htmlToPlainText(text) : text)
      : looksLikeHtml(text)
        ? clean(text)
        : paragraphs(text),
    campaign.fields,
  );
  if (htmlToPlainText(body).trim() === '') return null;
  const line = restoreFields(
    (looksLikeHtml(subject) ? htmlToPlainText(clean(subject)) : subject)
      .replaceAll('**', '')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, longestSubject),
    campaign.fields,
  );
  const trees = parseStep({ subject: line, body });
  const problems: Draft['problems'] = [];
  const unknown = new Set<string>();
  for (const [part, tree] of [
    ['subject', trees.subject],
    ['body', trees.body],
  ] as const) {
    for (const problem of tree.problems) problems.push({ part, message: problem.message });
    for (const field of fieldsOf(tree)) if (!campaign.fields.includes(field.name)) unknown.add(field.name);
  }
  return { subject: line, email_body: body, unknown_fields: [...unknown].slice(0, 20), problems };
}

/** The inside of a fenced block of Markdown, when the answer is nothing else. */
function withoutFence(answer: string): string {
  const start = /^```\w*[^\S\n]*\n/.exec(answer);
  return start && answer.endsWith('```') && answer.length >= start[0].length + 3
    ? answer.slice(start[0].length, -3).trim()
    : answer;
}

/** "Subject: …" and the rest, with the fences and the JSON that models put around it in spite of everything. */
function split(answer: string): { subject: string; text: string } {
  const bare = withoutFence(answer.trim());
  if (bare.startsWith('{') && bare.endsWith('}')) {
    try {
      const read = JSON.parse(bare) as Record<string, unknown>;
      const text = read['body'] ?? read['email_body'] ?? read['text'];
      if (typeof text === 'string')
        return { subject: typeof read['subject'] === 'string' ? read['subject'] : '', text };
    } catch {
      // A text that begins with a placeholder is no JSON.
    }
  }
  const head =
    /^(?:<[^>]{0,40}>|\*\*)?\s{0,9}subject(?: line)?\s{0,9}(?:\*\*)?\s{0,9}[::][^\S\n]{0,9}(?:\*\*)?([^\n]*)\n?/i.exec(
      bare,
    );
  if (!head) return { subject: '', text: bare };
  return {
    subject: (head[1] ?? '').trim().replace(/^["“]|["”]$/g, ''),
    text: bare
      .slice(head[0].length)
      .replace(/^\s*(?:body|text)\s*:\s*\n/i, '')
      .trim(),
  };
}

const looksLikeHtml = (text: string): boolean => /<\/?[a-z][^<>]{0,1000}>/i.test(text);
const escapeText = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
const paragraphs = (text: string): string =>
  text
    .trim()
    .split(/\n\s*\n/)
    .map(
      (part) =>
        `<p>${part
          .trim()
          .split('\n')
          .map((line) => escapeText(line.trim()))
          .join('<br>')}</p>`,
    )
    .join('');

const clean = (html: string): string =>
  withoutEmptyLinks(
    sanitizeHtml(html, {
      allowedTags,
      allowedAttributes: { a: ['href'] },
      allowedSchemes: ['http', 'https', 'mailto'],
      allowProtocolRelative: false,
      disallowedTagsMode: 'discard',
      nestingLimit: 20,
      nonTextTags: [
        'style',
        'script',
        'textarea',
        'option',
        'noscript',
        'title',
        'xmp',
        'iframe',
        'noembed',
        'template',
        'svg',
        'math',
        'object',
        'select',
      ],
      // A link without an address of its own, as "#" or a path, leads nowhere in a mail.
      transformTags: {
        a: (tagName, attributes) => ({
          tagName,
          attribs: /^(?:https?:\/\/|mailto:)/i.test((attributes['href'] ?? '').trim())
            ? { href: (attributes['href'] as string).trim() }
            : ({} as Record<string, string>),
        }),
      },
    }),
  )
    .replace(/(?<=>)\s+(?=<)/g, (space) => (space.includes('\n') ? '' : space))
    .trim();

/** Cleaned HTML without the links that lead nowhere; what they show stays. */
function withoutEmptyLinks(html: string): string {
  const isShown: boolean[] = [];
  return html.replace(/<a(?: href="[^"<>]*")?>|<\/a>/g, (tag) => {
    if (tag !== '</a>') isShown.push(tag !== '<a>');
    return (tag === '</a>' ? isShown.pop() : isShown.at(-1)) ? tag : '';
  });
}

/** `[First Name]` and `{first_name}` as models write them become the field, where it is one. */
function restoreFields(text: string, fields: readonly string[]): string {
  const plain = (name: string) => name.toLowerCase().replace(/[\s_-]+/g, '');
  const byName = new Map(fields.map((field) => [plain(field), field]));
  return text.replace(
    /\[([A-Za-z][\w -]{0,39})\]|(?<!\{)\{([A-Za-z][\w -]{0,39})\}(?!\})/g,
    (all, bracket: string | undefined, brace: string | undefined) => {
      const field = byName.get(plain(bracket ?? brace ?? ''));
      return field ? `{{${field}}}` : all;
    },
  );
}
