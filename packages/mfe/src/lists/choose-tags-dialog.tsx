import { useMemo, useState } from 'react';
import { Checkbox } from '@skein/ui/checkbox';
import { Combobox, type ComboboxOption } from '@skein/ui/combobox';
import { Field } from '@skein/ui/field';
import { FieldGroup } from '@skein/ui/field-group';
import { Stack } from '@skein/ui/layout';
import { toasts } from '@skein/ui/toast-store';
import { FormDialog } from '../form-dialog';

interface Tag {
  id: number;
  name: string;
}

interface ChooseTagsDialogProps {
  /** Whose tags they are: "3 campaigns". */
  name: string;
  /** Every tag that can be given. */
  options: readonly ComboboxOption[];
  rows: readonly { tags: readonly Tag[] }[];
  /** Makes a tag of what was typed; null when it was refused, which is shown. Left out where the person may make none. */
  onCreate?: ((name: string) => Promise<Tag | null>) | undefined;
  /** Rejects with the server's problem. */
  onSave: (added: number[], removed: number[]) => Promise<void>;
  onClose: () => void;
}

/** Adds and removes tags of one thing or many; new ones are made from what is typed. */
export function ChooseTagsDialog({ name, options, rows, onCreate, onSave, onClose }: ChooseTagsDialogProps) {
  const present = useMemo(
    () => [...new Map(rows.flatMap((row) => row.tags).map((tag) => [tag.id, tag])).values()],
    [rows],
  );
  const [added, setAdded] = useState<readonly ComboboxOption[]>([]);
  const [removed, setRemoved] = useState<readonly number[]>([]);
  const create = async (typed: string) => {
    const tag = await onCreate?.(typed);
    if (tag) setAdded((before) => [...before, { value: String(tag.id), label: tag.name }]);
  };
  return (
    <FormDialog
      title={`Tag ${name}`}
      submitLabel="Save tags"
      onClose={onClose}
      disabledReason={added.length + removed.length > 0 ? undefined : 'Choose a tag to add or remove'}
      onSubmit={async () => {
        await onSave(
          added.map((option) => Number(option.value)),
          [...removed],
        );
        toasts.show({ title: `Tags of ${name} saved` });
      }}
      fields={() => (
        <>
          <Field label="Add" {...(onCreate ? { hint: 'Type a new name to create a tag.' } : {})}>
            <Combobox
              multiple
              options={options}
              value={added}
              onValueChange={setAdded}
              placeholder="Choose tags"
              searchPlaceholder={onCreate ? 'Search or name a new tag' : 'Search tags'}
              {...(onCreate ? { onCreate: (typed: string) => void create(typed) } : {})}
            />
          </Field>
          {present.length > 0 && (
            <FieldGroup label="Remove">
              <Stack $gap={2}>
                {present.map((tag) => (
                  <Checkbox
                    key={tag.id}
                    label={tag.name}
                    checked={removed.includes(tag.id)}
                    onCheckedChange={(on) =>
                      setRemoved(on ? [...removed, tag.id] : removed.filter((id) => id !== tag.id))
                    }
                  />
                ))}
              </Stack>
            </FieldGroup>
          )}
        </>
      )}
    />
  );
}
