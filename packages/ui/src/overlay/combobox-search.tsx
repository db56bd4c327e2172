import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { Spinner } from '../button';
import type { ComboboxOption, ComboboxSource } from './overlay.types';
import { Icon } from '../icon';
import { LinkButton } from '../link';
import { GroupName, List, Message, Option, PanelFoot, SearchLine } from './choice-parts';
import { useOptionSearch } from './option-search';

/** Props of a {@link ComboboxSearch}. */
export interface ComboboxSearchProps {
  source: ComboboxSource;
  chosen: readonly ComboboxOption[];
  multiple: boolean;
  searchPlaceholder: string;
  footer?: ReactNode;
  onToggle: (option: ComboboxOption) => void;
  onRemoveLast: () => void;
  onClose: () => void;
  onCreate?: (text: string) => void;
}

/** The search field and the list of a combobox; focus stays in the field. */
export function ComboboxSearch({
  source,
  chosen,
  multiple,
  searchPlaceholder,
  footer,
  onToggle,
  onRemoveLast,
  onClose,
  onCreate,
}: ComboboxSearchProps) {
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const { found, busy, failed, retry } = useOptionSearch(source, query);
  const chosenValues = useMemo(() => new Set(chosen.map((option) => option.value)), [chosen]);
  const text = query.trim();
  const canCreate =
    onCreate && text !== '' && !busy && !found.some((option) => option.label.toLowerCase() === text.toLowerCase());
  const count = found.length + (canCreate ? 1 : 0);
  // A page makes its options anew with every drawing: the same ones are no new answer.
  const answer = found.map((option) => option.value).join('\n');

  useEffect(() => {
    const at = found.findIndex((option) => chosenValues.has(option.value) && !multiple);
    setActive(query === '' && at >= 0 ? at : 0);
    // Only a new answer moves the highlight; choosing in a multiple list leaves it where it is.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [answer, query]);
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView?.({ block: 'nearest' });
  }, [active, answer]);

  const take = (index: number) => {
    const option = found[index];
    if (option) {
      if (!option.disabled) onToggle(option);
      return;
    }
    if (canCreate && index === found.length) {
      onCreate(text);
      setQuery('');
    }
  };
  const move = (steps: number) => setActive((before) => (count === 0 ? 0 : (before + steps + count) % count));
  const onKeyDown = (event: KeyboardEvent) => {
    const keys: Record<string, () => void> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Enter: () => take(active),
      PageDown: () => setActive(Math.min(count - 1, active + 8)),
      PageUp: () => setActive(Math.max(0, active - 8)),
      Tab: onClose,
    };
    if (event.key === 'Backspace' && query === '') {
      onRemoveLast();
      return;
    }
    const act = keys[event.key];
    if (!act || event.nativeEvent.isComposing) return;
    if (event.key !== 'Tab') event.preventDefault();
    act();
  };
  return (
    <>
      <SearchLine>
        <Icon name="search" />
        <input
          autoFocus
          role="combobox"
          aria-label={searchPlaceholder}
          placeholder={searchPlaceholder}
          aria-expanded="true"
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={count > 0 ? `${listId}-${active}` : undefined}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {busy && <Spinner />}
      </SearchLine>
      <List
        ref={list}
        id={listId}
        role="listbox"
        aria-label="Options"
        aria-multiselectable={multiple || undefined}
        aria-busy={busy || undefined}
      >
        <FoundOptions
          listId={listId}
          found={found}
          chosenValues={chosenValues}
          created={canCreate ? text : null}
          active={active}
          onActive={setActive}
          onTake={take}
        />
      </List>
      <div role="status">
        {!busy && !failed && count === 0 && <Message>Nothing matches{text ? ` “${text}”` : ''}.</Message>}
        {failed && (
          <Message>
            The search did not work. <LinkButton onClick={retry}>Try again</LinkButton>
          </Message>
        )}
      </div>
      {footer && <PanelFoot>{footer}</PanelFoot>}
    </>
  );
}

/** The options that were found by group, and the one that can be created. */
function FoundOptions({
  listId,
  found,
  chosenValues,
  created,
  active,
  onActive,
  onTake,
}: {
  listId: string;
  found: readonly ComboboxOption[];
  chosenValues: ReadonlySet<string>;
  /** Null where none can be created. */ created: string | null;
  active: number;
  onActive: (index: number) => void;
  onTake: (index: number) => void;
}) {
  const place = (index: number) => ({
    id: `${listId}-${index}`,
    role: 'option',
    'data-active': index === active ? '' : undefined,
    onMouseMove: () => onActive(index),
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onClick: () => onTake(index),
  });
  return (
    <>
      {found.map((option, index) => (
        <div key={option.value} role="presentation">
          {option.group && option.group !== found[index - 1]?.group && (
            <GroupName role="presentation">{option.group}</GroupName>
          )}
          <Option
            {...place(index)}
            aria-selected={chosenValues.has(option.value)}
            aria-disabled={option.disabled || undefined}
          >
            {option.start}
            <span>
              {option.label}
              {option.detail && <small>{option.detail}</small>}
            </span>
            {chosenValues.has(option.value) && <Icon name="check" />}
          </Option>
        </div>
      ))}
      {created !== null && (
        <Option {...place(found.length)} aria-selected="false">
          <span>Create “{created}”</span>
        </Option>
      )}
    </>
  );
}
