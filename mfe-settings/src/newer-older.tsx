import { useState, type CSSProperties } from 'react';
import { Button } from '@skein/ui/button';
import { Row } from '@skein/ui/layout';

interface Pages {
  isFirst: boolean;
  newer: () => void;
  older: (cursor: string) => void;
}

/** Pages of a log, newest first, by their cursors; null is the first. */
export function useLogPages(): Pages & { cursor: string | null; first: () => void } {
  const [left, setLeft] = useState<readonly string[]>([]);
  return {
    cursor: left.at(-1) ?? null,
    isFirst: left.length === 0,
    first: () => setLeft([]),
    newer: () => setLeft(left.slice(0, -1)),
    older: (cursor) => setLeft([...left, cursor]),
  };
}

/** The buttons below a log that lead to newer and older pages; nothing where it has only one. */
export function NewerOlder({ pages, next, style }: { pages: Pages; next: string | null; style?: CSSProperties }) {
  if (pages.isFirst && !next) return null;
  return (
    <Row $justify="end" style={style}>
      <Button size="small" icon="chevron-left" disabled={pages.isFirst} onClick={pages.newer}>
        Newer
      </Button>
      <Button size="small" iconEnd="chevron-right" disabled={!next} onClick={() => next && pages.older(next)}>
        Older
      </Button>
    </Row>
  );
}
