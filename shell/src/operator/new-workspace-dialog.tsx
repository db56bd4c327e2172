import { useState } from 'react';
import { FormDialog } from '@skein/mfe/form-dialog';
import { navigateTo } from '@skein/mfe/navigation';
import { Field } from '@skein/ui/field';
import { TextInput } from '@skein/ui/text-input';
import { toasts } from '@skein/ui/toast-store';
import { Checkbox } from '@skein/ui/checkbox';
import { useCreateWorkspace } from './workspaces.hooks';
import { PlanFields, planChange, type PlanValues } from './plan-fields';

/** Makes a workspace with its first person. */
export function NewWorkspaceDialog({ hasPlans, onClose }: { hasPlans: boolean; onClose: () => void }) {
  const create = useCreateWorkspace();
  const [given, setGiven] = useState({ name: '', owner_name: '', owner_email: '' });
  const [givesPlan, setGivesPlan] = useState(false);
  const [plan, setPlan] = useState<PlanValues>({ plan: 'pro', end: '', leads: null, emails: null });
  const text = (name: keyof typeof given) => ({
    value: given[name],
    onChange: (event: { target: { value: string } }) => setGiven({ ...given, [name]: event.target.value }),
  });
  const submit = async () => {
    const made = await create({ ...given, ...(givesPlan && { plan: planChange(plan) }) });
    toasts.show({ title: `${made.name} was created. ${given.owner_email} gets a link by email` });
    navigateTo(`/app/operator/workspaces/${made.id}`);
  };
  return (
    <FormDialog
      title="New workspace"
      description="The owner gets an email with a link to set a password."
      submitLabel="Create the workspace"
      onSubmit={submit}
      onClose={onClose}
      fields={(errors) => (
        <>
          <Field label="Name" error={errors['name']}>
            <TextInput autoFocus maxLength={160} {...text('name')} />
          </Field>
          <Field label="Owner" error={errors['owner_name']}>
            <TextInput maxLength={120} autoComplete="off" {...text('owner_name')} />
          </Field>
          <Field label="Owner’s email" error={errors['owner_email']}>
            <TextInput type="email" maxLength={254} autoComplete="off" {...text('owner_email')} />
          </Field>
          {hasPlans && (
            <Checkbox checked={givesPlan} onCheckedChange={setGivesPlan} label="Start with a plan instead of a trial" />
          )}
          {givesPlan && <PlanFields values={plan} onChange={setPlan} errors={errors} />}
        </>
      )}
    />
  );
}
