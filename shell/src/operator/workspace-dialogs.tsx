import { useState } from 'react';
import type { CallOutput } from '@skein/contracts/endpoint';
import type { operatorContract } from '@skein/contracts/main/operator.contract';
import { deletionWaitDays } from '@skein/contracts/constants';
import { FormDialog } from '@skein/mfe/form-dialog';
import { withSentence } from '@skein/mfe/with-sentence';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { Field } from '@skein/ui/field';
import { TextInput } from '@skein/ui/text-input';
import { toasts } from '@skein/ui/toast-store';
import { useChangeWorkspace } from './workspaces.hooks';
import { PlanFields, planChange, planValues } from './plan-fields';

export type Workspace = CallOutput<(typeof operatorContract)['endpoints']['readWorkspace']>;
interface Props {
  workspace: Workspace;
  onClose: () => void;
}

/** Plan, last day and limits. */
export function PlanDialog({ workspace, onClose }: Props) {
  const { changePlan } = useChangeWorkspace(workspace.id);
  const [values, setValues] = useState(() => planValues(workspace));
  return (
    <FormDialog
      title={`Plan of ${workspace.name}`}
      submitLabel="Save the plan"
      onClose={onClose}
      onSubmit={() => changePlan(planChange(values, workspace))}
      fields={(errors) => <PlanFields values={values} onChange={setValues} errors={errors} />}
    />
  );
}

/** Ends trial or subscription in this moment; without the day of grace. */
export function EndPlanDialog({ workspace, onClose }: Props) {
  const { changePlan } = useChangeWorkspace(workspace.id);
  const end = async () => {
    const now = new Date().toISOString();
    const body =
      workspace.plan_type === 'trial'
        ? { trial_end_at: now }
        : {
            is_subscribed: false,
            subscription_end_at: now,
            ...(workspace.trial_end_at && workspace.trial_end_at > now ? { trial_end_at: now } : {}),
          };
    await withSentence(changePlan(body));
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`End the plan of ${workspace.name} now?`}
      description="Its campaigns stop sending. People can log in and see who to ask. Nothing is deleted."
      confirmLabel="End the plan"
      onConfirm={end}
    />
  );
}

/** Asks for the reason, which whoever tries to log in is told. */
export function DisableDialog({ workspace, onClose }: Props) {
  const { disable } = useChangeWorkspace(workspace.id);
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      title={`Disable ${workspace.name}`}
      description="All sending stops and no one can log in. Everything is kept, and unsubscribe links keep working."
      submitLabel="Disable"
      onClose={onClose}
      onSubmit={() => disable(reason)}
      fields={(errors) => (
        <Field label="Reason" error={errors['reason']}>
          <TextInput autoFocus maxLength={300} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
      )}
    />
  );
}

export function DeleteDialog({ workspace, onClose }: Props) {
  const { remove } = useChangeWorkspace(workspace.id);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${workspace.name}?`}
      description={`Sending stops and no one can log in from now on. In ${deletionWaitDays} days everything of the workspace is permanently removed: campaigns, leads, emails, files and ${workspace.people} people. Until then you can enable it again.`}
      confirmLabel="Delete workspace"
      typedText={workspace.name}
      onConfirm={async () => {
        await withSentence(remove(workspace.name));
        toasts.show({ title: `${workspace.name} is deleted in ${deletionWaitDays} days` });
      }}
    />
  );
}
