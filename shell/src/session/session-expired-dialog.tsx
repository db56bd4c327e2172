import { clearSession, sessionExpiry } from '@skein/mfe/session';
import { useSignal } from '@skein/mfe/signal';
import { Button } from '@skein/ui/button';
import { Dialog } from '@skein/ui/dialog';

/** Section 8 of the specification: cannot be dismissed otherwise; Okay clears everything and begins anew. */
export function SessionExpiredDialog() {
  const message = useSignal(sessionExpiry);
  return (
    <Dialog
      open={message !== null}
      onOpenChange={() => {}}
      locked
      role="alertdialog"
      title="Session Expired"
      description={message}
      footer={
        <Button variant="primary" onClick={() => clearSession()}>
          Okay
        </Button>
      }
    />
  );
}
