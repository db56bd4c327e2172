import { useState } from 'react';
import { Checkbox } from '@skein/ui/checkbox';
import { Hint } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { SearchInput } from '@skein/ui/text-input';

export interface Choice {
  value: string;
  label: string;
}

/** From this many choices on they can be searched. */
const searchedFrom = 12;
/** As many stand there at once; the others are found by their names. */
const mostShown = 50;

interface ChoiceListProps {
  label: string;
  choices: readonly Choice[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Choices that add up, inside a filter: what is chosen comes first, and a long list has a search of its own. */
export function ChoiceList({ label, choices, chosen, onChange }: ChoiceListProps) {
  const [search, setSearch] = useState('');
  // Those that were chosen when the list was opened: a line that moves under the pointer is missed.
  const [first] = useState(() => new Set(chosen));
  const isLong = choices.length >= searchedFrom;
  const sorted = isLong
    ? [...choices.filter((choice) => first.has(choice.value)), ...choices.filter((choice) => !first.has(choice.value))]
    : choices;
  const wanted = search.trim().toLowerCase();
  const found = wanted === '' ? sorted : sorted.filter((choice) => choice.label.toLowerCase().includes(wanted));
  const left = found.length - mostShown;
  return (
    <Stack $gap={2}>
      {isLong && (
        <SearchInput
          size="small"
          aria-label={`Search ${label}`}
          placeholder="Search"
          value={search}
          maxLength={200}
          onChange={(event) => setSearch(event.target.value)}
          onClear={() => setSearch('')}
        />
      )}
      {found.slice(0, mostShown).map((choice) => (
        <Checkbox
          key={choice.value}
          label={choice.label}
          checked={chosen.includes(choice.value)}
          onCheckedChange={(on) =>
            onChange(on ? [...chosen, choice.value] : chosen.filter((value) => value !== choice.value))
          }
        />
      ))}
      {isLong && (
        <Hint role="status">
          {found.length === 0
            ? 'No matches.'
            : left > 0
              ? `${left.toLocaleString('en-US')} more. Search to find them.`
              : ''}
        </Hint>
      )}
    </Stack>
  );
}
