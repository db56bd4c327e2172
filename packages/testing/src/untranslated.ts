import type { z } from 'zod';

/** The parts of zod's definitions that hold codes, or schemas that do. */
interface Definition {
  type?: string;
  entries?: Record<string, unknown>;
  values?: unknown[];
  getter?: () => unknown;
}

const shownAttributes = [
  'aria-label',
  'aria-description',
  'aria-valuetext',
  'aria-roledescription',
  'placeholder',
  'title',
  'alt',
];
/** Written for machines, or by whoever uses the page. */
const leftOut = 'style, script, code, pre, kbd, [translate="no"], [contenteditable="true"]';

const hasLetter = (text: string) => /\p{L}/u.test(text);
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
const escape = (text: string) => text.replace(/[.*+?^$|()[\]{}\\]/g, '\\$&');

/** What is called the same in every language: products, protocols, currencies, and units beside a figure. */
const names = new Set(
  (
    'Gmail Google Outlook Microsoft Zoho LinkedIn InMail HubSpot Salesforce Pipedrive Slack Zapier ListKit LeadMagic Clay Skein Stripe ' +
    'SpamAssassin API CSV DKIM DMARC DNS IMAP IP JSON OAuth PDF SMTP SPF SSL TLS URL USD UTC'
  ).split(' '),
);
/** Addresses of pages and people, names of files and hosts; colours and models. */
const isAddress = (word: string) =>
  word.includes('://') || /[\p{L}\d_-][.@][\p{L}\d]|-\d/u.test(word) || /^[#@][\w.-]+$/.test(word);
/** What stands behind a figure: 6 min, 4.8 MB; 10:00 CET. */
const isBehindFigure = (word: string, before: string) =>
  /^(?:ms|s|min|h|kB|KB|MB|GB|px)$/.test(word)
    ? /\d$/.test(before)
    : /^[A-Z]{2,5}$/.test(word) && /:\d\d$/.test(before);
/** Whether words say nothing that a language says otherwise: names, initials of people, what has a figure. */
const saysNothing = (words: readonly string[]) =>
  words.every(
    (word, at) =>
      !hasLetter(word) ||
      /\d/.test(word) ||
      names.has(word) ||
      /^\p{Lu}{1,2}$/u.test(word) ||
      isBehindFigure(word, words[at - 1] ?? ''),
  );
const zones = Intl.supportedValuesOf('timeZone').flatMap((zone) => [zone, zone.replaceAll('_', ' ')]);

/** What a text of the pseudo language stands between. */
interface Marks {
  opens: string;
  closes: string;
}

/** The pieces of a text that are not translated. */
function piecesOf(text: string, { opens, closes }: Marks): string[] {
  const pieces: string[] = [''];
  let depth = 0;
  for (const letter of text)
    if (letter === opens) {
      if (depth++ === 0) pieces.push('');
    } else if (letter === closes) depth--;
    else if (depth === 0) pieces[pieces.length - 1] += letter;
  return pieces.map(oneLine).filter(hasLetter);
}

/** What the test gave the page to show. */
class Data {
  readonly texts = new Set<string>();
  private readonly codes = new Set<string>();
  private readonly seen = new WeakSet<object>();

  add(value: unknown): void {
    if (typeof value === 'string') {
      this.texts.add(oneLine(value));
      if (value.includes('<'))
        this.texts.add(oneLine(new DOMParser().parseFromString(value, 'text/html').body.textContent ?? ''));
    } else if (typeof value === 'object' && value !== null)
      for (const [name, part] of Object.entries(value)) {
        // Names that people gave, of fields say.
        if (!/^[a-z\d_]+$/i.test(name)) this.texts.add(name);
        this.add(part);
      }
  }

  /** Codes are no data: a page says them in words. */
  addCodes(part: unknown): void {
    if (typeof part !== 'object' || part === null || this.seen.has(part)) return;
    this.seen.add(part);
    const definition = (part as { _zod?: { def: Definition } })._zod?.def;
    if (!definition) return Object.values(part).forEach((each) => this.addCodes(each));
    const literals = definition.type === 'literal' ? (definition.values ?? []) : [];
    for (const code of [...Object.values(definition.entries ?? {}), ...literals])
      if (typeof code === 'string') this.codes.add(code);
    if (definition.getter) this.addCodes(definition.getter());
    return Object.values(definition).forEach((each) => this.addCodes(each));
  }

  /** Whether a piece of text is data, or made of data and of what is the same everywhere. */
  explains(piece: string): boolean {
    const known = [...this.texts].filter((text) => hasLetter(text) && !this.codes.has(text));
    const cut = piece.replace(/(?:…|\.\.\.)$/, '').trim();
    // Within a longer text only what is more than a common word, which a page can say too.
    const isOwn = /[\p{Lu}\d]/u.test(piece) || piece.split(' ').length > 2;
    if (
      known.some(
        (text) => text === piece || (isOwn && wordsOf(piece).test(text)) || (cut !== piece && text.startsWith(cut)),
      )
    )
      return true;
    const withoutAddresses = piece.split(' ').filter((word) => !isAddress(word));
    let rest = withoutAddresses.join(' ');
    const parts = [...known, ...zones].filter((text) => text.length > 1 && rest.includes(text));
    parts.sort((one, other) => other.length - one.length);
    for (const text of parts) rest = rest.replaceAll(wordsOf(text), ' ');
    return saysNothing(rest.split(/[\s,;()/·-]/).map((word) => word.replaceAll(/^[^\p{L}\d]|[^\p{L}\d]$/gu, '')));
  }
}
/** A text as whole words. */
const wordsOf = (text: string) => new RegExp(`(?<![\\p{L}\\d])${escape(text)}(?![\\p{L}\\d])`, 'gu');

/** Watches a document in the pseudo language, and tells which texts are neither marked nor data. */
export class UntranslatedTexts {
  private readonly data = new Data();
  private readonly shown = new Map<string, string>();

  constructor(
    document: Document,
    private readonly marks: Marks,
  ) {
    new MutationObserver((changes) => {
      for (const { target, addedNodes, type } of changes)
        if (type === 'childList') addedNodes.forEach((node) => this.read(node));
        else if (type === 'characterData') this.read(target);
        else this.readAttributes(target as Element);
    }).observe(document, { subtree: true, childList: true, characterData: true, attributeFilter: shownAttributes });
  }

  given(value: unknown, schema?: z.ZodType): void {
    this.data.add(value);
    this.data.addCodes(schema);
  }

  /** The texts since the last time, each with the place where it stood. */
  take(): string[] {
    for (const field of document.querySelectorAll('input, textarea')) this.data.add((field as HTMLInputElement).value);
    const found = [...this.shown].flatMap(([text, place]) =>
      piecesOf(text, this.marks)
        .filter((piece) => !this.data.explains(piece))
        .map((piece) => `${piece} — ${place}${piece === text ? '' : ` “${text}”`}`),
    );
    this.shown.clear();
    return [...new Set(found)];
  }

  private read(node: Node): void {
    if (node.nodeType === Node.TEXT_NODE) {
      const { parentElement } = node;
      if (parentElement && !parentElement.closest(leftOut)) this.see(node.nodeValue ?? '', parentElement);
      return;
    }
    if (!(node instanceof Element) || node.matches(leftOut)) return;
    this.readAttributes(node);
    node.childNodes.forEach((child) => this.read(child));
  }

  private readAttributes(element: Element): void {
    if (element.closest(leftOut)) return;
    for (const name of shownAttributes) {
      const value = element.getAttribute(name);
      if (value !== null) this.see(value, element, name);
    }
  }

  private see(text: string, element: Element, attribute = ''): void {
    const whole = oneLine(text);
    if (hasLetter(whole) && !this.shown.has(whole))
      this.shown.set(
        whole,
        `${element.tagName.toLowerCase()}${attribute && ` ${attribute}`} at ${window.location.pathname}`,
      );
  }
}
