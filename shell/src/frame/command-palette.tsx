import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { type IconName, Icon } from '@skein/ui/icon';
import { styled } from 'styled-components';
import type { Found } from './use-found-records';
import { usePaletteLines } from './palette-lines';
import { ShortcutKeys } from './shortcut-keys';
import { closeOverlay } from './overlays-state';

// Deliberate: the platform's own modal dialog. It traps the focus, makes the rest inert, closes on Escape and gives the focus back.
const Box = styled.dialog`
  width: min(640px, calc(100vw - 32px));
  max-height: min(480px, calc(100dvh - 96px));
  margin: 12dvh auto auto;
  padding: 0;
  border: 1px solid var(--border-strong);
  border-radius: var(--r-3);
  background: var(--overlay);
  color: var(--text);
  box-shadow: var(--shadow-2);
  overflow: hidden;
  &[open] {
    display: flex;
    flex-direction: column;
  }
  &::backdrop {
    background: var(--scrim);
  }
`;

const Line = styled.label`
  display: flex;
  align-items: center;
  gap: var(--s-2);
  flex: none;
  height: 48px;
  padding: 0 var(--s-4);
  border-bottom: 1px solid var(--border);
  & > svg {
    color: var(--muted);
  }
  & > input {
    flex: 1;
    min-width: 0;
    height: 100%;
    border: 0;
    outline: 0;
    background: none;
    font-size: var(--fs-4);
  }
`;

const List = styled.div`
  overflow: auto;
  padding: 4px;
`;

const Group = styled.div`
  padding: var(--s-2) var(--s-2) 4px;
  font-size: var(--fs-1);
  line-height: var(--lh-1);
  font-weight: var(--w-medium);
  color: var(--muted);
`;

const Option = styled.div`
  display: flex;
  align-items: center;
  gap: var(--s-2);
  min-height: 36px;
  padding: 0 var(--s-2);
  border-radius: var(--r-2);
  cursor: pointer;
  & > svg {
    color: var(--muted);
  }
  & > :nth-child(3) {
    margin-left: auto;
  }
  &[aria-selected='true'] {
    background: var(--surface-3);
  }
`;

const Name = styled.span`
  min-width: 0;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  & > small {
    margin-left: var(--s-2);
    font-size: var(--fs-2);
    color: var(--muted);
  }
`;

const Nothing = styled.p`
  padding: var(--s-6);
  text-align: center;
  color: var(--muted);
`;

/** Finds and does anything that can be done now. Arrow keys move, Enter does it, Escape closes. */
export function CommandPalette({
  initialQuery,
  onHere,
}: {
  initialQuery: string;
  /** Called once its field has the focus. */ onHere: () => void;
}) {
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [query, setQuery] = useState(initialQuery);
  /** By id: records that arrive meanwhile must not move the choice to another line. */
  const [chosen, setChosen] = useState<string | null>(null);
  const { lines: found, isAsking, hasFailed } = usePaletteLines(query);
  const at = Math.max(
    0,
    found.findIndex(({ id: each }) => each === chosen),
  );
  const selected = found[at];

  const here = useRef(onHere);
  // With the drawing: between it and an effect a key could be pressed.
  useLayoutEffect(() => {
    const dialog = box.current;
    if (dialog && !dialog.open) dialog.showModal();
    here.current();
    return () => dialog?.close();
  }, []);
  useEffect(() => {
    document.getElementById(`${id}-${selected?.id}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, selected]);

  const run = (action: Found) => {
    closeOverlay();
    // After the palette has gone: its dialog gives the focus back first.
    setTimeout(action.run);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && found.length > 0) {
      event.preventDefault();
      setChosen(found[(found.length + at + step) % found.length]?.id ?? null);
    } else if (event.key === 'Enter' && selected) {
      event.preventDefault();
      run(selected);
    }
  };

  return (
    <Box
      ref={box}
      aria-label="Search or run a command"
      onClose={closeOverlay}
      onClick={(event) => event.target === box.current && closeOverlay()}
    >
      <Line>
        <Icon name="search" />
        <input
          role="combobox"
          aria-label="Search or run a command"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={selected ? `${id}-${selected.id}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          autoFocus
          placeholder="Search campaigns, leads, mailboxes, settings"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setChosen(null);
          }}
          onKeyDown={onKeyDown}
        />
      </Line>
      {found.length === 0 && !hasFailed && (
        <Nothing role="status">{isAsking ? 'Searching' : `No results for “${query.trim()}”.`}</Nothing>
      )}
      {hasFailed && (
        <Nothing role="status">Campaigns, leads, mailboxes and conversations couldn’t be searched.</Nothing>
      )}
      <List id={`${id}-list`} role="listbox" aria-label="Results">
        {found.map((action, index) => {
          const newGroup = action.group !== found[index - 1]?.group;
          return (
            <div key={action.id} role="presentation">
              {newGroup && <Group role="presentation">{action.group}</Group>}
              <Option
                id={`${id}-${action.id}`}
                role="option"
                aria-selected={action === selected}
                onPointerMove={() => setChosen(action.id)}
                onClick={() => run(action)}
              >
                {action.icon && <Icon name={action.icon as IconName} />}
                <Name>
                  {action.label}
                  {action.detail && <small>{action.detail}</small>}
                </Name>
                {action.keys && <ShortcutKeys keys={action.keys} />}
              </Option>
            </div>
          );
        })}
      </List>
    </Box>
  );
}
