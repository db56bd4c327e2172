import { useEffect, useRef, useState } from 'react';
import { SearchInput } from '@skein/ui/text-input';
import { styled } from 'styled-components';

const Searching = styled.div`
  flex: none;
  padding: var(--s-2) var(--s-3) 0;
`;

/** Typed words go into the address once the typing pauses. Enter leaves the field, so that keys move in what was found. */
export function ListSearch({
  value,
  onChange,
  onClose,
}: {
  value: string;
  onChange: (search: string) => void;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState(value);
  const told = useRef(onChange);
  told.current = onChange;
  const known = useRef(value);
  useEffect(() => {
    if (typed === known.current) return undefined;
    const timer = setTimeout(() => {
      known.current = typed;
      told.current(typed);
    }, 250);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <Searching>
      <SearchInput
        // Who comes with a search looks at what was found; who opens the field types.
        autoFocus={value === ''}
        size="small"
        aria-label="Search conversations"
        placeholder="Name, address, company or words"
        value={typed}
        maxLength={200}
        onChange={(event) => setTyped(event.target.value)}
        onClear={() => setTyped('')}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
          if (event.key === 'Escape' && typed === '') onClose();
        }}
      />
    </Searching>
  );
}
