import { useState } from 'react';
import type { GivenRole } from '@skein/contracts/main/team.contract';
import { problemOf } from '@skein/mfe/problem';
import { speaksOfPlans } from '@skein/mfe/plans';
import { useSessionPlan } from '@skein/mfe/session';
import { Button } from '@skein/ui/button';
import { Dialog } from '@skein/ui/dialog';
import { Field } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { RadioGroup } from '@skein/ui/radio-group';
import { TextInput } from '@skein/ui/text-input';
import { toasts } from '@skein/ui/toast-store';
import { fieldError } from '@skein/ui/field-error';
import { useInvite } from './team.hooks';
import { roleOptions } from './roles';

/** Invites somebody by mail, in a role. */
export function InviteDialog({
  onClose,
}: {
  onClose: (invited: { id: number; email: string; role: GivenRole } | null) => void;
}) {
  const hasBilling = speaksOfPlans(useSessionPlan());
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<GivenRole>('FULL_MEMBER_ACCESS');
  const [problem, setProblem] = useState<string | null>(null);
  const { invite, isInviting } = useInvite();
  const send = async () => {
    if (isInviting) return;
    try {
      const id = await invite(email.trim(), role);
      toasts.show({ title: `Invited ${email.trim()}; the link is good for seven days` });
      onClose({ id, email: email.trim(), role });
    } catch (error) {
      const { details, message } = problemOf(error);
      setProblem(details.find((detail) => detail.field.replace(/^body\./, '') === 'email')?.message ?? message);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={() => onClose(null)}
      title="Invite to the team"
      description="They get an email with a link to set a name and a password."
      footer={
        <>
          <Button onClick={() => onClose(null)}>Cancel</Button>
          <Button variant="primary" loading={isInviting} onClick={() => void send()}>
            Send the invitation
          </Button>
        </>
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          void send();
        }}
      >
        <Stack $gap={4}>
          <Field label="Email" error={fieldError('Email', problem === null ? undefined : { message: problem })}>
            <TextInput
              autoFocus
              type="email"
              autoComplete="off"
              maxLength={254}
              value={email}
              onChange={(event) => {
                setEmail(event.target.value);
                setProblem(null);
              }}
            />
          </Field>
          <RadioGroup aria-label="Role" value={role} onValueChange={setRole} options={roleOptions(hasBilling)} />
        </Stack>
      </form>
    </Dialog>
  );
}
