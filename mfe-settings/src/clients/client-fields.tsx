import type { ClientPermission } from '@skein/contracts/permissions';
import { Checkbox } from '@skein/ui/checkbox';
import { Combobox, type ComboboxOption } from '@skein/ui/combobox';
import { Field, Hint } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { useFindCampaigns, useHideableCategories } from './clients.hooks';

export interface ClientChoices {
  permission: ClientPermission[];
  retricted_category: number[];
  campaigns: readonly ComboboxOption[];
}

const permissions: { id: ClientPermission; label: string; hint: string }[] = [
  { id: 'full_access', label: 'Full access', hint: 'Works on its own campaigns and leads, and sees their figures.' },
  {
    id: 'reply_master_inbox',
    label: 'Answer in the master inbox',
    hint: 'Answers replies to its campaigns. Part of full access.',
  },
];

/** What a client may do, which categories are hidden from it, and which campaigns are its own. */
export function ClientFields({
  value,
  onChange,
  withCampaigns = true,
}: {
  value: ClientChoices;
  onChange: (value: ClientChoices) => void;
  withCampaigns?: boolean;
}) {
  const options = useHideableCategories().map((category) => ({ value: String(category.id), label: category.name }));
  const toggle = (id: ClientPermission, on: boolean) =>
    onChange({
      ...value,
      permission: on
        ? [...value.permission.filter((each) => each !== id), id]
        : value.permission.filter((each) => each !== id),
    });
  return (
    <Stack $gap={4}>
      <Stack $gap={2} role="group" aria-label="Permissions">
        {permissions.map(({ id, label, hint }) => (
          <Checkbox
            key={id}
            label={label}
            hint={hint}
            checked={value.permission.includes(id)}
            onCheckedChange={(on) => toggle(id, on)}
          />
        ))}
        {value.permission.length === 0 && (
          <Hint>Without either, the client reads the replies to its campaigns and nothing else.</Hint>
        )}
      </Stack>
      <Field label="Hidden categories" optional hint="Leads in these categories are hidden from the client everywhere.">
        <Combobox
          multiple
          clearable
          options={options}
          value={options.filter((option) => value.retricted_category.includes(Number(option.value)))}
          onValueChange={(chosen) =>
            onChange({ ...value, retricted_category: chosen.map((option) => Number(option.value)) })
          }
          placeholder="None hidden"
          searchPlaceholder="Category"
        />
      </Field>
      {withCampaigns && (
        <CampaignField value={value.campaigns} onChange={(campaigns) => onChange({ ...value, campaigns })} />
      )}
    </Stack>
  );
}

/** The campaigns of a client. */
export function CampaignField({
  value,
  onChange,
}: {
  value: readonly ComboboxOption[];
  onChange: (value: readonly ComboboxOption[]) => void;
}) {
  const find = useFindCampaigns();
  const search = async (text: string) => (await find(text)).map((row) => ({ value: String(row.id), label: row.name }));
  return (
    <Field
      label="Campaigns"
      optional
      hint="The client sees only these campaigns and their subsequences. A campaign belongs to one client at most."
    >
      <Combobox
        multiple
        clearable
        options={search}
        value={value}
        onValueChange={onChange}
        placeholder="None yet"
        searchPlaceholder="Name of a campaign"
      />
    </Field>
  );
}
