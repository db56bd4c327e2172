import { useState } from 'react';
import type { SavedView, ViewList } from '@skein/contracts/main/list-views.contract';
import { Button } from '@skein/ui/button';
import { Dialog } from '@skein/ui/dialog';
import { Field } from '@skein/ui/field';
import { TextInput } from '@skein/ui/text-input';
import { toasts } from '@skein/ui/toast-store';
import { problemOf } from '../problem';
import { useChangeViewMutation, useSaveViewMutation } from './list-views-api';

/** Names a new view of a list, or an existing one anew. Deliberate: one field needs no form library, which the lists would load for it. */
export function NameViewDialog({
  list,
  address,
  view,
  onClose,
}: {
  list: ViewList;
  address: string;
  view?: SavedView;
  onClose: () => void;
}) {
  const [save, saving] = useSaveViewMutation();
  const [change, changing] = useChangeViewMutation();
  const [name, setName] = useState(view?.name ?? '');
  const [problem, setProblem] = useState<string | undefined>();
  const submit = async () => {
    if (name.trim() === '') {
      setProblem('Name is required.');
      return;
    }
    try {
      const saved = view
        ? await change({ params: { viewId: view.id }, body: { name } }).unwrap()
        : await save({ body: { list, name, address } }).unwrap();
      toasts.show({ title: view ? `View renamed to ${saved.name}` : `View ${saved.name} is saved` });
      onClose();
    } catch (error) {
      setProblem(problemOf(error).message);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={view ? `Rename ${view.name}` : 'Save this view'}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" loading={saving.isLoading || changing.isLoading} onClick={() => void submit()}>
            {view ? 'Rename' : 'Save view'}
          </Button>
        </>
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          void submit();
        }}
      >
        <Field
          label="Name"
          {...(view ? {} : { hint: 'Search, filters and sort as you see them now. Only you see your views.' })}
          error={problem}
        >
          <TextInput
            autoFocus
            maxLength={60}
            value={name}
            onChange={(event) => {
              setName(event.target.value);
              setProblem(undefined);
            }}
          />
        </Field>
      </form>
    </Dialog>
  );
}
