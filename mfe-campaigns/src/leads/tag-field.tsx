import { showProblem } from '@skein/mfe/toasts';
import { Combobox, type ComboboxOption } from '@skein/ui/combobox';
import { Field } from '@skein/ui/field';
import { useListCampaignTagsQuery, useSaveCampaignTagMutation } from '../campaigns-list/api';

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
  const { data } = useListCampaignTagsQuery();
  const [save] = useSaveCampaignTagMutation();
  const make = (name: string) => {
    save({ body: { name } })
      .unwrap()
      .then(
        (tag) => onChange([...value, { value: String(tag.id), label: tag.name }]),
        (error: unknown) => showProblem('The tag was not created', error),
      );
  };
  return (
    <Field label={label}>
      <Combobox
        multiple
        options={(data?.tags ?? []).map((tag) => ({ value: String(tag.id), label: tag.name }))}
        value={value}
        onValueChange={onChange}
        placeholder="Choose tags"
        searchPlaceholder={canMake ? 'Search or name a new tag' : 'Search tags'}
        {...(canMake ? { onCreate: make } : {})}
      />
    </Field>
  );
}
