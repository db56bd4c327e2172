import { useState } from 'react';
import type { ComboboxOption } from '@skein/ui/combobox';
import { counted } from '@skein/ui/counted';
import { useLazyLeadListsQuery } from '../../leads/api';
import { useLeadWork } from '../../leads/use-lead-work';

/** Looks for lead lists by name. */
export function useListSearch() {
  const [find] = useLazyLeadListsQuery();
  const work = useLeadWork();
  const [chosen, setChosen] = useState<ComboboxOption | null>(null);
  const [way, setWay] = useState<'copy' | 'move'>('copy');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const options = async (text: string) =>
    (await find({ query: { limit: 15, ...(text ? { search: text } : {}) } }).unwrap()).rows.map((row) => ({
      value: String(row.id),
      label: row.name,
      detail: counted(row.lead_count, 'lead'),
    }));
  return { work, chosen, setChosen, way, setWay, busy, setBusy, problem, setProblem, options };
}
