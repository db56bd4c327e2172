import { attributeOf, decodeText } from './html-tokens';
import type { HtmlToken } from './html-tokens';
import { markTags, plainInlineTags } from './template-document';
import type { TemplateMark, TemplateNode } from './template-document';

/** Whether a piece can stand inside a line of text. */
export function isInline(token: HtmlToken): boolean {
  if (token.type === 'text' || token.type === 'construct') return true;
  if (token.type === 'comment') return false;
  return (
    token.name in markTags ||
    plainInlineTags.has(token.name) ||
    token.name === 'br' ||
    token.name === 'img' ||
    token.name === 'wbr'
  );
}

function markOf(token: { name: string; source: string }): TemplateMark {
  const type = markTags[token.name] ?? 'inlineTag';
  if (type === 'link') return { type, attrs: { href: attributeOf(token.source, 'href') ?? '', open: token.source } };
  return { type, attrs: { open: token.source } };
}

/** Marks inside each other; a tag beyond them is kept as source. */
const mostMarks = 30;

const sameMarks = (a: readonly TemplateMark[] | undefined, b: readonly TemplateMark[] | undefined) =>
  JSON.stringify(a ?? []) === JSON.stringify(b ?? []);

/** Nodes of a run of inline pieces, with white space as a browser shows it. */
export function parseInline(tokens: readonly HtmlToken[]): TemplateNode[] {
  const nodes: TemplateNode[] = [];
  const stack: { name: string; mark: TemplateMark }[] = [];
  const push = (node: TemplateNode) => {
    // The same mark twice says nothing more; the document allows it once.
    const marks = stack
      .map((entry) => entry.mark)
      .filter(
        (mark, index, all) =>
          all.findIndex(
            (other) =>
              other.type === mark.type && (mark.type !== 'inlineTag' || other.attrs?.open === mark.attrs?.open),
          ) === index,
      );
    const made = marks.length > 0 ? { ...node, marks: [...marks] } : node;
    const last = nodes[nodes.length - 1];
    if (made.type === 'text' && last?.type === 'text' && sameMarks(last.marks, made.marks))
      last.text = (last.text ?? '') + (made.text ?? '');
    else nodes.push(made);
  };
  const endsWithSpace = () => {
    const last = nodes[nodes.length - 1];
    return !last || last.type === 'hardBreak' || (last.type === 'text' && (last.text ?? '').endsWith(' '));
  };
  for (const token of tokens) {
    if (token.type === 'text') {
      // White space is folded before references are resolved: a no-break space is not white space here.
      let text = decodeText(token.source.replace(/[ \t\r\n\f]+/g, ' '));
      if (text.startsWith(' ') && endsWithSpace()) text = text.slice(1);
      if (text !== '') push({ type: 'text', text });
    } else if (token.type === 'construct') push({ type: 'templateChip', attrs: { source: token.source } });
    else if (token.type === 'comment') push({ type: 'htmlInline', attrs: { source: token.source } });
    else if (token.type === 'open' && token.name === 'br') {
      trimEnd(nodes);
      push({ type: 'hardBreak' });
    } else if (token.type === 'open' && token.name === 'img')
      push({ type: 'templateImage', attrs: { source: token.source } });
    else if (token.type === 'open' && token.void) push({ type: 'htmlInline', attrs: { source: token.source } });
    else if (token.type === 'open' && stack.length >= mostMarks)
      push({ type: 'htmlInline', attrs: { source: token.source } });
    else if (token.type === 'open') stack.push({ name: token.name, mark: markOf(token) });
    else {
      const at = stack.map((entry) => entry.name).lastIndexOf(token.name);
      if (at >= 0) stack.splice(at, 1);
    }
  }
  trimEnd(nodes);
  // One break at the end of a block only keeps it open.
  if (nodes[nodes.length - 1]?.type === 'hardBreak') {
    nodes.pop();
    trimEnd(nodes);
  }
  return nodes;
}

function trimEnd(nodes: TemplateNode[]): void {
  const last = nodes[nodes.length - 1];
  if (last?.type !== 'text' || !last.text?.endsWith(' ')) return;
  let end = last.text.length;
  while (last.text[end - 1] === ' ') end -= 1;
  last.text = last.text.slice(0, end);
  if (last.text === '') nodes.pop();
}
