import { useMemo, useState } from 'react';
import { useAccess } from '@skein/mfe/access';
import { attempt } from '@skein/mfe/requests';
import { useAppSelector } from '@skein/mfe/store';
import { Combobox, type ComboboxOption } from '@skein/ui/combobox';
import { Field } from '@skein/ui/field';
import { counted } from '@skein/ui/counted';
import { useFolders, useSaveFolder } from '../folders/folders.hooks';
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
  const { folders } = useFolders();
  const createFolder = useSaveFolder(undefined);
  const sorts = useAccess().may('shared.write');
  const [picked, setChosen] = useState<ComboboxOption | null>(null);
  const lastFolder = String(useAppSelector((state) => state.campaigns.lastFolderId));
  const options = useMemo(
    () => [
      noFolder,
      ...(folders ?? []).map((folder) => ({
        value: String(folder.id),
        label: folder.name,
        detail: counted(folder.campaign_count, 'campaign'),
      })),
    ],
    [folders],
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
                  void attempt(createFolder({ name }), 'The folder was not created').then((created) => {
                    if (created) setChosen({ value: String(created.value.id), label: created.value.name });
                  }),
              }
            : {})}
        />
      </Field>
    </FormDialog>
  );
}
