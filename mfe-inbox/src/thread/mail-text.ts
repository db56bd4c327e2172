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

/** The words of HTML that needs no frame. It is read in a document of its own, in which nothing is loaded or run. */
export function textOfHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const parts: string[] = [];
  const endLine = () => {
    if (!parts.at(-1)?.endsWith('\n')) parts.push('\n');
  };
  const walk = (node: Node) => {
    if (node.nodeType === Node.TEXT_NODE) {
      const words = (node.textContent ?? '').replace(/\s+/g, ' ');
      if (words !== '') parts.push(words);
    } else if (node.nodeName === 'BR') parts.push('\n');
    else if (node.nodeName !== 'BLOCKQUOTE') {
      const block = blocks.has(node.nodeName);
      if (block && parts.length > 0) endLine();
      node.childNodes.forEach(walk);
      if (block) endLine();
      if (node.nodeName === 'P') parts.push('\n');
    }
  };
  walk(body);
  return parts
    .join('')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** What a mail says, as paragraphs of lines. */
export function paragraphsOf(text: string): string[][] {
  return text
    .split(/\n{2,}/)
    .map((part) => part.split('\n').map((line) => line.trimEnd()))
    .filter((lines) => lines.some((line) => line !== ''));
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
