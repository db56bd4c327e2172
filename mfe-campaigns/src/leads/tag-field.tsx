import { Combobox, type ComboboxOption } from '@skein/ui/combobox';
import { Field } from '@skein/ui/field';
import { useCampaignTags } from '../campaigns-list/campaigns.hooks';

/** Chooses tags of the workspace; new ones are made from what is typed. */
export function TagField({
  label,
  value,
  onChange,
  canMake = false,
}: {
  label: string;
  value: readonly ComboboxOption[];
  onChange: (value: readonly ComboboxOption[]) => void;
  canMake?: boolean;
}) {
  const { tags, create } = useCampaignTags();
  const make = (name: string) =>
    void create(name).then((tag) => {
      if (tag) onChange([...value, { value: String(tag.id), label: tag.name }]);
    });
  return (
    <Field label={label}>
      <Combobox
        multiple
        options={(tags ?? []).map((tag) => ({ value: String(tag.id), label: tag.name }))}
        value={value}
        onValueChange={onChange}
        placeholder="Choose tags"
        searchPlaceholder={canMake ? 'Search or name a new tag' : 'Search tags'}
        {...(canMake ? { onCreate: make } : {})}
      />
    </Field>
  );
}
