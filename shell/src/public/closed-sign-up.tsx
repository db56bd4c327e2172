import { isAgencyAddress } from '@skein/mfe/brand';
import { Button } from '@skein/ui/button';
import { ContactLink } from '../contact-link';
import { runtimeConfig } from '../runtime-config';
import { Aside, PublicLayout } from './public-layout';

/** Whom to ask. At an agency's address our contact is not theirs to ask. */
export function Ask({ what }: { what: string }) {
  const { contact } = runtimeConfig();
  if (isAgencyAddress()) return `Ask your agency ${what}.`;
  if (!contact) return `Ask the people who run this installation ${what}.`;
  return (
    <>
      Ask <ContactLink contact={contact} /> {what}.
    </>
  );
}

/** /sign-up where strangers cannot open a workspace: says so, and whom to ask. */
export function ClosedSignUp({ mode }: { mode: 'invitation' | 'closed' }) {
  return (
    <PublicLayout
      title={mode === 'invitation' ? 'Sign-up is by invitation' : 'Sign-up is closed'}
      text={<Ask what={mode === 'invitation' ? 'to invite you' : 'for an account'} />}
    >
      <Button variant="primary" size="large" block href="/login">
        Go to login
      </Button>
      {mode === 'invitation' && <Aside>Already invited? Open the link in the email you got.</Aside>}
    </PublicLayout>
  );
}
