import { Fragment, type RefObject } from 'react';
import { styled } from 'styled-components';
import { Checkbox } from '../checkbox';
import { IconButton } from '../icon-button';
import { Menu } from '../menu';
import { SubLine } from '../text';
import { phonePlace } from './table-view';
import { isSelected } from './table-selection';
import type { DataTableColumn, DataTableProps, DataTableSelection } from './table-types';
import type { useRowKeys } from './use-row-keys';
import { createWindowed } from './windowed';

const List = styled.ul`
  display: grid;
  align-content: start;
  min-height: 100%;
  gap: var(--s-2);
  padding: var(--s-2);
  background: var(--bg);
`;

const CardRow = styled.li`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto auto;
  column-gap: var(--s-2);
  padding: 10px var(--s-3);
  background: var(--surface);
  border: 1px solid var(--border);
  border-radius: var(--r-3);
  &[data-selected] {
    background: var(--accent-soft);
    border-color: var(--accent-line);
  }
`;

/** Without anything to pick, the title begins at the edge. */
const PickBox = styled.div`
  width: 24px;
  padding-top: 2px;
  &:empty {
    width: 0;
    margin-right: calc(-1 * var(--s-2));
  }
`;

const Lines = styled.div`
  grid-column: 2 / -1;
  min-width: 0;
`;

const LineBox = styled.div`
  padding-top: 6px;
  overflow-wrap: anywhere;
`;

const Figures = styled.dl`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  gap: var(--s-2) var(--s-2);
  padding-top: var(--s-2);
  dt {
    font-size: var(--fs-1);
    line-height: var(--lh-1);
    color: var(--muted);
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  dd {
    font-weight: var(--w-medium);
    font-variant-numeric: tabular-nums;
    ${SubLine} {
      display: none;
    }
  }
`;

const More = styled.div`
  margin: -10px -10px 0 -4px;
`;

interface TableCardsProps<Row> extends Shared<Row> {
  columns: readonly DataTableColumn<Row>[];
  selection: DataTableSelection;
  selectable: boolean;
  keys: ReturnType<typeof useRowKeys>;
  scroller: RefObject<HTMLDivElement | null>;
  revealRef: RefObject<((index: number) => void) | null>;
}

type Shared<Row> = Pick<
  DataTableProps<Row>,
  'label' | 'rows' | 'rowId' | 'rowLabel' | 'rowActions' | 'canSelect' | 'onRowOpen'
>;

const useWindowedList = createWindowed(() => import('../windowed-list').then((module) => module.WindowedList));
/** Of a card that was not measured yet, in px, and between cards. */
const [usualHeight, gap] = [128, 8];

const shown = <Row,>(column: DataTableColumn<Row>, row: Row) => (column.phoneCell ?? column.cell)(row);

/** The same rows as cards, for a phone: title and status, lines, then the figures with their names. */
export function TableCards<Row>({
  label,
  columns,
  rows,
  rowId,
  rowLabel,
  rowActions,
  canSelect,
  selection,
  selectable,
  keys,
  scroller,
  revealRef,
}: TableCardsProps<Row>) {
  const { windowed, Windowed, most } = useWindowedList(rows.length);
  if (!windowed) revealRef.current = null;
  const at = (place: string) => columns.filter((column, index) => phonePlace(column, index) === place);
  const titles = at('title');
  const statuses = at('status');
  const lines = at('line');
  const figures = at('figure').slice(0, 4);
  const drawCard = (index: number, attributes = {}) => {
    const row = rows[index];
    if (!row) return null;
    const id = rowId(row);
    const chosen = selectable && isSelected(selection, id);
    const { tabIndex: _tabIndex, ...rowProps } = keys.rowProps(index);
    return (
      <CardRow key={id} data-selected={chosen ? '' : undefined} {...rowProps} {...attributes}>
        <PickBox>
          {selectable && (
            <Checkbox
              aria-label={`Select ${rowLabel(row)}`}
              checked={chosen}
              disabled={canSelect ? !canSelect(row) : false}
              onCheckedChange={() => keys.onCheck(index, false)}
            />
          )}
        </PickBox>
        <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {titles.map((column) => (
            <Fragment key={column.id}>{shown(column, row)}</Fragment>
          ))}
        </div>
        <div>
          {statuses.map((column) => (
            <Fragment key={column.id}>{shown(column, row)}</Fragment>
          ))}
        </div>
        <More>
          {rowActions && (
            <Menu
              align="end"
              entries={rowActions(row)}
              trigger={<IconButton icon="more" label={`Actions for ${rowLabel(row)}`} tooltip={false} />}
            />
          )}
        </More>
        <Lines>
          {lines
            .map((column) => ({ id: column.id, content: shown(column, row) }))
            .filter(({ content }) => content !== null && content !== '–')
            .map(({ id: line, content }) => (
              <LineBox key={line}>{content}</LineBox>
            ))}
          {figures.length > 0 && (
            <Figures>
              {figures.map((column) => (
                <div key={column.id}>
                  <dt>{column.label}</dt>
                  <dd>{shown(column, row)}</dd>
                </div>
              ))}
            </Figures>
          )}
        </Lines>
      </CardRow>
    );
  };
  return (
    <List
      aria-label={label}
      ref={(element) => {
        keys.container.current = element;
      }}
    >
      {Windowed ? (
        <Windowed
          count={rows.length}
          height={usualHeight}
          gap={gap}
          scroller={scroller}
          revealRef={revealRef}
          onDrawn={keys.settle}
        >
          {drawCard}
        </Windowed>
      ) : (
        rows.slice(0, most).map((_, index) => drawCard(index))
      )}
    </List>
  );
}
