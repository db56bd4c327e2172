import { useEffect, useState } from 'react';
import { problemOf } from '@skein/mfe/problem';
import { startSession } from '@skein/mfe/session';
import type { Session } from '@skein/mfe/slices/auth';
import { Link } from '@skein/ui/link';
import { Loading } from '@skein/ui/skeleton';
import { authClient } from '../session/connect-session';
import { CheckMail } from './check-mail';
import { EmailForm } from './email-form';
import { FormProblem } from './form-errors';
import { Aside, PublicLayout } from './public-layout';

let redeemed: { uuid: string; answer: Promise<Session> } | undefined;

/** Redeems a link once, however often the page is drawn: the second use of a link is refused. */
function redeem(uuid: string): Promise<Session> {
  if (redeemed?.uuid !== uuid) redeemed = { uuid, answer: authClient.verifyUser({ query: { uuid } }) };
  return redeemed.answer;
}

/** /verify-account?uuid=...: the link of a verification mail or of a login mail. */
export function VerifyAccountPage() {
  const uuid = new URLSearchParams(window.location.search).get('uuid') ?? '';
  const [problem, setProblem] = useState<string | null>(uuid.length < 20 ? 'This link is not complete. Open it from the mail again.' : null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  useEffect(() => {
    if (uuid.length < 20) return undefined;
    let gone = false;
    redeem(uuid).then(startSession, (error: unknown) => {
      if (!gone) setProblem(problemOf(error).message);
    });
    return () => {
      gone = true;
    };
  }, [uuid]);
  if (sentTo) return <CheckMail email={sentTo} purpose="verify" />;
  if (!problem) {
    return (
      <PublicLayout title="One moment" text="Your link is being checked.">
        <Loading label="Checking the link" />
      </PublicLayout>
    );
  }
  return (
    <PublicLayout title="This link does not work" text="Links work once and for a limited time. We can mail you a new one.">
      <FormProblem text={problem} />
      <EmailForm action="Send a new link" send={(email) => authClient.resendVerification({ body: { email } })} onSent={setSentTo} />
      <Aside>
        <Link href="/login">Back to login</Link>
      </Aside>
    </PublicLayout>
  );
}
