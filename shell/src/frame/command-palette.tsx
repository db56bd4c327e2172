import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { actions } from '@skein/mfe/actions';
import { navigateTo } from '@skein/mfe/navigation';
import { useSignal } from '@skein/mfe/signal';
import { type IconName, Icon } from '@skein/ui/icon';
import { styled } from 'styled-components';
import { findActions, fitsWell, pageFirst } from './find-actions';
import { type Found, useFoundRecords } from './found-records';
import { recentPages } from './recent-pages';
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

/** The lines in their groups: what fits the query best comes first, and each group stays whole. */
function inGroups(lines: readonly Found[]): Found[] {
  const groups = [...new Set(lines.map(({ group }) => group))];
  return groups.flatMap((group) => lines.filter((line) => line.group === group));
}

/** What the palette offers: recent pages and all commands without a query, records, pages and commands with one. */
function useLines(query: string): { lines: Found[]; isAsking: boolean } {
  const all = useSignal(actions);
  const recent = useSignal(recentPages);
  const { found: records, isAsking } = useFoundRecords(query);
  const lines = useMemo(() => {
    const commands = all.filter((action) => action.id !== 'frame.palette');
    if (query.trim() !== '') {
      const fitting = findActions(pageFirst(commands), query).filter(
        (action, at, all) => all.findIndex((other) => other.label === action.label) === at,
      );
      const strong = fitting.filter((action) => fitsWell(action, query));
      return inGroups([
        ...strong.slice(0, 5),
        ...records,
        // Letters in order say little next to what is really called so.
        ...(strong.length + records.length > 0 ? strong.slice(5) : fitting),
      ]);
    }
    const pages = recent
      .filter((page) => page.to !== window.location.pathname + window.location.search)
      .map((page): Found => ({
        id: `recent.${page.to}`,
        label: page.label,
        detail: page.within,
        group: 'Recent',
        icon: 'clock',
        run: () => navigateTo(page.to),
      }));
    const ordered = pageFirst(commands);
    return inGroups([
      ...pages,
      ...ordered.filter((line, at) => ordered.findIndex((other) => other.label === line.label) === at),
    ]);
  }, [all, query, records, recent]);
  return { lines, isAsking };
}

/** Finds and does anything that can be done now. Arrow keys move, Enter does it, Escape closes. */
export function CommandPalette({ initialQuery }: { initialQuery: string }) {
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [query, setQuery] = useState(initialQuery);
  const [at, setAt] = useState(0);
  const { lines: found, isAsking } = useLines(query);
  const selected = found[Math.min(at, found.length - 1)];

  useEffect(() => {
    const dialog = box.current;
    if (dialog && !dialog.open) dialog.showModal();
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
      setAt((found.length + Math.min(at, found.length - 1) + step) % found.length);
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
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
      </Line>
      {found.length === 0 && (
        <Nothing role="status">{isAsking ? 'Searching' : `No results for “${query.trim()}”.`}</Nothing>
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
                onPointerMove={() => setAt(index)}
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
