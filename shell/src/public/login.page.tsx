import { useState } from 'react';
import { isAgencyAddress } from '@skein/mfe/brand';
import { Button } from '@skein/ui/button';
import { Link } from '@skein/ui/link';
import { authClient } from '../session/connect-session';
import { CheckMail } from './check-mail';
import { LoginForm } from './login-form';
import { Aside, Or, PublicLayout } from './public-layout';

/** /login */
export function LoginPage() {
  const [unverified, setUnverified] = useState<string | null>(null);
  if (unverified) return <CheckMail email={unverified} purpose="verify" />;
  return (
    <PublicLayout title="Log in" text="Welcome back. Your campaigns kept running.">
      <LoginForm logIn={(body) => authClient.login({ body })} mailCode={(body) => authClient.regenerateOtp({ body })} onUnverified={setUnverified} />
      <Or>or</Or>
      <Button size="large" block icon="mail" href="/email-magic-link">
        Email me a login link
      </Button>
      {!isAgencyAddress() && (
        <Aside>
          No account yet? <Link href="/sign-up">Sign up</Link>
        </Aside>
      )}
    </PublicLayout>
  );
}

/** /client-login */
export function ClientLoginPage() {
  const [unverified, setUnverified] = useState<string | null>(null);
  if (unverified) return <CheckMail email={unverified} purpose="verify" />;
  return (
    <PublicLayout title="Client login" text={isAgencyAddress() ? 'Your campaigns and replies.' : 'For clients of an agency: your campaigns and replies.'}>
      <LoginForm logIn={(body) => authClient.clientLogin({ body })} mailCode={(body) => authClient.regenerateOtp({ body })} onUnverified={setUnverified} />
      <Aside>
        Not a client? <Link href="/login">Log in here</Link>
      </Aside>
    </PublicLayout>
  );
}
