import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Spinner } from '../button';
import type { ComboboxOption, ComboboxSource } from './overlay.types';
import { Icon } from '../icon';
import { LinkButton } from '../link';
import { GroupName, List, Message, Option, PanelFoot, SearchLine } from './choice-parts';

/** Wait after the last key before a search runs, in milliseconds. */
const searchDelay = 180;

interface Search {
  found: readonly ComboboxOption[];
  busy: boolean;
  failed: boolean;
  retry: () => void;
}

function useSearch(source: ComboboxSource, query: string): Search {
  const [answer, setAnswer] = useState<{ found: readonly ComboboxOption[]; busy: boolean; failed: boolean }>({
    found: [],
    busy: typeof source === 'function',
    failed: false,
  });
  const [attempt, setAttempt] = useState(0);
  const find = useRef(source);
  find.current = source;
  const asynchronous = typeof source === 'function';
  useEffect(() => {
    const search = find.current;
    if (typeof search !== 'function') return undefined;
    const controller = new AbortController();
    setAnswer((before) => ({ ...before, busy: true, failed: false }));
    const timer = setTimeout(
      () => {
        search(query, controller.signal).then(
          (found) => {
            if (!controller.signal.aborted) setAnswer({ found, busy: false, failed: false });
          },
          () => {
            if (!controller.signal.aborted) setAnswer({ found: [], busy: false, failed: true });
          },
        );
      },
      query === '' ? 0 : searchDelay,
    );
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [query, attempt, asynchronous]);
  const local = useMemo(() => {
    if (typeof source === 'function') return null;
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    return source.filter((option) => {
      const text = `${option.label} ${option.detail ?? ''} ${option.group ?? ''}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
  }, [source, query]);
  const retry = () => setAttempt((count) => count + 1);
  return local ? { found: local, busy: false, failed: false, retry } : { ...answer, retry };
}

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
  const { found, busy, failed, retry } = useSearch(source, query);
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
        {found.map((option, index) => (
          <div key={option.value} role="presentation">
            {option.group && option.group !== found[index - 1]?.group && (
              <GroupName role="presentation">{option.group}</GroupName>
            )}
            <Option
              id={`${listId}-${index}`}
              role="option"
              aria-selected={chosenValues.has(option.value)}
              aria-disabled={option.disabled || undefined}
              data-active={index === active ? '' : undefined}
              onMouseMove={() => setActive(index)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(index)}
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
        {canCreate && (
          <Option
            id={`${listId}-${found.length}`}
            role="option"
            aria-selected="false"
            data-active={active === found.length ? '' : undefined}
            onMouseMove={() => setActive(found.length)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(found.length)}
          >
            <span>Create “{text}”</span>
          </Option>
        )}
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
