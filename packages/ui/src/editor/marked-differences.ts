import { Extension, type Editor } from '@tiptap/core';
import { Node, type Schema } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { readValue } from './editor-document';
import { readVariable, writeVariable } from './template-constructs';
import { differingWords } from './word-differences';

/** A run of signs without a space, chips among them, and where it is. */
interface Word {
  text: string;
  from: number;
  to: number;
}

/** A chip as a word: however its fallback is written, it is the same one. */
function textOfChip(source: string): string {
  const variable = readVariable(source);
  return variable ? writeVariable(variable) : source;
}

/** The words of a document in order. */
function wordsOf(document: Node): Word[] {
  const words: Word[] = [];
  let open: Word | null = null;
  const add = (text: string, from: number, to: number) => {
    if (open) open = { ...open, text: open.text + text, to };
    else open = { text, from, to };
  };
  const close = () => {
    if (open) words.push(open);
    open = null;
  };
  document.descendants((node, position) => {
    if (node.isTextblock) {
      close();
      return true;
    }
    if (!node.isInline) return true;
    if (node.isText) {
      for (const { 0: run, index } of (node.text ?? '').matchAll(/\s+|\S+/g))
        if (run.trim() === '') close();
        else add(run, position + index, position + index + run.length);
      return false;
    }
    if (node.type.name === 'hardBreak') close();
    else add(textOfChip(String(node.attrs.source ?? '')), position, position + node.nodeSize);
    return false;
  });
  close();
  return words;
}

const key = new PluginKey<DecorationSet>('markedDifferences');

/** What the document is compared with, as the value of an editor of the same format. */
type Base = () => string | null;

const baseWords = (schema: Schema, format: 'html' | 'line', base: string): string[] =>
  wordsOf(Node.fromJSON(schema, readValue(schema, format, base))).map(({ text }) => text);

/** Marks the words that another template does not have. */
export function markDifferences(format: 'html' | 'line', base: Base) {
  return Extension.create({
    name: 'markedDifferences',
    addProseMirrorPlugins() {
      const { schema } = this.editor;
      const mark = (document: Node): DecorationSet => {
        const other = base();
        if (other === null) return DecorationSet.empty;
        const words = wordsOf(document);
        const differs = differingWords(
          baseWords(schema, format, other),
          words.map(({ text }) => text),
        );
        return DecorationSet.create(
          document,
          words
            .filter((_, index) => differs[index])
            .map(({ from, to }) => Decoration.inline(from, to, { nodeName: 'mark' })),
        );
      };
      return [
        new Plugin<DecorationSet>({
          key,
          state: {
            init: (_, state) => mark(state.doc),
            apply: (transaction, marks) =>
              transaction.docChanged || transaction.getMeta(key) ? mark(transaction.doc) : marks,
          },
          props: { decorations: (state) => key.getState(state) },
        }),
      ];
    },
  });
}

/** Compares again: the other template has changed. */
export function compareAgain(editor: Editor): void {
  editor.view.dispatch(editor.state.tr.setMeta(key, true).setMeta('addToHistory', false));
}
