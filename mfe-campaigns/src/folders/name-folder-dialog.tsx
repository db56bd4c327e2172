import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { createFolderBody } from '@skein/contracts/main/folders.contract';
import { navigateTo } from '@skein/mfe/navigation';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { Dialog } from '@skein/ui/dialog';
import { Field } from '@skein/ui/field';
import { TextInput } from '@skein/ui/text-input';
import { toasts } from '@skein/ui/toast-store';
import { fieldError } from '@skein/ui/field-error';
import { useSaveFolder } from './folders.hooks';

const body = createFolderBody;

/** Names a new folder, or an existing one anew. */
export function NameFolderDialog({ folder, onClose }: { folder?: { id: number; name: string }; onClose: () => void }) {
  const save = useSaveFolder(folder?.id);
  const { register, handleSubmit, setError, formState } = useForm<z.input<typeof body>>({
    resolver: zodResolver(body),
    defaultValues: { name: folder?.name ?? '' },
  });
  const submit = handleSubmit(async (values) => {
    try {
      const saved = await save(values);
      toasts.show({
        title: folder ? `Folder renamed to ${saved.name}` : `Folder ${saved.name} was created`,
        ...(folder
          ? {}
          : { action: { label: 'Open', run: () => navigateTo(`/app/email-campaign/folder/${saved.id}/view`) } }),
      });
      onClose();
    } catch (error) {
      setError('name', { type: 'server', message: problemOf(error).message }, { shouldFocus: true });
    }
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={folder ? `Rename ${folder.name}` : 'New folder'}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" loading={formState.isSubmitting} onClick={() => void submit()}>
            {folder ? 'Rename' : 'Create folder'}
          </Button>
        </>
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.stopPropagation();
          void submit(event);
        }}
      >
        <Field label="Name" error={fieldError('Name', formState.errors.name)}>
          <TextInput autoFocus maxLength={120} {...register('name')} />
        </Field>
      </form>
    </Dialog>
  );
}
