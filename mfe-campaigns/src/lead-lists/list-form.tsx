import { useState } from 'react';
import type { LeadListView } from '@skein/contracts/main/lead-lists.contract';
import type { ComboboxOption } from '@skein/ui/combobox';
import { Field } from '@skein/ui/field';
import { TextInput } from '@skein/ui/text-input';
import { FormDialog } from '../form-dialog';
import { TagField } from '../leads/tag-field';
import { useSaveList } from './lead-lists.hooks';

/** Makes a list, or changes its name and tags. */
export function ListForm({
  list,
  onClose,
  onMade,
}: {
  list: LeadListView | null;
  onClose: () => void;
  onMade?: (list: LeadListView) => void;
}) {
  const save = useSaveList(list?.id);
  const [name, setName] = useState(list?.name ?? '');
  const [tags, setTags] = useState<readonly ComboboxOption[]>(
    (list?.tags ?? []).map((tag) => ({ value: String(tag.id), label: tag.name })),
  );
  const body = { name: name.trim(), tag_ids: tags.map((tag) => Number(tag.value)) };
  return (
    <FormDialog
      title={list ? 'Edit list' : 'New list'}
      submitLabel={list ? 'Save' : 'Create list'}
      onClose={onClose}
      {...(body.name === '' ? { disabledReason: 'Give it a name first' } : {})}
      onSubmit={async () => {
        const saved = await save(body);
        onMade?.(saved);
      }}
    >
      <Field label="Name" required>
        <TextInput value={name} maxLength={200} autoComplete="off" onChange={(event) => setName(event.target.value)} />
      </Field>
      <TagField label="Tags" value={tags} onChange={setTags} canMake />
    </FormDialog>
  );
}
