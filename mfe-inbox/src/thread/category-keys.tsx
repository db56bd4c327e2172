import { useLayoutEffect, useRef, useState } from 'react';
import { Button } from '@skein/ui/button';
import { CategoryBadge } from '@skein/ui/category-badge';
import { fadedEdges, fadeEdges } from '@skein/ui/fade-edges';
import { IconButton } from '@skein/ui/icon-button';
import { Kbd } from '@skein/ui/kbd';
import { Menu } from '@skein/ui/menu';
import { useCurrentInView } from '@skein/ui/use-current-in-view';
import { styled } from 'styled-components';
import type { Category } from '../use-categories';

const Box = styled.div`
  display: flex;
  align-items: center;
  gap: 6px;
  padding: 6px var(--s-3);
  border-bottom: 1px solid var(--border);
  background: var(--surface-2);
  flex: none;
  kbd {
    min-width: 16px;
    height: 16px;
    line-height: 14px;
    padding: 0 3px;
  }
  @media (max-width: 720px) {
    kbd {
      display: none;
    }
  }
`;

/** One line: keys that do not fit wrap out of sight, and are in the menu. A phone scrolls. */
const Keys = styled.div`
  display: flex;
  flex: 1;
  flex-wrap: wrap;
  gap: 2px 6px;
  min-width: 0;
  height: 24px;
  overflow: hidden;
  @media (max-width: 720px) {
    flex-wrap: nowrap;
    height: 36px;
    overflow-x: auto;
    scrollbar-width: none;
    ${fadedEdges}
    & > span {
      display: none;
    }
  }
`;

const Key = styled.button`
  display: inline-flex;
  align-items: center;
  gap: 5px;
  height: 24px;
  padding: 0 5px;
  border-radius: var(--r-1);
  font-size: var(--fs-1);
  white-space: nowrap;
  flex: none;
  color: var(--text-2);
  /* The line cuts off what stands out of it. */
  outline-offset: -2px;
  &:hover {
    background: var(--surface-3);
  }
  &[aria-pressed='true'] {
    background: var(--surface);
    box-shadow: inset 0 0 0 1px var(--border-strong);
    color: var(--text);
    font-weight: var(--w-medium);
  }
  @media (max-width: 720px) {
    height: 36px;
    padding: 0 8px;
  }
`;

const Hint = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 5px;
  height: 24px;
  padding: 0 5px;
  font-size: var(--fs-1);
  color: var(--muted);
  white-space: nowrap;
`;

const none: ReadonlySet<number> = new Set();

/** The categories whose keys do not fit into the line, by id. */
function useOutOfSight(categories: readonly Category[]) {
  const line = useRef<HTMLDivElement>(null);
  const [outOfSight, setOutOfSight] = useState(none);
  useLayoutEffect(() => {
    const element = line.current;
    if (!element || typeof ResizeObserver === 'undefined') return undefined;
    const measure = () => {
      const keys = [...element.querySelectorAll<HTMLElement>('[data-category]')];
      const top = keys[0]?.offsetTop ?? 0;
      const ids = keys.filter((key) => key.offsetTop > top).map((key) => Number(key.dataset['category']));
      setOutOfSight((known) => (ids.length === known.size && ids.every((id) => known.has(id)) ? known : new Set(ids)));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    for (const key of element.children) observer.observe(key);
    const stopFading = fadeEdges(element);
    return () => {
      observer.disconnect();
      stopFading?.();
    };
  }, [categories]);
  return { line, outOfSight };
}

/** One key a category: 1 to 7. A second press on the one that is set takes it away. */
export function CategoryKeys({
  categories,
  value,
  onChoose,
  canMove,
}: {
  categories: readonly Category[];
  value: number | null;
  onChoose: (id: number | null) => void;
  canMove: boolean;
}) {
  const { line, outOfSight } = useOutOfSight(categories);
  useCurrentInView(line, String(value));
  const shown = categories.filter(({ id }) => id <= 7 || id > 9);
  const more = shown.filter(({ id }) => outOfSight.has(id));
  const chosen = more.find(({ id }) => id === value);
  const choose = (id: number) => onChoose(value === id ? null : id);
  return (
    <Box role="group" aria-label="Category">
      <Keys ref={line}>
        {shown.map(({ id, name }) => (
          <Key
            key={id}
            type="button"
            data-category={id}
            aria-pressed={value === id}
            {...(id <= 7 ? { 'aria-keyshortcuts': String(id) } : {})}
            {...(outOfSight.has(id) ? { style: { visibility: 'hidden' as const } } : {})}
            onClick={() => choose(id)}
          >
            {id <= 7 && <Kbd aria-hidden="true">{id}</Kbd>}
            <CategoryBadge bare id={id} name={name} />
          </Key>
        ))}
        {canMove && (
          <Hint aria-hidden="true">
            <Kbd>j</Kbd>
            <Kbd>k</Kbd>next, previous
          </Hint>
        )}
      </Keys>
      {more.length > 0 && (
        <Menu
          align="end"
          trigger={
            chosen ? (
              <Button size="small" variant="ghost" icon="more">
                <CategoryBadge bare id={chosen.id} name={chosen.name} />
              </Button>
            ) : (
              <IconButton icon="more" label="More categories" />
            )
          }
          entries={more.map(({ id, name }) => ({
            kind: 'check' as const,
            label: <CategoryBadge bare id={id} name={name} />,
            checked: value === id,
            onCheckedChange: () => choose(id),
          }))}
        />
      )}
    </Box>
  );
}
