import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { resetPasswordBody } from '@skein/contracts/main/auth.contract';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Field } from '@skein/ui/field';
import { Link } from '@skein/ui/link';
import { PasswordInput } from '@skein/ui/password-input';
import { TextInput } from '@skein/ui/text-input';
import { fieldError } from '@skein/ui/field-error';
import { authClient } from '../session/auth-calls';
import { FormProblem, showFormProblem } from './form-errors';
import { Aside, PublicLayout } from './public-layout';

const body = resetPasswordBody;
type Body = z.input<typeof body>;

/** /reset-password?uuid=... */
export function ResetPasswordPage() {
  const uuid = new URLSearchParams(window.location.search).get('uuid') ?? '';
  const [done, setDone] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError } = useForm<Body>({
    resolver: zodResolver(body),
    defaultValues: { uuid, newPassword: '' },
  });
  const submit = handleSubmit(async (values) => {
    setProblem(null);
    try {
      const answer = await authClient.resetPassword({ body: values });
      setDone(answer.done);
      setNeedsCode(answer.requiresOTP);
    } catch (error) {
      setProblem(showFormProblem<Body>(error, ['newPassword', 'otp'], setError));
    }
  });
  if (uuid.length < 20) {
    return (
      <PublicLayout title="This link is incomplete" text="Open it from the email again, or ask for a new one.">
        <Button size="large" block href="/forgot-password">
          Send a new link
        </Button>
      </PublicLayout>
    );
  }
  if (done) {
    return (
      <PublicLayout title="Your password is set" text="Other sessions were ended.">
        <Callout tone="success" role="status">
          You can log in with the new password now.
        </Callout>
        <Button variant="primary" size="large" block href="/login">
          Log in
        </Button>
      </PublicLayout>
    );
  }
  return (
    <PublicLayout title="Set a new password" text="The link works once.">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <FormProblem text={problem} />
        <Field
          reserved
          label="New password"
          hint="At least 8 characters."
          error={fieldError('Password', formState.errors.newPassword)}
        >
          <PasswordInput size="large" autoComplete="new-password" autoFocus {...register('newPassword')} />
        </Field>
        {needsCode && (
          <Field
            reserved
            label="One-time code"
            hint="Two-factor login is on: six digits from your authenticator app, or a recovery code."
            error={fieldError('Code', formState.errors.otp)}
          >
            <TextInput
              size="large"
              autoComplete="one-time-code"
              maxLength={12}
              autoFocus
              {...register('otp', { setValueAs: (value: string) => value || undefined })}
            />
          </Field>
        )}
        <Button type="submit" variant="primary" size="large" block loading={formState.isSubmitting}>
          Set the password
        </Button>
      </form>
      <Aside>
        <Link href="/forgot-password">Send a new link</Link>
      </Aside>
    </PublicLayout>
  );
}
