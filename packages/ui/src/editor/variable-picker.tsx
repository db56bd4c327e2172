import { useId, useState, type KeyboardEvent } from 'react';
import { styled } from 'styled-components';
import { SearchInput } from '../text-input';
import type { TemplateToken, TemplateVariable } from './describe-chip';
import { VariableList } from './variable-list';
import { variableOptions } from './variable-options';

const Search = styled.div`
  padding: var(--s-2) var(--s-2) 4px;
`;

const Nothing = styled.p`
  padding: var(--s-3);
  color: var(--muted);
`;

/** The variables at once, with a search: one press inserts. */
export function VariablePicker({
  variables,
  tokens,
  onDone,
}: {
  variables: readonly TemplateVariable[];
  tokens: readonly TemplateToken[];
  onDone: (source: string) => void;
}) {
  const id = useId();
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const options = variableOptions(query, variables, tokens);
  const place = Math.min(at, options.length - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const option = options[place];
    if (step !== 0 && options.length > 0) setAt((place + step + options.length) % options.length);
    else if (event.key === 'Enter' && option) onDone(option.source);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <Search>
        <SearchInput
          role="combobox"
          aria-label="Search variables"
          aria-expanded
          aria-controls={id}
          aria-activedescendant={place >= 0 ? `${id}-${place}` : undefined}
          placeholder="Search variables"
          autoFocus
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setAt(0);
          }}
          onClear={() => setQuery('')}
          onKeyDown={onKeyDown}
        />
      </Search>
      {options.length === 0 && <Nothing role="status">No variable matches “{query}”.</Nothing>}
      <VariableList id={id} options={options} at={place} onAt={setAt} onChoose={(option) => onDone(option.source)} />
    </>
  );
}
