import { useMemo, useState } from 'react';
import { useAccess } from '@skein/mfe/access';
import { useAppSelector } from '@skein/mfe/store';
import { showProblem } from '@skein/mfe/toasts';
import { Combobox, type ComboboxOption } from '@skein/ui/combobox';
import { Field } from '@skein/ui/field';
import { counted } from '@skein/ui/counted';
import { useCreateFolderMutation, useListFoldersQuery } from './api';
import { FormDialog } from '../form-dialog';

const noFolder: ComboboxOption = { value: '0', label: 'No folder' };

/** Moves campaigns to a folder, an existing or a new one, or out of all. */
export function MoveDialog({
  count,
  onClose,
  onMove,
}: {
  count: number;
  onClose: () => void;
  onMove: (folder: { id: number; name: string } | null) => Promise<void>;
}) {
  const { data } = useListFoldersQuery();
  const [createFolder] = useCreateFolderMutation();
  const sorts = useAccess().may('shared.write');
  const [picked, setChosen] = useState<ComboboxOption | null>(null);
  const lastFolder = String(useAppSelector((state) => state.campaigns.lastFolderId));
  const options = useMemo(
    () => [
      noFolder,
      ...(data?.folders ?? []).map((folder) => ({
        value: String(folder.id),
        label: folder.name,
        detail: counted(folder.campaign_count, 'campaign'),
      })),
    ],
    [data],
  );
  // The folder that was looked at last is the likeliest.
  const chosen = picked ?? options.find(({ value }) => value === lastFolder) ?? null;
  return (
    <FormDialog
      title={`Move ${counted(count, 'campaign')}`}
      submitLabel="Move"
      onClose={onClose}
      {...(chosen ? {} : { disabledReason: 'Choose a folder first' })}
      onSubmit={async () => {
        if (chosen) await onMove(chosen.value === '0' ? null : { id: Number(chosen.value), name: chosen.label });
      }}
    >
      <Field label="Folder" {...(sorts ? { hint: 'Type a new name to create a folder.' } : {})}>
        <Combobox
          options={options}
          value={chosen}
          onValueChange={setChosen}
          placeholder="Choose a folder"
          searchPlaceholder={sorts ? 'Search or name a new folder' : 'Search folders'}
          {...(sorts
            ? {
                onCreate: (name: string) =>
                  void createFolder({ body: { name } })
                    .unwrap()
                    .then(
                      (folder) => setChosen({ value: String(folder.id), label: folder.name }),
                      (error: unknown) => showProblem('The folder was not created', error),
                    ),
              }
            : {})}
        />
      </Field>
    </FormDialog>
  );
}
