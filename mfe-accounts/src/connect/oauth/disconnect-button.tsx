import { useState } from 'react';
import type { MailboxView } from '@skein/contracts/main/mailbox-views';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { toasts } from '@skein/ui/toast-store';
import { useDisconnect } from './sign-in.hooks';
import { signsInWith } from './sign-in-provider';

/** Withdraws the consent of a mailbox that signs in; nothing for others. */
export function DisconnectButton({ mailbox }: { mailbox: MailboxView }) {
  const name = signsInWith(mailbox);
  const [asking, setAsking] = useState(false);
  const { disconnect, accountPage: page } = useDisconnect(mailbox.id, mailbox.type, name !== null);
  if (!name) return null;
  const run = async () => {
    try {
      const isTold = await disconnect();
      setAsking(false);
      toasts.show({
        title: `${mailbox.from_email} is disconnected`,
        text: isTold ? `${name} revoked the access.` : `Remove the access on your ${name} account’s page too.`,
        ...(isTold || !page
          ? {}
          : { action: { label: `Open ${name}`, run: () => window.open(page, '_blank', 'noreferrer') } }),
      });
    } catch (error) {
      toasts.show({ tone: 'danger', title: 'Not disconnected', text: problemOf(error).message });
    }
  };
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        Disconnect
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Disconnect ${mailbox.from_email} from ${name}?`}
        description="Its tokens are destroyed. Nothing is sent or read until it signs in again; campaigns keep it, and their emails wait."
        confirmLabel="Disconnect"
        tone="danger"
        onConfirm={run}
      />
    </>
  );
}
