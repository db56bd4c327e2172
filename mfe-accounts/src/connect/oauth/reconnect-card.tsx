import { consentNames, type ConsentProvider } from '@skein/contracts/main/mailbox-sign-in.contract';
import type { MailboxView } from '@skein/contracts/main/mailbox-views';
import { useAccess } from '@skein/mfe/access';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { Hint } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { isConsentProvider, signsInWith } from './sign-in-provider';
import { useSignIn } from './sign-in.hooks';

function Reconnect({ mailbox, type }: { mailbox: MailboxView; type: ConsentProvider }) {
  const name = consentNames[type];
  const writes = useAccess().may('mailbox.write');
  const { client, isStarting, problem, signIn } = useSignIn(type);
  if (!client) return null;
  const cause = mailbox.smtp_problem?.cause ?? mailbox.imap_problem?.cause;
  return (
    <Card title={`Sign in with ${name} again`}>
      <Stack $gap={3}>
        <Hint>{cause} Its campaigns, limits and history stay; sending and reading resume where they stopped.</Hint>
        <div>
          <Button
            variant="primary"
            icon="key"
            loading={isStarting}
            onClick={() => void signIn({ mailboxId: mailbox.id })}
            {...(writes ? {} : { disabledReason: 'Your role can view, not edit' })}
          >
            Sign in as {mailbox.from_email}
          </Button>
        </div>
        {problem && (
          <Callout tone="danger" role="alert">
            {problem}
          </Callout>
        )}
      </Stack>
    </Card>
  );
}

/** One click connects again a mailbox whose consent is gone; nothing for one with a password. */
export function ReconnectCard({ mailbox }: { mailbox: MailboxView }) {
  return signsInWith(mailbox) && isConsentProvider(mailbox.type) ? (
    <Reconnect mailbox={mailbox} type={mailbox.type} />
  ) : null;
}
