/** Elements and attributes that plain text cannot stand for. */
const formatted =
  /<(?:img|table|ul|ol|h[1-6]|b|strong|em|i|u|pre|hr|font|center|big|mark|code)\b|<a\b[^<>]*\shref=|\sstyle=|\sbgcolor=/i;

/** HTML without its quotations: what the sender wrote. */
export function withoutQuotes(html: string): string {
  const from = html.search(/<blockquote/i);
  // In the text itself: a lower-cased copy can be longer (a dotted capital I), and its places differ.
  const last = [...html.matchAll(/<\/blockquote>/gi)].at(-1);
  return from < 0 || !last || last.index < from ? html : html.slice(0, from) + html.slice(last.index + last[0].length);
}

/** Whether a mail has to be shown in its frame: it has a form of its own, not only words and line breaks. */
export function needsFrame(message: { html: string; is_text_only: boolean }): boolean {
  return !message.is_text_only && message.html !== '' && formatted.test(withoutQuotes(message.html));
}

const blocks = new Set(['P', 'DIV', 'TR', 'LI', 'SECTION', 'ADDRESS', 'CENTER', 'TABLE']);

/**
 * The words of HTML that needs no frame, with its empty lines as mail programs show them. It is read in a document of its own, in
 * which nothing is loaded or run.
 */
export function textOfHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  let text = '';
  /** Lines that ended since the last word, and whether the margin of a paragraph stands there too: margins that meet are one. */
  let ended = 0;
  let gap = false;
  const endBlock = (hasMargin: boolean) => {
    if (text === '') return;
    ended = Math.max(ended, 1);
    gap ||= hasMargin;
  };
  const endLine = () => {
    if (text !== '') ended += ended > 0 && gap ? 2 : 1;
    if (ended > 1) gap = false;
  };
  const write = (words: string) => {
    const isNewLine = text === '' || ended > 0;
    if (words.trim() === '' && isNewLine) return;
    if (ended > 0) text = text.trimEnd() + '\n'.repeat(ended + (gap ? 1 : 0));
    ended = 0;
    gap = false;
    text += isNewLine ? words.trimStart() : words;
  };
  const walk = (node: Node) => {
    if (node.nodeType === Node.TEXT_NODE) write((node.textContent ?? '').replace(/\s+/g, ' '));
    else if (node.nodeName === 'BR') endLine();
    else if (node.nodeName !== 'BLOCKQUOTE') {
      const isBlock = blocks.has(node.nodeName);
      const hasMargin = node.nodeName === 'P';
      if (isBlock) endBlock(hasMargin);
      node.childNodes.forEach(walk);
      if (isBlock) endBlock(hasMargin);
    }
  };
  walk(body);
  return text.trim();
}

/** What a mail says, as paragraphs of lines. Empty lines between two paragraphs are one, unless they are to be kept. */
export function paragraphsOf(text: string, keepsEmpty = false): string[][] {
  const [first = '', ...rest] = text.split(/(\n{2,})/);
  const parts = [{ extra: 0, part: first }];
  for (let at = 0; at < rest.length; at += 2)
    parts.push({ extra: keepsEmpty ? (rest[at]?.length ?? 2) - 2 : 0, part: rest[at + 1] ?? '' });
  return parts
    .filter(({ part }) => part.trim() !== '')
    .map(({ extra, part }) => [
      ...Array.from({ length: extra }, () => ''),
      ...part.split('\n').map((line) => line.trimEnd()),
    ]);
}

/** One line that stands for a folded mail. */
export const firstWords = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 200).trim();

/** A person's part of a mail that was to leave: what stands above the signature and the quotation that were added to it. */
export function ownHtmlOf(html: string, signature: string | null): string {
  const at = html.search(/(?:<br\s*\/?>)?<div class="quotation">/i);
  const own = at < 0 ? html : html.slice(0, at);
  const added = `<br><br>${signature ?? ''}`;
  return signature && own.endsWith(added) ? own.slice(0, -added.length) : own;
}

const kinds: Record<string, string> = {
  auto_reply: 'Automatic reply',
  out_of_office: 'Out of office',
  bounce: 'Bounce',
  complaint: 'Complaint',
  unsubscribe_request: 'Asked to be removed',
};

/** What a received mail is, when it is not simply a reply. */
export const kindName = (kind: string): string | null => kinds[kind] ?? null;
