import type { Block, Inline } from '@skein/contracts/university/library';

const plain = (parts: readonly Inline[]): string => parts.map(({ text }) => text).join('');

/** A block as it is read aloud: sentences end, cells of a row follow each other. Pure. */
export function readableText(block: Block): string {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
    case 'quote':
      return plain(block.content);
    case 'code':
      return `Code: ${block.text}`;
    case 'list':
      return block.items.map((item) => plain(item).replace(/[.;,]?$/, '.')).join(' ');
    case 'picture':
      return `Picture: ${block.alt}`;
    case 'table':
      return [block.head, ...block.rows].map((row) => `${row.map(plain).join(', ')}.`).join(' ');
  }
}
