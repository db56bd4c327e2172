import { useState } from 'react';
import { Button } from '@skein/ui/button';
import { Dialog } from '@skein/ui/dialog';
import { Field } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import type { MenuEntry } from '@skein/ui/menu';
import { Select } from '@skein/ui/select';
import { TextInput } from '@skein/ui/text-input';
import { LoadProblem } from '@skein/ui/load-problem';
import { base, useChangeTest, useFolders } from '../placement.hooks';
import { RulesDialog } from './rules-dialog';

/** What of a test its edits need. */
export interface EditedTest {
  id: number;
  name: string;
  type: 'manual' | 'auto';
  folder_id: number | null;
}
type Edit = 'rename' | 'move' | 'rules';

/** Menu entries that rename, move, change and duplicate a test, and the dialog that is open. */
export function useTestEdits() {
  const [open, setOpen] = useState<{ edit: Edit; test: EditedTest } | null>(null);
  const close = () => setOpen(null);
  const entries = (test: EditedTest): MenuEntry[] => [
    { label: 'Rename', icon: 'edit', onSelect: () => setOpen({ edit: 'rename', test }) },
    { label: 'Move to folder', icon: 'folder', onSelect: () => setOpen({ edit: 'move', test }) },
    {
      label: test.type === 'auto' ? 'Edit schedule and rules' : 'Edit rules',
      icon: 'clock',
      onSelect: () => setOpen({ edit: 'rules', test }),
    },
    {
      label: 'Duplicate',
      icon: 'copy',
      href: `/app${base}/new-${test.type === 'auto' ? 'automatic' : 'manual'}-test?copy=${test.id}`,
    },
  ];
  const dialog = open && (
    <>
      {open.edit === 'rename' && <RenameDialog test={open.test} onClose={close} />}
      {open.edit === 'move' && <MoveDialog test={open.test} onClose={close} />}
      {open.edit === 'rules' && <RulesDialog test={open.test} onClose={close} />}
    </>
  );
  return { entries, dialog };
}

interface EditProps {
  test: EditedTest;
  onClose: () => void;
}

function RenameDialog({ test, onClose }: EditProps) {
  const { change, isChanging } = useChangeTest(test.id, onClose);
  const [name, setName] = useState(test.name);
  const isReady = name.trim() !== '';
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isChanging && onClose()}
      title="Rename test"
      footer={
        <>
          <Button disabled={isChanging} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" loading={isChanging} disabled={!isReady} onClick={() => change({ name })}>
            Rename
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !isChanging) change({ name });
        }}
      >
        <Field label="Test name">
          <TextInput autoFocus maxLength={100} value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  );
}

/** What the choice of no folder is called in the list of ids. */
const none = 'none';

function MoveDialog({ test, onClose }: EditProps) {
  const { change, isChanging } = useChangeTest(test.id, onClose);
  const folders = useFolders();
  const [chosen, setChosen] = useState(test.folder_id === null ? none : String(test.folder_id));
  const folderId = chosen === none ? null : Number(chosen);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isChanging && onClose()}
      title={`Move ${test.name}`}
      footer={
        <>
          <Button disabled={isChanging} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            loading={isChanging}
            disabled={folders.isLoading || folderId === test.folder_id}
            onClick={() => change({ folder_id: folderId })}
          >
            Move test
          </Button>
        </>
      }
    >
      <Stack $gap={4}>
        {folders.problem && <LoadProblem title="Could not load the folders" {...folders.problem} />}
        <Field
          label="Folder"
          hint={
            !folders.isLoading && !folders.problem && folders.rows.length === 0
              ? 'Create a folder on the Folders tab first.'
              : undefined
          }
        >
          <Select
            disabled={folders.isLoading}
            value={chosen}
            onValueChange={setChosen}
            options={[
              { value: none, label: 'No folder' },
              ...folders.rows.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
        </Field>
      </Stack>
    </Dialog>
  );
}
