import { Extension, Mark, mergeAttributes, Node } from '@tiptap/core';
import type { Extensions } from '@tiptap/core';
import { Link } from '@tiptap/extension-link';
import type { Node as ProseMirrorNode } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { StarterKit } from '@tiptap/starter-kit';
import { createChipView, createHtmlBlockView, createImageView } from './chip-view';
import type { ChipDescription } from './chip-view';
import { markDifferences } from './marked-differences';
import { findConstructs, readVariable, writeVariable, type Construct } from './template-constructs';

const sourceAttribute = {
  source: { default: '', parseHTML: (element: HTMLElement) => element.getAttribute('data-template') ?? '' },
};
const hidden = (keepOnSplit: boolean) => ({ default: null, rendered: false, keepOnSplit, parseHTML: () => null });

/** Whether a paragraph is a box of one line, as mail programs write them: it has no margin. */
const isLine = (node: { attrs: Record<string, unknown> }) => /^<div\b/i.test(String(node.attrs.open ?? ''));

/** Keeps where blocks and marks came from; never part of what is copied. */
const Origins = Extension.create({
  name: 'templateOrigins',
  addGlobalAttributes() {
    return [
      {
        types: [
          'paragraph',
          'heading',
          'bulletList',
          'orderedList',
          'blockquote',
          'horizontalRule',
          'htmlBox',
          'htmlBlock',
        ],
        attributes: { origin: hidden(false) },
      },
      {
        types: ['heading', 'bulletList', 'orderedList', 'listItem', 'blockquote', 'horizontalRule', 'htmlBox'],
        attributes: { open: hidden(true) },
      },
      {
        types: ['paragraph'],
        attributes: {
          open: {
            ...hidden(true),
            rendered: true,
            renderHTML: (attrs: Record<string, unknown>) => (isLine({ attrs }) ? { class: 'line' } : {}),
          },
        },
      },
      { types: ['bold', 'italic', 'underline', 'strike', 'link'], attributes: { open: hidden(true) } },
    ];
  },
});

/** A tag without a mark of its own, kept with its attributes. */
const InlineTag = Mark.create({
  name: 'inlineTag',
  excludes: '',
  addAttributes: () => ({ open: { default: null, rendered: false, parseHTML: () => null } }),
  renderHTML: () => ['span', { class: 'tag-kept' }, 0],
});

/** A box of blocks (div, section) that keeps its tag. */
const HtmlBox = Node.create({
  name: 'htmlBox',
  group: 'block',
  content: 'block+',
  defining: true,
  renderHTML: () => ['div', { class: 'html-box' }, 0],
});

function createChip(describe: (source: string) => ChipDescription) {
  return Node.create({
    name: 'templateChip',
    group: 'inline',
    inline: true,
    atom: true,
    selectable: true,
    addAttributes: () => sourceAttribute,
    parseHTML: () => [{ tag: 'span[data-template]' }],
    renderHTML: ({ node, HTMLAttributes }) => [
      'span',
      mergeAttributes(HTMLAttributes, { 'data-template': node.attrs.source as string }),
      node.attrs.source as string,
    ],
    renderText: ({ node }) => node.attrs.source as string,
    addNodeView: () => createChipView(describe),
  });
}

const TemplateImage = Node.create({
  name: 'templateImage',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => sourceAttribute,
  parseHTML: () => [
    {
      tag: 'img[src]',
      getAttrs: (element) => ({
        source: `<img src="${encodeURI(element.getAttribute('src') ?? '').replaceAll('"', '%22')}" alt="${(element.getAttribute('alt') ?? '').replace(/[&"<>]/g, '')}">`,
      }),
    },
  ],
  renderHTML: ({ node }) => ['span', { 'data-template': node.attrs.source as string }],
  addNodeView: () => createImageView(),
});

const HtmlInline = Node.create({
  name: 'htmlInline',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => sourceAttribute,
  renderHTML: ({ node }) => ['span', { 'data-html': node.attrs.source as string }],
  addNodeView: () => createHtmlBlockView('inline'),
});

const HtmlBlock = Node.create({
  name: 'htmlBlock',
  group: 'block',
  atom: true,
  addAttributes: () => sourceAttribute,
  renderHTML: ({ node }) => ['div', { 'data-html': node.attrs.source as string }],
  addNodeView: () => createHtmlBlockView('block'),
});

type FallbackOf = (key: string) => string | null;

/**
 * A variable as the editor writes it: `{{name|fallback}}` with the filter that it is short for, and without a fallback of its own
 * with the one that the field has elsewhere.
 */
const settled = ({ kind, source }: Construct, fallbackOf: FallbackOf): string => {
  const variable = kind === 'variable' ? readVariable(source) : null;
  if (!variable) return source;
  const fallback = variable.fallback ?? fallbackOf(variable.key);
  return fallback ? writeVariable({ ...variable, fallback }) : source;
};

