import { useState } from 'react';
import type { LeadAction } from '@skein/contracts/main/lead-actions.contract';
import { campaignStatusWords } from '@skein/mfe/campaign-status-labels';
import { Combobox, type ComboboxOption } from '@skein/ui/combobox';
import { Field } from '@skein/ui/field';
import { RadioGroup } from '@skein/ui/radio-group';
import { counted } from '@skein/ui/counted';
import { FormDialog } from '../form-dialog';
import { useLeadPlaces } from './lead-places.hooks';
import { TagField } from './tag-field';

type OfList = { id: number; name: string } | undefined;

const waysOf = (list: OfList) =>
  [
    { value: 'copy', label: 'Copy', hint: list ? `They stay in ${list.name} too.` : '' },
    { value: 'move', label: 'Move', hint: list ? `Added leads are removed from ${list.name}.` : '' },
  ] as const;

/** Adds the selected leads to a campaign. */
export function PushDialog({
  many,
  list,
  onClose,
  onPush,
}: {
  many: string;
  list: OfList;
  onClose: () => void;
  onPush: (action: LeadAction) => Promise<void>;
}) {
  const { findCampaigns } = useLeadPlaces();
  const [chosen, setChosen] = useState<ComboboxOption | null>(null);
  const [way, setWay] = useState<'copy' | 'move'>('copy');
  const options = async (text: string) =>
    (await findCampaigns(text)).map((campaign) => ({
      value: String(campaign.id),
      label: campaign.name,
      detail: campaignStatusWords[campaign.status],
    }));
  return (
    <FormDialog
      title={`Push ${many} to a campaign`}
      submitLabel="Push"
      onClose={onClose}
      {...(chosen ? {} : { disabledReason: 'Choose a campaign first' })}
      onSubmit={() =>
        onPush({
          kind: 'PUSH_TO_CAMPAIGN',
          ...(chosen?.value === 'new' ? { campaign_name: chosen.label } : { campaign_id: Number(chosen?.value) }),
          ...(way === 'move' && list ? { from_list_id: list.id } : {}),
        })
      }
    >
      <Field label="Campaign" hint="Suppressed and unsubscribed leads are skipped. Type a new name to create a draft.">
        <Combobox
          options={options}
          value={chosen}
          onValueChange={setChosen}
          placeholder="Choose a campaign"
          searchPlaceholder="Search or name a new draft"
          onCreate={(name) => setChosen({ value: 'new', label: name, detail: 'new draft' })}
        />
      </Field>
      {list && (
        <Field label="Copy or move">
          <RadioGroup value={way} onValueChange={setWay} options={waysOf(list)} />
        </Field>
      )}
    </FormDialog>
  );
}

/** Adds the selected leads to a list. */
export function ListDialog({
  many,
  list,
  onClose,
  onAdd,
}: {
  many: string;
  list: OfList;
  onClose: () => void;
  onAdd: (action: LeadAction) => Promise<void>;
}) {
  const { findLists } = useLeadPlaces();
  const [chosen, setChosen] = useState<ComboboxOption | null>(null);
  const [way, setWay] = useState<'copy' | 'move'>('copy');
  const options = async (text: string) =>
    (await findLists(text))
      .filter((row) => row.id !== list?.id)
      .map((row) => ({ value: String(row.id), label: row.name, detail: counted(row.lead_count, 'lead') }));
  return (
    <FormDialog
      title={`Add ${many} to a list`}
      submitLabel="Add"
      onClose={onClose}
      {...(chosen ? {} : { disabledReason: 'Choose a list first' })}
      onSubmit={() =>
        onAdd({
          kind: 'ADD_TO_LIST',
          ...(chosen?.value === 'new' ? { list_name: chosen.label } : { list_id: Number(chosen?.value) }),
          ...(way === 'move' && list ? { from_list_id: list.id } : {}),
        })
      }
    >
      <Field label="List" hint="Type a new name to create a list.">
        <Combobox
          options={options}
          value={chosen}
          onValueChange={setChosen}
          placeholder="Choose a list"
          searchPlaceholder="Search or name a new list"
          onCreate={(name) => setChosen({ value: 'new', label: name, detail: 'new list' })}
        />
      </Field>
      {list && (
        <Field label="Copy or move">
          <RadioGroup value={way} onValueChange={setWay} options={waysOf(list)} />
        </Field>
      )}
    </FormDialog>
  );
}

/** Tags the selected leads. */
export function TagDialog({
  many,
  onClose,
  onTag,
}: {
  many: string;
  onClose: () => void;
  onTag: (action: LeadAction) => Promise<void>;
}) {
  const [added, setAdded] = useState<readonly ComboboxOption[]>([]);
  const [removed, setRemoved] = useState<readonly ComboboxOption[]>([]);
  return (
    <FormDialog
      title={`Tag ${many}`}
      submitLabel="Save tags"
      onClose={onClose}
      {...(added.length + removed.length > 0 ? {} : { disabledReason: 'Choose a tag to add or remove' })}
      onSubmit={() =>
        onTag({
          kind: 'TAG',
          tag_ids: added.map((tag) => Number(tag.value)),
          remove_tag_ids: removed.map((tag) => Number(tag.value)),
        })
      }
    >
      <TagField label="Add" value={added} onChange={setAdded} canMake />
      <TagField label="Remove" value={removed} onChange={setRemoved} />
    </FormDialog>
  );
}
