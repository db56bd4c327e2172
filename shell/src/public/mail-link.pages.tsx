import { useState } from 'react';
import { Link } from '@skein/ui/link';
import { authClient } from '../session/auth-calls';
import { CheckMail } from './check-mail';
import { EmailForm } from './email-form';
import { Aside, PublicLayout } from './public-layout';
import { VerifyAccountPage } from './verify-account.page';

/** /email-magic-link: asks for a link, or with ?uuid=... redeems one. */
export function MagicLinkPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (new URLSearchParams(window.location.search).has('uuid')) return <VerifyAccountPage purpose="magic-link" />;
  if (sentTo) return <CheckMail email={sentTo} purpose="magic-link" />;
  return (
    <PublicLayout title="Log in by email" text="We email you a link that logs you in once.">
      <EmailForm
        action="Email me a login link"
        send={(email) => authClient.magicLink({ body: { email } })}
        onSent={setSentTo}
      />
      <Aside>
        <Link href="/login">Log in with a password</Link>
      </Aside>
    </PublicLayout>
  );
}

/** /forgot-password */
export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo) return <CheckMail email={sentTo} purpose="reset" />;
  return (
    <PublicLayout title="Forgot your password?" text="We email you a link to set a new one.">
      <EmailForm
        action="Send the link"
        send={(email) => authClient.forgotPassword({ body: { email } })}
        onSent={setSentTo}
      />
      <Aside>
        <Link href="/login">Back to login</Link>
      </Aside>
    </PublicLayout>
  );
}