/** `{{name|fallback}` on its way to `{{name|fallback}}`: the one brace that is closed so far must not become a spin of its own. */
const isHalfVariable = (text: string, at: number, { kind, source }: Construct): boolean =>
  kind === 'spin' && text[at - 1] === '{' && /^\{[^{}|]*\|/.test(source);

/** Turns constructs that were typed or pasted as text into chips. */
const constructsBecomeChips = (fallbackOf: FallbackOf) =>
  Extension.create({
    name: 'constructsBecomeChips',
    addProseMirrorPlugins() {
      const { schema } = this.editor;
      return [
        new Plugin({
          appendTransaction(transactions, before, after) {
            if (
              !transactions.some((transaction) => transaction.docChanged) ||
              transactions.some((transaction) => transaction.getMeta('history$'))
            )
              return null;
            const start = before.doc.content.findDiffStart(after.doc.content);
            const end = before.doc.content.findDiffEnd(after.doc.content);
            if (start === null || !end) return null;
            const change = after.tr;
            const found: { from: number; to: number; source: string }[] = [];
            const size = after.doc.content.size;
            after.doc.nodesBetween(
              Math.max(0, Math.min(start, end.b) - 1),
              Math.min(size, Math.max(start, end.b) + 1),
              (node, position) => {
                if (!node.isText || !node.text) return;
                const constructAt = findConstructs(node.text);
                for (let at = 0; at < node.text.length; at += 1) {
                  const construct = constructAt(at);
                  if (!construct || isHalfVariable(node.text, at, construct)) continue;
                  found.push({
                    from: position + at,
                    to: position + at + construct.source.length,
                    source: settled(construct, fallbackOf),
                  });
                  at += construct.source.length - 1;
                }
              },
            );
            const chip = schema.nodes.templateChip;
            if (found.length === 0 || !chip) return null;
            for (const { from, to, source } of found.reverse())
              change.replaceWith(from, to, chip.create({ source }, null, after.doc.resolve(from + 1).marks()));
            return change;
          },
        }),
      ];
    },
  });

/** Lines as one, with one space between them; spaces within a line are kept. */
const joinLines = (text: string): string =>
  text
    .split(/[\r\n]+/)
    .map((line, index, lines) => (index < lines.length - 1 ? line.trimEnd() : line))
    .map((line, index) => (index > 0 ? line.trimStart() : line))
    .filter(Boolean)
    .join(' ');

/** One line: Enter does nothing, pasted lines are joined. */
const OneLine = Extension.create({
  name: 'oneLine',
  priority: 1000,
  addKeyboardShortcuts: () => ({ Enter: () => true, 'Shift-Enter': () => true, 'Mod-Enter': () => true }),
  addProseMirrorPlugins() {
    const { editor } = this;
    return [
      new Plugin({
        props: {
          handlePaste(_view, event) {
            const text = event.clipboardData?.getData('text/plain') ?? '';
            editor.commands.insertContent({ type: 'text', text: joinLines(text) || ' ' });
            return true;
          },
        },
      }),
    ];
  },
});

/**
 * Paragraphs stand apart by themselves: Enter in an empty one that follows another leaves it at that, so that two presses, as in
 * programs where each makes a line, give one gap. Lines that are boxes have no gap, and get one by an empty line.
 */
const OneGap = Extension.create({
  name: 'oneGap',
  priority: 1000,
  addKeyboardShortcuts() {
    return {
      Enter: () => {
        const { $from, empty } = this.editor.state.selection;
        const before = $from.depth === 1 ? $from.node(0).maybeChild($from.index(0) - 1) : null;
        const isEmpty = (node: ProseMirrorNode) => node.type.name === 'paragraph' && node.content.size === 0;
        return empty && before?.type.name === 'paragraph' && isEmpty($from.parent) && !isLine($from.parent);
      },
    };
  },
});

/** Everything the template editor knows, for HTML or for one line of text. */
export function createExtensions(
  format: 'html' | 'line',
  describe: (source: string) => ChipDescription,
  comparedTo: () => string | null = () => null,
  fallbackOf: FallbackOf = () => null,
): Extensions {
  const chips = [createChip(describe), constructsBecomeChips(fallbackOf), markDifferences(format, comparedTo)];
  if (format === 'line') {
    return [
      StarterKit.configure({
        bold: false,
        italic: false,
        underline: false,
        strike: false,
        link: false,
        code: false,
        codeBlock: false,
        blockquote: false,
        bulletList: false,
        orderedList: false,
        listItem: false,
        listKeymap: false,
        heading: false,
        hardBreak: false,
        horizontalRule: false,
        trailingNode: false,
      }),
      OneLine,
      ...chips,
    ];
  }
  return [
    StarterKit.configure({ code: false, codeBlock: false, trailingNode: false, link: false }),
    // The mail's own tags decide target and rel. A web address that is typed or pasted becomes a link, so that it is
    // tracked; a bare word with a dot stays text.
    Link.configure({
      openOnClick: false,
      autolink: true,
      linkOnPaste: true,
      shouldAutoLink: (address) => /^https?:\/\//i.test(address),
      HTMLAttributes: { target: null, rel: null, class: null },
    }),
    InlineTag,
    HtmlBox,
    TemplateImage,
    HtmlInline,
    HtmlBlock,
    OneGap,
    Origins,
    ...chips,
  ];
}
