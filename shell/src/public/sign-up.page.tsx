import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { referral } from '@skein/contracts/constants';
import { signUpBody } from '@skein/contracts/main/auth.contract';
import { Button } from '@skein/ui/button';
import { Field } from '@skein/ui/field';
import { Link, LinkButton } from '@skein/ui/link';
import { PasswordInput } from '@skein/ui/password-input';
import { TextInput } from '@skein/ui/text-input';
import { fieldError } from '@skein/ui/field-error';
import { authClient } from '../session/auth-calls';
import { runtimeConfig } from '../runtime-config';
import { CheckMail } from './check-mail';
import { ClosedSignUp } from './closed-sign-up';
import { FormProblem, showFormProblem } from './form-errors';
import { InvitedSignUp } from './invited-sign-up';
import { Aside, PublicLayout } from './public-layout';

const details = signUpBody;
type Details = z.input<typeof details>;

/** The referral code of the link that led here: `?ref=` or `?referral_code=`. */
function referralCodeOf(search: string): string {
  const query = new URLSearchParams(search);
  return (query.get('referral_code') ?? query.get('ref') ?? '').trim().toUpperCase();
}

/** /sign-up: with the link of an invitation, the form, or why there is none. */
export function SignUpPage() {
  const invitation = new URLSearchParams(window.location.search).get('invitation');
  const { signUp = 'open' } = runtimeConfig();
  if (invitation !== null) return <InvitedSignUp uuid={invitation} />;
  return signUp === 'open' ? <OpenSignUp /> : <ClosedSignUp mode={signUp} />;
}

/** The form, with the rules of docs/domain.md, Validation. An address that is taken gets the same answer as a new one. */
function OpenSignUp() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [cameWithCode] = useState(() => referralCodeOf(window.location.search) !== '');
  const [isReferred, setReferred] = useState(cameWithCode);
  const { register, handleSubmit, formState, setError } = useForm<Details, unknown, z.output<typeof details>>({
    resolver: zodResolver(details),
    mode: 'onTouched',
    defaultValues: {
      name: '',
      company: '',
      email: '',
      password: '',
      referral_code: referralCodeOf(window.location.search),
    },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (values) => {
    setProblem(null);
    try {
      await authClient.signUp({ body: values });
      setSentTo(values.email);
    } catch (error) {
      setProblem(showFormProblem<Details>(error, ['name', 'company', 'email', 'password', 'referral_code'], setError));
    }
  });
  if (sentTo) return <CheckMail email={sentTo} purpose="verify" />;
  return (
    <PublicLayout
      title="Sign up"
      text={
        runtimeConfig().plans === 'none'
          ? 'A workspace of your own.'
          : 'Free for 12 days with 1,250 leads. No card needed.'
      }
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <FormProblem text={problem} />
        <Field reserved label="Name" hint="First and last name." error={fieldError('Name', errors.name)}>
          <TextInput size="large" autoComplete="name" autoFocus {...register('name')} />
        </Field>
        <Field
          reserved
          label="Work email"
          hint="Not a free address such as Gmail."
          error={fieldError('Email', errors.email)}
        >
          <TextInput size="large" type="email" autoComplete="username" {...register('email')} />
        </Field>
        <Field reserved label="Company" optional error={fieldError('Company', errors.company)}>
          <TextInput size="large" autoComplete="organization" {...register('company')} />
        </Field>
        <Field reserved label="Password" hint="At least 8 characters." error={fieldError('Password', errors.password)}>
          <PasswordInput size="large" autoComplete="new-password" {...register('password')} />
        </Field>
        {isReferred ? (
          <Field
            reserved
            label="Referral code"
            optional
            {...(runtimeConfig().plans === 'none'
              ? {}
              : { hint: `Makes your trial ${referral.trialDays} days longer.` })}
            error={fieldError('Referral code', errors.referral_code)}
          >
            <TextInput
              size="large"
              autoComplete="off"
              spellCheck={false}
              placeholder="SW-XXXXXXXXXX"
              autoFocus={!cameWithCode}
              {...register('referral_code')}
            />
          </Field>
        ) : (
          <div>
            <LinkButton onClick={() => setReferred(true)}>Have a referral code?</LinkButton>
          </div>
        )}
        <Button type="submit" variant="primary" size="large" block loading={isSubmitting}>
          Sign up
        </Button>
      </form>
      <Aside>
        Have an account? <Link href="/login">Log in</Link>
      </Aside>
    </PublicLayout>
  );
}
