import { useEffect, useState } from 'react';
import { createClient } from '@skein/contracts/client';
import { sandboxContract } from '@skein/contracts/main/sandbox.contract';
import { problemOf } from '@skein/mfe/problem';
import { pageTransport } from '@skein/mfe/transport';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Link } from '@skein/ui/link';
import { runtimeConfig } from '../runtime-config';
import { authClient } from '../session/auth-calls';
import { FormProblem } from './form-errors';
import { Aside, PublicLayout } from './public-layout';

const sandboxClient = createClient(sandboxContract, (request) => pageTransport(request));

const texts = {
  verify: {
    title: 'Check your email',
    subject: 'a link that verifies your address',
    resend: (email: string) => authClient.resendVerification({ body: { email } }),
  },
  'magic-link': {
    title: 'Check your email',
    subject: 'a login link, valid for 15 minutes',
    resend: (email: string) => authClient.magicLink({ body: { email } }),
  },
  reset: {
    title: 'Check your email',
    subject: 'a link to set a new password, valid for 30 minutes',
    resend: (email: string) => authClient.forgotPassword({ body: { email } }),
  },
} as const;

/**
 * The link of the newest mail to an address that the sandbox caught; looks again twice a second until there is one: the
 * email is written a moment after the answer.
 */
function useCaughtLink(email: string, round: number): string | null {
  const [link, setLink] = useState<string | null>(null);
  useEffect(() => {
    if (!runtimeConfig().sandbox) return undefined;
    setLink(null);
    let timer: ReturnType<typeof setTimeout>;
    let gone = false;
    const look = async () => {
      const mails = await sandboxClient.mails({ query: { to: email } }).then(
        (answer) => answer.mails,
        () => [],
      );
      if (gone) return;
      const found = mails[0]?.links.find((address) => /verify-account|email-magic-link|reset-password/.test(address));
      if (found) setLink(found);
      else timer = setTimeout(() => void look(), 500);
    };
    void look();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [email, round]);
  return link;
}

/** Says that a mail is on its way, the same whether the address is known or not, and sends it again when asked. */
export function CheckMail({ email, purpose }: { email: string; purpose: keyof typeof texts }) {
  const { title, subject, resend } = texts[purpose];
  const [round, setRound] = useState(1);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const caught = useCaughtLink(email, round);
  const sendAgain = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await resend(email);
      setRound(round + 1);
    } catch (error) {
      setProblem(problemOf(error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <PublicLayout
      title={title}
      text={
        <>
          If {email} can be used here, {subject} is on its way.
        </>
      }
    >
      <FormProblem text={problem} />
      {caught && (
        <Callout
          tone="warning"
          title="Sandbox."
          actions={
            <Link href={new URL(caught, window.location.href).pathname + new URL(caught, window.location.href).search}>
              Open the link
            </Link>
          }
        >
          The email was caught here instead of being sent.
        </Callout>
      )}
      {round > 1 && !problem && (
        <Callout tone="success" role="status">
          Sent again.
        </Callout>
      )}
      <Button size="large" block icon="refresh" loading={busy} onClick={() => void sendAgain()}>
        Send it again
      </Button>
      <Aside>
        <Link href="/login">Back to login</Link>
      </Aside>
    </PublicLayout>
  );
}
