import { Combobox } from '@skein/ui/combobox';
import { Field } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { useMailboxTags } from '../mailbox-labels.hooks';
import type { ChangeForm } from './change-form';

/** Tags that are added and tags that are removed. */
export function TagFields({ form, onChange }: { form: ChangeForm; onChange: (form: ChangeForm) => void }) {
  const { tags, create } = useMailboxTags();
  const options = (tags ?? []).map((tag) => ({ value: String(tag.id), label: tag.name }));
  return (
    <Stack $gap={3}>
      <Field label="Add" hint="Type a new name to create a tag.">
        <Combobox
          multiple
          options={options}
          value={form.added}
          onValueChange={(added) => onChange({ ...form, added })}
          placeholder="Choose tags"
          onCreate={(name) =>
            void create(name).then((tag) => {
              if (tag) onChange({ ...form, added: [...form.added, { value: String(tag.id), label: tag.name }] });
            })
          }
        />
      </Field>
      <Field label="Remove">
        <Combobox
          multiple
          options={options}
          value={form.removed}
          onValueChange={(removed) => onChange({ ...form, removed })}
          placeholder="Choose tags"
        />
      </Field>
    </Stack>
  );
}
