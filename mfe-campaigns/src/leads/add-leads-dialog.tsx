import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAccess } from '@skein/mfe/access';
import { Combobox, type ComboboxOption } from '@skein/ui/combobox';
import { Field } from '@skein/ui/field';
import { RadioGroup } from '@skein/ui/radio-group';
import { FormDialog } from '../form-dialog';
import { useLeadPlaces } from './lead-places.hooks';

type Place = 'campaign' | 'list' | 'new-campaign' | 'new-list';

/** Where new leads go: a campaign or a list, there or new. The import itself (file, paste, one by one) follows there. */
export function AddLeadsDialog({ onClose }: { onClose: () => void }) {
  const access = useAccess();
  const navigate = useNavigate();
  const mayCampaign = access.may('campaign.write');
  const [place, setPlace] = useState<Place>(mayCampaign ? 'campaign' : 'list');
  const [chosen, setChosen] = useState<ComboboxOption | null>(null);
  const { findCampaigns, findLists } = useLeadPlaces();
  const find = async (text: string) => {
    const found = place === 'campaign' ? await findCampaigns(text) : await findLists(text);
    return found.map((row) => ({ value: String(row.id), label: row.name }));
  };
  const address: Record<Place, string | null> = {
    campaign: chosen && `/email-campaign/new-campaign?id=${chosen.value}&tab=import-leads`,
    list: chosen && `/leads/lists/${chosen.value}/import`,
    'new-campaign': '/email-campaign/new-campaign',
    'new-list': '/leads/lists?new=1',
  };
  const to = address[place];
  return (
    <FormDialog
      title="Add leads"
      submitLabel="Continue"
      onClose={onClose}
      {...(to ? {} : { disabledReason: place === 'campaign' ? 'Choose a campaign first' : 'Choose a list first' })}
      onSubmit={() => {
        if (to) void navigate(to);
        return Promise.resolve();
      }}
    >
      <Field label="Add to">
        <RadioGroup<Place>
          value={place}
          onValueChange={(next) => {
            setPlace(next);
            setChosen(null);
          }}
          options={[
            ...(mayCampaign
              ? ([
                  { value: 'campaign', label: 'A campaign' },
                  { value: 'new-campaign', label: 'A new campaign' },
                ] as const)
              : []),
            { value: 'list', label: 'A list', hint: 'Leads in a list get no emails until you add them to a campaign' },
            { value: 'new-list', label: 'A new list' },
          ]}
        />
      </Field>
      {(place === 'campaign' || place === 'list') && (
        <Field label={place === 'campaign' ? 'Campaign' : 'List'}>
          <Combobox
            value={chosen}
            onValueChange={setChosen}
            key={place}
            options={find}
            placeholder={place === 'campaign' ? 'Choose a campaign' : 'Choose a list'}
            searchPlaceholder="Search by name"
          />
        </Field>
      )}
    </FormDialog>
  );
}
