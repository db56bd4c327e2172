import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { createClient } from '@skein/contracts/client';
import type { CallOutput } from '@skein/contracts/endpoint';
import { acceptInvitationBody, teamContract } from '@skein/contracts/main/team.contract';
import { problemOf } from '@skein/mfe/problem';
import { startSession } from '@skein/mfe/session';
import type { Session } from '@skein/mfe/slices/auth';
import { pageTransport } from '@skein/mfe/transport';
import { Button } from '@skein/ui/button';
import { Field } from '@skein/ui/field';
import { LoadProblem } from '@skein/ui/load-problem';
import { PasswordInput } from '@skein/ui/password-input';
import { Loading } from '@skein/ui/skeleton';
import { TextInput } from '@skein/ui/text-input';
import { fieldError } from '@skein/ui/field-error';
import { FormProblem, mayPass, showFormProblem } from './form-errors';
import { PublicLayout } from './public-layout';

const team = createClient(teamContract, (request) => pageTransport(request));
const body = acceptInvitationBody;
type Body = z.input<typeof body>;
type Invitation = CallOutput<(typeof teamContract)['endpoints']['readInvitation']>;

/** /accept-invitation?uuid=...: sets name and password, and leads in. */
export function AcceptInvitationPage() {
  const uuid = new URLSearchParams(window.location.search).get('uuid') ?? '';
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const {
    register,
    handleSubmit,
    formState: { errors, isSubmitting },
    setError,
  } = useForm<Body>({ resolver: zodResolver(body), defaultValues: { uuid, name: '', password: '' } });
  const [unread, setUnread] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    team.readInvitation({ query: { uuid } }).then(setInvitation, (error: unknown) => {
      const { message } = problemOf(error);
      if (mayPass(error)) setUnread(message);
      else setProblem(uuid.length < 20 ? 'This link is incomplete. Open it from the email again.' : message);
    });
  }, [uuid, round]);
  const submit = handleSubmit(async (values) => {
    setProblem(null);
    try {
      startSession((await team.acceptInvitation({ body: values })) as Session);
      // The whole page anew: whoever was logged in here before leaves nothing behind.
      window.location.assign('/app');
    } catch (error) {
      setProblem(showFormProblem<Body>(error, ['name', 'password'], setError));
    }
  });
  if (!invitation && unread)
    return (
      <PublicLayout title="Your invitation" text="It is still waiting for you.">
        <LoadProblem
          title="The invitation could not be loaded."
          message={unread}
          onRetry={() => {
            setUnread(null);
            setRound(round + 1);
          }}
        />
      </PublicLayout>
    );
  if (!invitation) {
    return problem ? (
      <PublicLayout title="This invitation is not valid" text={problem}>
        <Button size="large" block href="/login">
          Go to login
        </Button>
      </PublicLayout>
    ) : (
      <PublicLayout title="Your invitation" text="One moment.">
        <Loading label="Reading the invitation" />
      </PublicLayout>
    );
  }
  return (
    <PublicLayout
      title={`Join ${invitation.workspace}`}
      text={`${invitation.invited_by ?? invitation.workspace} invited ${invitation.email}.`}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <FormProblem text={problem} />
        <Field reserved label="Your name" error={fieldError('Name', errors.name)}>
          <TextInput size="large" autoComplete="name" autoFocus {...register('name')} />
        </Field>
        <Field reserved label="Password" hint="At least 8 characters." error={fieldError('Password', errors.password)}>
          <PasswordInput size="large" autoComplete="new-password" {...register('password')} />
        </Field>
        <Button type="submit" variant="primary" size="large" block loading={isSubmitting}>
          Join the team
        </Button>
      </form>
    </PublicLayout>
  );
}
