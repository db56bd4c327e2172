import { useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { styled } from 'styled-components';
import { Button } from '../button';
import { Checkbox } from '../checkbox';
import type { ColumnChooserProps } from './column-chooser.types';
import { Icon } from '../icon';
import { Segmented } from '../segmented';
import { defaultView, orderedColumns, widthOf } from '../table/table-view';
import type { Density } from '../table/table-types';
import { Count } from '../text';

const Head = styled.header`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: var(--s-2);
  padding: var(--s-2) var(--s-3);
  & > b {
    font-weight: var(--w-bold);
  }
`;

const List = styled.ul`
  max-height: 400px;
  overflow: auto;
  padding: 4px;
`;

const Item = styled.li<{ $over: boolean }>`
  display: flex;
  align-items: center;
  gap: var(--s-2);
  min-height: 32px;
  padding: 0 var(--s-2) 0 2px;
  border-radius: var(--r-2);
  ${({ $over }) => $over && 'box-shadow: inset 0 2px 0 var(--accent);'}
  &:hover {
    background: var(--surface-3);
  }
  & > label {
    flex: 1;
  }
`;

const Grip = styled.button`
  display: grid;
  place-items: center;
  width: 24px;
  height: 24px;
  color: var(--muted);
  border-radius: var(--r-1);
  cursor: grab;
  &:disabled {
    cursor: not-allowed;
    color: var(--disabled);
  }
  &:focus-visible {
    outline-offset: -2px;
  }
`;

const Foot = styled.footer`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: var(--s-2);
  padding: var(--s-2) var(--s-3);
  border-top: 1px solid var(--border);
`;

/** What the chooser of columns shows when it is open. */
export function ColumnPanel<Row>({ columns, view, onViewChange, onSaveDefault }: ColumnChooserProps<Row>) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const ordered = orderedColumns(columns, view);

  const move = (id: string, to: number) => {
    const order = ordered.map((column) => column.id).filter((other) => other !== id);
    const least = ordered.filter((column) => column.fixed).length;
    const index = Math.max(least, Math.min(order.length, to));
    order.splice(index, 0, id);
    onViewChange({ ...view, order });
    setSaid(
      `${ordered.find((column) => column.id === id)?.label ?? id} is now column ${index + 1} of ${ordered.length}`,
    );
  };
  const onKeyDown = (event: KeyboardEvent, id: string, index: number) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    move(id, index + (event.key === 'ArrowDown' ? 1 : -1));
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-grip="${CSS.escape(id)}"]`)?.focus());
  };
  const show = (id: string, on: boolean) =>
    onViewChange({ ...view, hidden: on ? view.hidden.filter((other) => other !== id) : [...view.hidden, id] });
  return (
    <>
      <Head>
        <b>Columns</b>
        <Segmented<Density>
          label="Row height"
          value={view.density}
          onValueChange={(density) => onViewChange({ ...view, density })}
          items={[
            { id: 'compact', label: 'Compact' },
            { id: 'normal', label: 'Normal' },
            { id: 'two-lines', label: 'Two lines' },
          ]}
        />
      </Head>
      <List ref={list}>
        {ordered.map((column, index) => {
          const shown = column.fixed || !view.hidden.includes(column.id);
          return (
            <Item
              key={column.id}
              $over={over === column.id && dragged !== null && dragged !== column.id}
              onDragOver={(event) => {
                if (dragged && !column.fixed) {
                  event.preventDefault();
                  setOver(column.id);
                }
              }}
              onDrop={(event) => {
                event.preventDefault();
                if (dragged)
                  move(
                    dragged,
                    ordered.filter((other) => other.id !== dragged).findIndex((other) => other.id === column.id),
                  );
                setDragged(null);
                setOver(null);
              }}
            >
              <Grip
                type="button"
                data-grip={column.id}
                disabled={column.fixed ?? false}
                draggable={!column.fixed}
                aria-label={`Move ${column.label}, column ${index + 1}; arrow keys move it`}
                onKeyDown={(event) => onKeyDown(event, column.id, index)}
                onDragStart={(event) => {
                  event.dataTransfer.effectAllowed = 'move';
                  event.dataTransfer.setData('text/plain', column.id);
                  setDragged(column.id);
                }}
                onDragEnd={() => {
                  setDragged(null);
                  setOver(null);
                }}
              >
                <Icon name="grip" />
              </Grip>
              <Checkbox
                label={column.label}
                checked={shown}
                disabled={column.fixed ?? false}
                onCheckedChange={(on) => show(column.id, on)}
              />
              {shown && <Count>{widthOf(column, view)} px</Count>}
            </Item>
          );
        })}
      </List>
      <span
        role="status"
        style={{ position: 'absolute', clipPath: 'inset(50%)', width: 1, height: 1, overflow: 'hidden' }}
      >
        {said}
      </span>
      <Foot>
        <Button size="small" variant="ghost" onClick={() => onViewChange(defaultView(columns))}>
          Reset
        </Button>
        {onSaveDefault && (
          <Button size="small" onClick={() => onSaveDefault(view)}>
            Save as my default
          </Button>
        )}
      </Foot>
    </>
  );
}
