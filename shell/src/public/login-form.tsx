import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { authContract, type loginAnswer } from '@skein/contracts/main/auth.contract';
import { startSession } from '@skein/mfe/session';
import { Button } from '@skein/ui/button';
import { Field } from '@skein/ui/field';
import { Link } from '@skein/ui/link';
import { PasswordInput } from '@skein/ui/password-input';
import { TextInput } from '@skein/ui/text-input';
import { FormProblem, fieldError, showFormProblem } from './form-errors';

const credentials = authContract.endpoints.login.body;
type Credentials = z.input<typeof credentials>;
type Answer = z.output<typeof loginAnswer>;

export interface LoginFormProps {
  /** Calls the server: the login of people, or of clients. */
  logIn: (body: Credentials) => Promise<Answer>;
  /** Told when the address of a right login is not verified yet. */
  onUnverified: (email: string) => void;
}

/** E-mail and password, and the one-time code once the server asks for it. */
export function LoginForm({ logIn, onUnverified }: LoginFormProps) {
  const [needsCode, setNeedsCode] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError, setFocus } = useForm<Credentials>({
    resolver: zodResolver(credentials),
    defaultValues: { email: '', password: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (values) => {
    setProblem(null);
    try {
      const answer = await logIn(values.otp ? values : { email: values.email, password: values.password });
      if (answer.requiresOTP) {
        setNeedsCode(true);
        setTimeout(() => setFocus('otp'));
      } else if (answer.user && answer.plan && answer.token && answer.expires_at) {
        // The guard of the public screens leads on from here.
        startSession({ token: answer.token, expires_at: answer.expires_at, user: answer.user, plan: answer.plan });
      } else onUnverified(values.email);
    } catch (error) {
      setProblem(showFormProblem<Credentials>(error, ['email', 'password', 'otp'], setError));
    }
  });

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <FormProblem text={problem} />
      <Field label="Email" error={fieldError('Email', errors.email)}>
        <TextInput size="large" type="email" autoComplete="username" autoFocus {...register('email')} />
      </Field>
      <Field label="Password" aside={<Link href="/forgot-password">Forgot password?</Link>} error={fieldError('Password', errors.password)}>
        <PasswordInput size="large" {...register('password')} />
      </Field>
      {needsCode && (
        <Field label="One-time code" hint="Six digits from your authenticator app or from the mail we sent." error={fieldError('Code', errors.otp)}>
          <TextInput size="large" inputMode="numeric" autoComplete="one-time-code" maxLength={6} {...register('otp', { setValueAs: (value: string) => value || undefined })} />
        </Field>
      )}
      <Button type="submit" variant="primary" size="large" block loading={isSubmitting}>
        Log in
      </Button>
    </form>
  );
}
