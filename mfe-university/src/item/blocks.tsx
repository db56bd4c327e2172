import { styled } from 'styled-components';
import type { Block, Inline } from '@skein/contracts/university/library';
import { pageConnection } from '@skein/mfe/page-connection';
import { CodeBlock } from '@skein/ui/code-block';
import { Link } from '@skein/ui/link';

const Text = styled.article`
  max-width: 72ch;
  font-size: var(--fs-mail);
  line-height: var(--lh-mail);
  & > * + * {
    margin-top: var(--s-3);
  }
  & > h2 {
    margin-top: var(--s-6);
    font-size: var(--fs-4);
    line-height: var(--lh-4);
    font-weight: var(--w-bold);
  }
  & > h3,
  & > h4 {
    margin-top: var(--s-5);
    font-weight: var(--w-bold);
  }
  & ul {
    list-style: disc;
  }
  & ol {
    list-style: decimal;
  }
  & ul,
  & ol {
    padding-left: var(--s-5);
  }
  & li + li {
    margin-top: var(--s-2);
  }
  & blockquote {
    padding: var(--s-2) var(--s-4);
    border-left: 3px solid var(--accent);
    background: var(--surface-2);
  }
  & code {
    font-family: var(--mono);
    font-size: 0.92em;
  }
  & strong {
    font-weight: var(--w-bold);
  }
`;

const Read = styled.div`
  margin-inline: calc(-1 * var(--s-3));
  padding-inline: var(--s-3);
  border-radius: var(--r-2);
  background: var(--accent-soft);
`;

const Scroll = styled.div`
  overflow-x: auto;
  & th,
  & td {
    padding: var(--s-2) var(--s-3);
    border-bottom: 1px solid var(--border);
    text-align: left;
    vertical-align: top;
  }
  & th {
    font-weight: var(--w-medium);
    color: var(--muted);
  }
`;

const Picture = styled.img`
  display: block;
  width: 100%;
  height: auto;
  border: 1px solid var(--border);
  border-radius: var(--r-3);
  break-inside: avoid;
`;

/** Paper has no page header. */
const PrintedTitle = styled.h1`
  display: none;
  @media print {
    display: block;
    font-size: var(--fs-6);
    line-height: 1.2;
    font-weight: var(--w-bold);
  }
`;

/** A text of the library, drawn from its blocks. */
export function Blocks({
  blocks,
  title,
  reading = null,
}: {
  blocks: readonly Block[];
  title: string;
  reading?: number | null;
}) {
  return (
    <Text data-print>
      <PrintedTitle>{title}</PrintedTitle>
      {blocks.map((block, index) =>
        // The block that is read aloud is marked and kept in view.
        index === reading ? (
          <Read key={index} ref={keepInView}>
            <OneBlock block={block} />
          </Read>
        ) : (
          <OneBlock key={index} block={block} />
        ),
      )}
    </Text>
  );
}

const keepInView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

function OneBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return <BlockHeading level={block.level} id={block.id} content={block.content} />;
    case 'paragraph':
      return (
        <p>
          <Parts parts={block.content} />
        </p>
      );
    case 'quote':
      return (
        <blockquote>
          <Parts parts={block.content} />
        </blockquote>
      );
    case 'code':
      return <CodeBlock code={block.text} label={block.language || 'Text'} />;
    case 'list':
      return <BlockList ordered={block.ordered} items={block.items} />;
    case 'picture':
      return <BlockPicture {...block} />;
    case 'table':
      return <BlockTable head={block.head} rows={block.rows} />;
  }
}

function BlockHeading({ level, id, content }: { level: number; id: string; content: readonly Inline[] }) {
  const Heading = level === 2 ? 'h2' : level === 3 ? 'h3' : 'h4';
  return (
    <Heading id={id}>
      <Parts parts={content} />
    </Heading>
  );
}

function BlockList({ ordered, items }: { ordered: boolean; items: readonly Inline[][] }) {
  const List = ordered ? 'ol' : 'ul';
  return (
    <List>
      {items.map((item, index) => (
        <li key={index}>
          <Parts parts={item} />
        </li>
      ))}
    </List>
  );
}

function BlockPicture({ src, alt, width, height }: Extract<Block, { kind: 'picture' }>) {
  const address = `${pageConnection().baseUrl('university')}${src}`;
  return <Picture src={address} alt={alt} width={width} height={height} crossOrigin="anonymous" />;
}

function BlockTable({ head, rows }: { head: readonly Inline[][]; rows: readonly Inline[][][] }) {
  return (
    // A wide table is scrolled, by keyboard as well.
    <Scroll role="region" aria-label="Table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell, index) => (
              <th key={index} scope="col">
                <Parts parts={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column}>
                  <Parts parts={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function Parts({ parts }: { parts: readonly Inline[] }) {
  return parts.map((part, index) => {
    const text = marked(part);
    return part.href ? (
      <Link key={index} href={part.href}>
        {text}
      </Link>
    ) : (
      <span key={index}>{text}</span>
    );
  });
}

function marked({ text, mark }: Inline) {
  if (mark === 'strong') return <strong>{text}</strong>;
  if (mark === 'emphasis') return <em>{text}</em>;
  if (mark === 'code') return <code>{text}</code>;
  return text;
}
