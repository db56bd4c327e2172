import { CategoryBadge } from '@skein/ui/category-badge';
import { Kbd } from '@skein/ui/kbd';
import { styled } from 'styled-components';
import type { Category } from '../use-categories';

const Box = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 2px 6px;
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
    flex-wrap: nowrap;
    overflow-x: auto;
    scrollbar-width: none;
    kbd,
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
  return (
    <Box role="group" aria-label="Category">
      {categories
        .filter(({ id }) => id <= 7 || id > 9)
        .map(({ id, name }) => (
          <Key
            key={id}
            type="button"
            aria-pressed={value === id}
            {...(id <= 7 ? { 'aria-keyshortcuts': String(id) } : {})}
            onClick={() => onChoose(value === id ? null : id)}
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
    </Box>
  );
}
