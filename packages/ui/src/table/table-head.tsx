import { useRef } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { Checkbox } from '../checkbox';
import { Definition } from '../definition';
import { Icon } from '../icon';
import { VisuallyHidden } from '../visually-hidden';
import { HeadText, ResizeHandle, SortButton } from './table-parts';
import type { DataTableColumn, DataTableSort } from './table-types';

function nextSort<Row>(column: DataTableColumn<Row>, sort: DataTableSort | null): DataTableSort | null {
  const first = column.firstSort ?? (column.align === 'end' ? 'desc' : 'asc');
  if (sort?.column !== column.id) return { column: column.id, direction: first };
  return sort.direction === first ? { column: column.id, direction: first === 'asc' ? 'desc' : 'asc' } : null;
}

/** Widest column, in px. */
const widest = 720;

function Resizer({
  label,
  width,
  least,
  onWidth,
}: {
  label: string;
  width: number;
  least: number;
  onWidth: (width: number) => void;
}) {
  const drag = useRef<{ x: number; width: number } | null>(null);
  const set = (next: number) => onWidth(Math.round(Math.min(widest, Math.max(least, next))));
  const onPointerDown = (event: PointerEvent<HTMLSpanElement>) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, width };
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    event.stopPropagation();
    set(width + (event.key === 'ArrowRight' ? 8 : -8));
  };
  return (
    <ResizeHandle
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${label}`}
      aria-valuenow={width}
      aria-valuemin={least}
      aria-valuemax={widest}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
      onPointerMove={(event) => {
        if (drag.current) set(drag.current.width + event.clientX - drag.current.x);
      }}
      onPointerUp={() => {
        drag.current = null;
      }}
      onPointerCancel={() => {
        drag.current = null;
      }}
      onClick={(event) => event.stopPropagation()}
    />
  );
}

interface HeadCellProps<Row> {
  column: DataTableColumn<Row>;
  sort: DataTableSort | null;
  onSortChange?: ((sort: DataTableSort | null) => void) | undefined;
  width: number;
  onWidth?: ((width: number) => void) | undefined;
}

/** One heading: its definition, its sorting, its width. */
export function HeadCell<Row>({ column, sort, onSortChange, width, onWidth }: HeadCellProps<Row>) {
  const sorted = sort?.column === column.id ? sort.direction : undefined;
  const sortable = column.sortable && onSortChange;
  const name = column.definition ? (
    <Definition text={column.definition} {...(sortable ? { onOpen: () => onSortChange(nextSort(column, sort)) } : {})}>
      {column.label}
    </Definition>
  ) : (
    column.label
  );
  const arrow = <Icon name={sorted === 'asc' ? 'arrow-up' : 'arrow-down'} size={12} />;
  return (
    <th
      scope="col"
      data-end={column.align === 'end' ? '' : undefined}
      {...(sortable
        ? {
            'aria-sort':
              sorted === 'asc'
                ? ('ascending' as const)
                : sorted === 'desc'
                  ? ('descending' as const)
                  : ('none' as const),
          }
        : {})}
    >
      {sortable && !column.definition ? (
        <SortButton
          type="button"
          data-sorted={sorted ? '' : undefined}
          onClick={() => onSortChange(nextSort(column, sort))}
        >
          {column.align === 'end' && arrow}
          {name}
          {column.align !== 'end' && arrow}
        </SortButton>
      ) : (
        <HeadText>
          {sorted && column.align === 'end' && arrow}
          {name}
          {sorted && column.align !== 'end' && arrow}
        </HeadText>
      )}
      {onWidth && <Resizer label={column.label} width={width} least={column.minWidth ?? 64} onWidth={onWidth} />}
    </th>
  );
}

/** The heading of the checkboxes: the page's rows, all, some or none. */
export function HeadCheckbox({ state, onChange }: { state: boolean | 'mixed'; onChange: (on: boolean) => void }) {
  return (
    <th scope="col">
      <Checkbox aria-label="Select all on this page" checked={state} onCheckedChange={onChange} />
    </th>
  );
}

/** The heading of the rows' menus. */
export function HeadActions() {
  return (
    <th scope="col">
      <VisuallyHidden>Actions</VisuallyHidden>
    </th>
  );
}
