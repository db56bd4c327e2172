import { useState } from 'react';
import { limits } from '@skein/contracts/constants';
import { useRested } from '../use-rested';
import { useFormMailboxChoicesQuery } from '../api';

/** Which mailboxes are chosen: what was chosen stays chosen while another search is looked at. */
export function useMailboxChoice({
  chosen,
  onSave,
  onClose,
}: {
  chosen: readonly { id: number }[];
  onSave: (ids: number[]) => Promise<void>;
  onClose: () => void;
}) {
  const [search, setSearch] = useState('');
  const rested = useRested(search.trim(), 200);
  const [changed, setPicked] = useState<ReadonlySet<number> | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { data, error, refetch } = useFormMailboxChoicesQuery({
    query: { limit: 500, sort: 'email', ...(rested ? { search: rested } : {}) },
  });
  const rows = data?.rows ?? [];
  // The only mailbox there is: nobody has to choose it.
  const only = chosen.length === 0 && !rested && data?.total === 1 ? rows : chosen;
  const picked = changed ?? new Set(only.map((mailbox) => mailbox.id));
  const change = (ids: readonly number[], on: boolean) =>
    setPicked((before) => {
      const next = new Set(before ?? picked);
      for (const id of ids)
        if (on) next.add(id);
        else next.delete(id);
      return next;
    });
  const allShown = rows.length > 0 && rows.every((row) => picked.has(row.id));
  const tooMany = picked.size > limits.mailboxesPerCampaign;
  const save = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await onSave([...picked]);
      onClose();
    } catch (failure) {
      setProblem(failure instanceof Error ? failure.message : 'The mailboxes were not saved.');
      setBusy(false);
    }
  };
  return {
    search,
    setSearch,
    rested,
    picked,
    busy,
    problem,
    data,
    error,
    refetch,
    rows,
    change,
    tooMany,
    save,
    allShown,
  };
}
