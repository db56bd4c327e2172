import { useMemo, useState } from 'react';
import type { CampaignRow } from '@skein/contracts/main/campaign-views';
import { useAccess } from '@skein/mfe/access';
import { Checkbox } from '@skein/ui/checkbox';
import { Combobox, type ComboboxOption } from '@skein/ui/combobox';
import { Field } from '@skein/ui/field';
import { toasts } from '@skein/ui/toast-store';
import { counted } from '@skein/ui/counted';
import { useCampaignTags, useTagCampaigns } from './campaigns.hooks';
import { FormDialog } from '../form-dialog';

/** Adds and removes tags; new ones are made from what is typed. */
export function TagDialog({
  ids,
  rows,
  onClose,
  onTagged,
}: {
  ids: number[];
  rows: readonly CampaignRow[];
  onClose: () => void;
  onTagged: () => void;
}) {
  const { tags, create } = useCampaignTags();
  const sorts = useAccess().may('shared.write');
  const tag = useTagCampaigns();
  const present = useMemo(
    () => [...new Map(rows.flatMap((row) => row.tags).map((entry) => [entry.id, entry])).values()],
    [rows],
  );
  const [added, setAdded] = useState<readonly ComboboxOption[]>([]);
  const [removed, setRemoved] = useState<readonly number[]>([]);
  const options = (tags ?? []).map((entry) => ({
    value: String(entry.id),
    label: entry.name,
    detail: counted(entry.campaign_count, 'campaign'),
  }));
  return (
    <FormDialog
      title={`Tag ${counted(ids.length, 'campaign')}`}
      submitLabel="Save tags"
      onClose={onClose}
      {...(added.length + removed.length > 0 ? {} : { disabledReason: 'Choose a tag to add or remove' })}
      onSubmit={async () => {
        await tag(
          ids,
          added.map((option) => Number(option.value)),
          [...removed],
        );
        toasts.show({ title: `Tags of ${counted(ids.length, 'campaign')} saved` });
        onTagged();
      }}
    >
      <Field label="Add" {...(sorts ? { hint: 'Type a new name to create a tag.' } : {})}>
        <Combobox
          multiple
          options={options}
          value={added}
          onValueChange={setAdded}
          placeholder="Choose tags"
          searchPlaceholder={sorts ? 'Search or name a new tag' : 'Search tags'}
          {...(sorts
            ? {
                onCreate: (name: string) =>
                  void create(name).then((tagged) => {
                    if (tagged) setAdded((before) => [...before, { value: String(tagged.id), label: tagged.name }]);
                  }),
              }
            : {})}
        />
      </Field>
      {present.length > 0 && (
        <fieldset style={{ border: 0, padding: 0, display: 'grid', gap: 'var(--s-2)' }}>
          <legend style={{ fontSize: 'var(--fs-2)', marginBottom: 'var(--s-2)' }}>Remove</legend>
          {present.map((entry) => (
            <Checkbox
              key={entry.id}
              label={entry.name}
              checked={removed.includes(entry.id)}
              onCheckedChange={(on) =>
                setRemoved(on ? [...removed, entry.id] : removed.filter((id) => id !== entry.id))
              }
            />
          ))}
        </fieldset>
      )}
    </FormDialog>
  );
}
