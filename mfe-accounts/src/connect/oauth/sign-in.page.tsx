import { consentNames } from '@skein/contracts/main/mailbox-sign-in.contract';
import { Guarded } from '@skein/mfe/no-access-page';
import { usePage } from '@skein/mfe/page';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { Row, Stack } from '@skein/ui/layout';
import { Link } from '@skein/ui/link';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { Loading } from '@skein/ui/skeleton';
import { useFinishedSignIn, useSignIn, type Journey } from './sign-in.hooks';

function Again({ journey }: { journey: Journey }) {
  const { signIn, isStarting, problem } = useSignIn(journey.type);
  return (
    <>
      {problem && (
        <Callout tone="danger" role="alert" title="The sign-in did not start.">
          {problem}
        </Callout>
      )}
      <Button
        variant="primary"
        icon="key"
        loading={isStarting}
        onClick={() => void signIn(journey.mailboxId ? { mailboxId: journey.mailboxId } : {})}
      >
        Sign in with {consentNames[journey.type]} again
      </Button>
    </>
  );
}

function Outcome() {
  const { journey, problem } = useFinishedSignIn();
  const form = `/app/email-accounts/creation-page/${(journey?.type ?? 'GMAIL').toLowerCase()}`;
  return (
    <PageBody $well>
      <Card title={problem ? 'The mailbox is not connected' : 'Connecting the mailbox'} style={{ maxWidth: 640 }}>
        {problem ? (
          <Stack $gap={4}>
            <Callout tone="danger" role="alert">
              {problem.text}{' '}
              {problem.link && (
                <Link href={problem.link.url} target="_blank" rel="noreferrer">
                  {problem.link.label}
                </Link>
              )}
            </Callout>
            <Row $gap={2} $wrap>
              {journey && <Again journey={journey} />}
              <Button href={journey?.mailboxId ? `/app/email-account/${journey.mailboxId}/error-state` : form}>
                {journey?.mailboxId ? 'Back to the mailbox' : 'Connect with a password'}
              </Button>
            </Row>
          </Stack>
        ) : (
          <Loading label="Logging in at both servers with what the provider gave" />
        )}
      </Card>
    </PageBody>
  );
}

/** /app/email-accounts/sign-in: where a provider's consent page leads back to. */
export function SignInPage() {
  usePage([{ label: 'Email accounts', to: '/app/email-accounts' }, { label: 'Sign in' }]);
  return (
    <Guarded title="Sign in" requires={{ permission: 'mailbox.write' }}>
      <PageHeader title="Connect a mailbox" />
      <Outcome />
    </Guarded>
  );
}
