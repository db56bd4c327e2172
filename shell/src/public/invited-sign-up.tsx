import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import type { CallOutput } from '@skein/contracts/endpoint';
import { acceptSignUpInvitationBody, type authContract } from '@skein/contracts/main/auth.contract';
import { problemOf } from '@skein/mfe/problem';
import { startSession } from '@skein/mfe/session';
import type { Session } from '@skein/mfe/slices/auth';
import { Button } from '@skein/ui/button';
import { Field } from '@skein/ui/field';
import { fieldError } from '@skein/ui/field-error';
import { PasswordInput } from '@skein/ui/password-input';
import { Loading } from '@skein/ui/skeleton';
import { TextInput } from '@skein/ui/text-input';
import { authClient } from '../session/auth-calls';
import { Ask } from './closed-sign-up';
import { FormProblem, mayPass, showFormProblem } from './form-errors';
import { Aside, PublicLayout } from './public-layout';

type Invitation = CallOutput<(typeof authContract)['endpoints']['readSignUpInvitation']>;
type Body = z.input<typeof acceptSignUpInvitationBody>;

/** What an invitation says, or why it cannot be used. A failure that passes can be tried again. */
function useInvitation(uuid: string) {
  const [round, setRound] = useState(0);
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const [problem, setProblem] = useState<{ text: string; mayPass: boolean } | null>(null);
  useEffect(() => {
    setProblem(null);
    if (uuid.length < 20)
      return setProblem({ text: 'This link is incomplete. Open it from the email again.', mayPass: false });
    authClient.readSignUpInvitation({ query: { uuid } }).then(setInvitation, (error: unknown) => {
      setProblem({ text: problemOf(error).message, mayPass: mayPass(error) });
    });
  }, [uuid, round]);
  return { invitation, problem, retry: () => setRound(round + 1) };
}

/** /sign-up?invitation=...: opens a workspace for an address that an operator invited, and leads in. */
export function InvitedSignUp({ uuid }: { uuid: string }) {
  const { invitation, problem, retry } = useInvitation(uuid);
  if (invitation) return <InvitedForm uuid={uuid} invitation={invitation} />;
  if (!problem)
    return (
      <PublicLayout title="Your invitation" text="One moment.">
        <Loading label="Reading the invitation" />
      </PublicLayout>
    );
  return problem.mayPass ? (
    <PublicLayout title="Your invitation" text={problem.text}>
      <Button variant="primary" size="large" block onClick={retry}>
        Try again
      </Button>
    </PublicLayout>
  ) : (
    <PublicLayout title="This invitation is not valid" text={problem.text}>
      <Button variant="primary" size="large" block href="/login">
        Go to login
      </Button>
      <Aside>
        <Ask what="for a new invitation" />
      </Aside>
    </PublicLayout>
  );
}

function InvitedForm({ uuid, invitation }: { uuid: string; invitation: Invitation }) {
  const [problem, setProblem] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError } = useForm<
    Body,
    unknown,
    z.output<typeof acceptSignUpInvitationBody>
  >({
    resolver: zodResolver(acceptSignUpInvitationBody),
    mode: 'onTouched',
    defaultValues: { uuid, name: '', company: '', password: '' },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (values) => {
    setProblem(null);
    try {
      startSession((await authClient.acceptSignUpInvitation({ body: values })) as Session);
      // The whole page anew: whoever was logged in here before leaves nothing behind.
      window.location.assign('/app/onboarding');
    } catch (error) {
      setProblem(showFormProblem<Body>(error, ['name', 'company', 'password'], setError));
    }
  });
  return (
    <PublicLayout
      title="Create your account"
      text={invitation.invited_by ? `${invitation.invited_by} invited you.` : 'You were invited to open a workspace.'}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <FormProblem text={problem} />
        <Field reserved label="Email" hint="The invitation is for this address.">
          <TextInput size="large" type="email" autoComplete="username" value={invitation.email} readOnly />
        </Field>
        <Field reserved label="Name" error={fieldError('Name', errors.name)}>
          <TextInput size="large" autoComplete="name" autoFocus {...register('name')} />
        </Field>
        <Field reserved label="Company" optional error={fieldError('Company', errors.company)}>
          <TextInput size="large" autoComplete="organization" {...register('company')} />
        </Field>
        <Field reserved label="Password" hint="At least 8 characters." error={fieldError('Password', errors.password)}>
          <PasswordInput size="large" autoComplete="new-password" {...register('password')} />
        </Field>
        <Button type="submit" variant="primary" size="large" block loading={isSubmitting}>
          Create the account
        </Button>
      </form>
      <Aside>The link works once.</Aside>
    </PublicLayout>
  );
}
