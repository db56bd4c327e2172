import { useEffect, useState } from 'react';
import type { z } from 'zod';
import type { loginAnswer } from '@skein/contracts/main/auth-views';
import { problemOf } from '@skein/mfe/problem';
import { startSession } from '@skein/mfe/session';
import { Link } from '@skein/ui/link';
import { LoadProblem } from '@skein/ui/load-problem';
import { Loading } from '@skein/ui/skeleton';
import { authClient } from '../session/auth-calls';
import { CheckMail } from './check-mail';
import { CodeForm } from './code-form';
import { EmailForm } from './email-form';
import { FormProblem, mayPass } from './form-errors';
import { Aside, PublicLayout } from './public-layout';

type Answer = z.output<typeof loginAnswer>;
let redeemed: { uuid: string; answer: Promise<Answer> } | undefined;

/** Redeems a link once, however often the page is drawn: the second use of a link is refused. */
function redeem(uuid: string): Promise<Answer> {
  if (redeemed?.uuid !== uuid) redeemed = { uuid, answer: authClient.verifyUser({ query: { uuid } }) };
  return redeemed.answer;
}

/** Starts the session that a redeemed link brought; false when a code is asked for first. */
function enter(answer: Answer): boolean {
  if (!answer.token || !answer.user || !answer.plan || !answer.expires_at) return false;
  startSession({ token: answer.token, expires_at: answer.expires_at, user: answer.user, plan: answer.plan });
  return true;
}

const newLinks = {
  verify: (email: string) => authClient.resendVerification({ body: { email } }),
  'magic-link': (email: string) => authClient.magicLink({ body: { email } }),
} as const;

/** /verify-account?uuid=... and /email-magic-link?uuid=...: the link of a verification mail or of a login mail. */
export function VerifyAccountPage({ purpose = 'verify' }: { purpose?: keyof typeof newLinks }) {
  const uuid = new URLSearchParams(window.location.search).get('uuid') ?? '';
  const [problem, setProblem] = useState<string | null>(
    uuid.length < 20 ? 'This link is incomplete. Open it from the email again.' : null,
  );
  const [unread, setUnread] = useState<string | null>(null);
  // Once an answer was lost, only the server knows whether the link still works.
  const [mayBeUsed, setMayBeUsed] = useState(false);
  const [round, setRound] = useState(0);
  const [needsCode, setNeedsCode] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  useEffect(() => {
    if (uuid.length < 20) return undefined;
    let gone = false;
    redeem(uuid).then(
      (answer) => {
        if (!enter(answer) && !gone) setNeedsCode(true);
      },
      (error: unknown) => {
        if (gone) return;
        const { status, message } = problemOf(error);
        if (!mayPass(error)) return setProblem(message);
        // Too many tries are refused before anything is looked at.
        if (status !== 429) setMayBeUsed(true);
        setUnread(message);
      },
    );
    return () => {
      gone = true;
    };
  }, [uuid, round]);
  if (unread)
    return (
      <PublicLayout
        title="One moment"
        text={mayBeUsed ? 'We could not tell whether your link was used.' : 'Your link was not used yet.'}
      >
        <LoadProblem
          title="The link could not be checked."
          message={unread}
          onRetry={() => {
            redeemed = undefined;
            setUnread(null);
            setRound(round + 1);
          }}
        />
      </PublicLayout>
    );
  if (sentTo) return <CheckMail email={sentTo} purpose={purpose} />;
  if (needsCode) {
    return (
      <PublicLayout title="One more step" text="Two-factor login is on for this account.">
        <CodeForm action="Log in" send={async (otp) => enter(await authClient.verifyUser({ query: { uuid, otp } }))} />
        <Aside>
          <Link href="/login">Back to login</Link>
        </Aside>
      </PublicLayout>
    );
  }
  if (!problem) {
    return (
      <PublicLayout title="One moment" text="Your link is being checked.">
        <Loading label="Checking the link" />
      </PublicLayout>
    );
  }
  return (
    <PublicLayout
      title="This link does not work"
      text="Links work once and for a limited time. We can email you a new one."
    >
      <FormProblem text={problem} />
      <EmailForm action="Send a new link" send={newLinks[purpose]} onSent={setSentTo} />
      <Aside>
        <Link href="/login">Back to login</Link>
      </Aside>
    </PublicLayout>
  );
}
