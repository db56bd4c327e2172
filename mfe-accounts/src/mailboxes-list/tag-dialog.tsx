import { useMemo, useState } from 'react';
import type { MailboxView } from '@skein/contracts/main/mailbox-views';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Checkbox } from '@skein/ui/checkbox';
import { Combobox, type ComboboxOption } from '@skein/ui/combobox';
import { Dialog } from '@skein/ui/dialog';
import { Field } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { toasts } from '@skein/ui/toast-store';
import { counted } from '@skein/ui/counted';
import { useMailboxTags } from '../mailbox-labels.hooks';
import { useTagMailboxes } from './mailboxes.hooks';

/** Adds and removes tags of one or many mailboxes; new ones are made from what is typed. */
export function TagDialog({
  ids,
  rows,
  onClose,
}: {
  ids: number[];
  rows: readonly MailboxView[];
  onClose: () => void;
}) {
  const { tags, create } = useMailboxTags();
  const { tag, isTagging } = useTagMailboxes();
  const [problem, setProblem] = useState<string | null>(null);
  const present = useMemo(
    () => [...new Map(rows.flatMap((row) => row.tags).map((entry) => [entry.id, entry])).values()],
    [rows],
  );
  const [added, setAdded] = useState<readonly ComboboxOption[]>([]);
  const [removed, setRemoved] = useState<readonly number[]>([]);
  const options = (tags ?? []).map((entry) => ({ value: String(entry.id), label: entry.name }));
  const name = ids.length === 1 && rows[0] ? rows[0].from_email : counted(ids.length, 'mailbox', 'mailboxes');
  const save = async () => {
    setProblem(null);
    try {
      await tag(
        ids,
        added.map((option) => Number(option.value)),
        [...removed],
      );
      toasts.show({ title: `Tags of ${name} saved` });
      onClose();
    } catch (error) {
      setProblem(problemOf(error).message);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Tag ${name}`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            loading={isTagging}
            onClick={() => void save()}
            {...(added.length + removed.length > 0 ? {} : { disabledReason: 'Choose a tag to add or remove' })}
          >
            Save tags
          </Button>
        </>
      }
    >
      <Stack $gap={4}>
        <Field label="Add" hint="Type a new name to create a tag.">
          <Combobox
            multiple
            options={options}
            value={added}
            onValueChange={setAdded}
            placeholder="Choose tags"
            searchPlaceholder="Search or name a new tag"
            onCreate={(typed) =>
              void create(typed).then((created) => {
                if (created) setAdded((before) => [...before, { value: String(created.id), label: created.name }]);
              })
            }
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
        {problem && (
          <Callout tone="danger" role="alert">
            {problem}
          </Callout>
        )}
      </Stack>
    </Dialog>
  );
}
