import { styled } from 'styled-components';
import { Glyph } from './icon';
import type { GlyphName } from './icon';

const hues = ['--cat-0', '--cat-1', '--cat-2', '--cat-3', '--cat-4', '--cat-5', '--cat-6', '--cat-7'] as const;
const shapes = [
  'cat-0',
  'cat-1',
  'cat-2',
  'cat-3',
  'cat-4',
  'cat-5',
  'cat-6',
  'cat-7',
] as const satisfies readonly GlyphName[];

/** Hue and shape of a lead category; ids 0 to 7 are fixed, a custom one names one hue and one shape. */
export interface CategoryLook {
  /** Index 0 to 7 into the hues. */
  hue: number;
  /** Index 0 to 7 into the shapes. */
  shape: number;
}

/** The look of a category: its own for the eight known ids, else `custom`, else one derived from the id. */
export function categoryLook(id: number | null, custom?: CategoryLook): CategoryLook {
  if (id === null || id === 0) return { hue: 0, shape: 0 };
  if (id >= 1 && id <= 7) return { hue: id, shape: id };
  return custom ?? { hue: 1 + (Math.abs(id) % 7), shape: 1 + (Math.floor(Math.abs(id) / 7) % 7) };
}

const Box = styled.span<{ $hue: string; $bare: boolean }>`
  --c: var(${({ $hue }) => $hue});
  display: inline-flex;
  align-items: center;
  gap: 6px;
  flex: none;
  max-width: 100%;
  height: 20px;
  padding: ${({ $bare }) => ($bare ? '0' : '0 6px')};
  border-radius: var(--r-1);
  font-size: ${({ $bare }) => ($bare ? 'inherit' : 'var(--fs-1)')};
  font-weight: ${({ $bare }) => ($bare ? 'inherit' : 'var(--w-medium)')};
  color: ${({ $bare }) => ($bare ? 'inherit' : 'var(--c)')};
  background: ${({ $bare }) => ($bare ? 'none' : 'color-mix(in oklab, var(--c) var(--cat-mix), var(--surface))')};
  white-space: nowrap;
  & > svg {
    color: var(--c);
  }
  & > span {
    overflow: hidden;
    text-overflow: ellipsis;
  }
`;

/** Props of a {@link CategoryBadge}. */
export interface CategoryBadgeProps {
  /** Category id; 0 or `null` is "not assigned". */
  id: number | null;
  name: string;
  /** Hue and shape of a workspace's own category. */
  look?: CategoryLook;
  /** Glyph and word without the tint, for menus and lists. */
  bare?: boolean;
  className?: string;
}

/** A lead category: glyph and word on its tint, the same everywhere. */
export function CategoryBadge({ id, name, look, bare = false, className }: CategoryBadgeProps) {
  const { hue, shape } = categoryLook(id, look);
  return (
    <Box $hue={hues[hue] ?? '--cat-0'} $bare={bare} className={className}>
      <Glyph name={shapes[shape] ?? 'cat-0'} size={bare ? 12 : 10} />
      <span>{name}</span>
    </Box>
  );
}
