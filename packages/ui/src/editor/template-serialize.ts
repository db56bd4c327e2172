import { encodeAttribute, encodeText } from './html-tokens';
import { markOrder, tagName } from './template-document';
import type { BlockOrigin, TemplateMark, TemplateNode } from './template-document';

const usualTag: Record<string, string> = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  link: 'a',
  paragraph: 'p',
  bulletList: 'ul',
  orderedList: 'ol',
  listItem: 'li',
  blockquote: 'blockquote',
  htmlBox: 'div',
};
const allowedTags: Record<string, readonly string[]> = {
  paragraph: ['p', 'div'],
  bulletList: ['ul'],
  orderedList: ['ol'],
  listItem: ['li'],
  blockquote: ['blockquote'],
  htmlBox: ['div', 'section', 'article', 'center', 'main', 'header', 'footer'],
  bold: ['b', 'strong'],
  italic: ['i', 'em'],
  underline: ['u'],
  strike: ['s', 'strike', 'del'],
  link: ['a'],
};

/** The tag a block or mark came from, if it still fits what it is now. */
function ownOpen(node: { type: string; attrs?: Record<string, unknown> }): string | null {
  const open = node.attrs?.open;
  if (typeof open !== 'string' || open === '') return null;
  const name = tagName(open);
  const allowed = node.type === 'heading' ? [`h${String(node.attrs?.level ?? 1)}`] : allowedTags[node.type];
  return !allowed || allowed.includes(name) ? open : null;
}

function openMark(mark: TemplateMark): string {
  const own = ownOpen(mark);
  if (own) return own;
  if (mark.type === 'link') return `<a href="${encodeAttribute(String(mark.attrs?.href ?? ''))}">`;
  return `<${usualTag[mark.type] ?? 'span'}>`;
}

const closeOf = (open: string) => `</${tagName(open)}>`;
const rank = (mark: TemplateMark) => (markOrder as readonly string[]).indexOf(mark.type);

/** Spaces that HTML would swallow are written as no-break ones: the parser left none, so a person typed them. */
function keepSpaces(text: string, atStart: boolean): string {
  const kept = text.replace(/ {2,}/g, (run) => ` ${'\u00a0'.repeat(run.length - 1)}`);
  return atStart ? kept.replace(/^ /, '\u00a0') : kept;
}

function inlineSource(nodes: readonly TemplateNode[]): string {
  let html = '';
  let active: string[] = [];
  nodes.forEach((node, index) => {
    const wanted = [...(node.marks ?? [])].sort((a, b) => rank(a) - rank(b)).map(openMark);
    let shared = 0;
    while (shared < active.length && shared < wanted.length && active[shared] === wanted[shared]) shared += 1;
    html += active.slice(shared).reverse().map(closeOf).join('') + wanted.slice(shared).join('');
    active = wanted;
    if (node.type === 'text')
      html += encodeText(keepSpaces(node.text ?? '', index === 0 || nodes[index - 1]?.type === 'hardBreak'));
    else if (node.type === 'hardBreak') html += '<br>';
    else html += String(node.attrs?.source ?? '');
  });
  return html + active.reverse().map(closeOf).join('');
}

function textBlock(node: TemplateNode, bareAllowed: boolean, usual: string): string {
  const content = node.content ?? [];
  const inside = inlineSource(content);
  const last = content[content.length - 1];
  // A break at the very end does nothing in HTML; a person who put one wants a line.
  const shown = last?.type === 'hardBreak' ? `${inside}<br>` : inside;
  if (node.attrs?.open === '' && bareAllowed) return shown;
  const open = ownOpen(node) ?? `<${usual}>`;
  return `${open}${shown === '' ? '<br>' : shown}${closeOf(open)}`;
}

function listItem(node: TemplateNode): string {
  const open = ownOpen(node) ?? '<li>';
  const children = node.content ?? [];
  const inside = children.map((child, index) => {
    const next = children[index + 1];
    const alone = index === 0 && (!next || next.type === 'bulletList' || next.type === 'orderedList');
    if (child.type === 'paragraph' && !ownOpen(child) && alone) return inlineSource(child.content ?? []);
    return blockSource(child, false);
  });
  return `${open}${inside.join('')}${closeOf(open)}`;
}

/** A block in the one form the editor writes; `bareAllowed` lets text stand without a tag where it did. */
export function blockSource(node: TemplateNode, bareAllowed = true): string {
  if (node.type === 'htmlBlock') return String(node.attrs?.source ?? '');
  if (node.type === 'horizontalRule') return ownOpen(node) ?? '<hr>';
  if (node.type === 'paragraph') return textBlock(node, bareAllowed, 'p');
  if (node.type === 'heading') return textBlock(node, false, `h${String(node.attrs?.level ?? 1)}`);
  if (node.type === 'listItem') return listItem(node);
  const open = ownOpen(node) ?? `<${usualTag[node.type] ?? 'div'}>`;
  return `${open}${blockSources(node.content ?? [])}${closeOf(open)}`;
}

const isBare = (node: TemplateNode | undefined) => node?.type === 'paragraph' && node.attrs?.open === '';

function blockSources(nodes: readonly TemplateNode[]): string {
  // Two texts without tags beside each other would become one.
  return nodes.map((node, index) => blockSource(node, !isBare(nodes[index - 1]))).join('');
}

/** The template of a document: blocks that read as they did are written exactly as they came. */
export function serializeTemplate(document: TemplateNode): string {
  const blocks = document.content ?? [];
  return blocks
    .map((node, index) => {
      const origin = node.attrs?.origin as BlockOrigin | null | undefined;
      const crowded = isBare(node) && isBare(blocks[index - 1]);
      const canonical = blockSource(node, !crowded);
      if (origin && !crowded && origin.canonical === canonical) return origin.lead + origin.source + origin.tail;
      return (origin?.lead ?? '') + canonical + (origin?.tail ?? '');
    })
    .join('');
}

/** The text of a one-line template: nothing is escaped, because it is no HTML. */
export function serializeLine(document: TemplateNode): string {
  return (document.content ?? [])
    .map((block) =>
      (block.content ?? [])
        .map((node) => (node.type === 'text' ? (node.text ?? '') : String(node.attrs?.source ?? '')))
        .join(''),
    )
    .join(' ');
}
