import { useState } from 'react';
import { brandText, isAgencyAddress } from '@skein/mfe/brand';
import { lazyPage } from '@skein/mfe/lazy-page';
import { Button } from '@skein/ui/button';
import { Link } from '@skein/ui/link';
import { ContactLink } from '../contact-link';
import { runtimeConfig } from '../runtime-config';
import { LoginForm } from './login-form';
import { Aside, Or, PublicLayout } from './public-layout';

const CheckMail = lazyPage(() => import('./check-mail').then((module) => module.CheckMail));

/** The way to an account: sign-up where it is open, else whom to ask, where somebody is named. */
function NoAccountYet() {
  const { signUp = 'open', contact } = runtimeConfig();
  if (signUp === 'open')
    return (
      <Aside>
        No account yet? <Link href="/sign-up">Sign up</Link>
      </Aside>
    );
  return contact ? (
    <Aside>
      No account yet? Ask <ContactLink contact={contact} />
    </Aside>
  ) : null;
}

/** /login */
export function LoginPage() {
  const [unverified, setUnverified] = useState<string | null>(null);
  if (unverified) return <CheckMail email={unverified} purpose="verify" />;
  return (
    <PublicLayout title="Log in" text={brandText() ?? 'Good to see you.'}>
      <LoginForm logIn={(calls, body) => calls.login({ body })} onUnverified={setUnverified} />
      <Or>or</Or>
      <Button size="large" block icon="mail" href="/email-magic-link">
        Email me a login link
      </Button>
      {!isAgencyAddress() && <NoAccountYet />}
    </PublicLayout>
  );
}

/** /client-login */
export function ClientLoginPage() {
  const [unverified, setUnverified] = useState<string | null>(null);
  if (unverified) return <CheckMail email={unverified} purpose="verify" />;
  return (
    <PublicLayout
      title="Client login"
      text={
        brandText() ??
        (isAgencyAddress() ? 'Your campaigns and replies.' : 'For clients of an agency: your campaigns and replies.')
      }
    >
      <LoginForm logIn={(calls, body) => calls.clientLogin({ body })} onUnverified={setUnverified} />
      <Aside>
        Not a client? <Link href="/login">Log in here</Link>
      </Aside>
    </PublicLayout>
  );
}
