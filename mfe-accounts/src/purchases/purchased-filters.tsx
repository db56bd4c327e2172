import { useEffect, useState } from 'react';
import { purchasesContract } from '@skein/contracts/smart-senders/purchases.contract';
import { saveAnswer } from '@skein/mfe/save-answer';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { FilterBar, FilterChip, FilterEnd, FilterSearch } from '@skein/ui/filter-bar';
import { RadioGroup } from '@skein/ui/radio-group';
import { SearchInput } from '@skein/ui/text-input';

export const mailboxStates = {
  ready: 'Ready',
  'setting-up': 'Setting up',
  failed: 'Failed',
  cancelled: 'Not renewed',
} as const;
export const domainStates = {
  active: 'Active',
  'dns-fails': 'DNS fails',
  expires: 'Expires within 30 days',
  'setting-up': 'Setting up',
  failed: 'Failed',
} as const;

export interface PurchasedFilter<State extends string> {
  search: string;
  status: State | null;
}

const settleMs = 250;

/** A text once its typing has paused. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** What is asked of the list; nothing that is not set. */
export const asked = <State extends string>({ search, status }: PurchasedFilter<State>) => ({
  ...(search.trim() === '' ? {} : { search: search.trim() }),
  ...(status === null ? {} : { status }),
});

/** Search, state and the export of what they leave. */
export function PurchasedFilters<State extends string>({
  label,
  states,
  filter,
  onChange,
  file,
}: {
  label: string;
  states: Readonly<Record<State, string>>;
  filter: PurchasedFilter<State>;
  onChange: (filter: PurchasedFilter<State>) => void;
  file: 'exportPurchasedMailboxes' | 'exportPurchasedDomains';
}) {
  const [saving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    const name = file === 'exportPurchasedMailboxes' ? 'purchased-mailboxes.csv' : 'purchased-domains.csv';
    await saveAnswer(purchasesContract, file, { query: asked(filter) } as never, name).catch((error: unknown) =>
      showProblem('The file was not exported', error),
    );
    setSaving(false);
  };
  return (
    <FilterBar>
      <FilterSearch>
        <SearchInput
          size="small"
          aria-label={`Search ${label}`}
          placeholder="Search"
          maxLength={200}
          value={filter.search}
          onChange={(event) => onChange({ ...filter, search: event.target.value })}
          onClear={() => onChange({ ...filter, search: '' })}
        />
      </FilterSearch>
      <FilterChip
        label="State"
        value={filter.status === null ? null : states[filter.status]}
        onRemove={() => onChange({ ...filter, status: null })}
      >
        <RadioGroup
          aria-label="State"
          value={filter.status}
          onValueChange={(status) => onChange({ ...filter, status: status as State })}
          options={Object.entries<string>(states).map(([value, text]) => ({ value, label: text }))}
        />
      </FilterChip>
      <FilterEnd>
        <Button size="small" icon="download" loading={saving} onClick={() => void save()}>
          Export
        </Button>
      </FilterEnd>
    </FilterBar>
  );
}
