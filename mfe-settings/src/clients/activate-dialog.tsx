import type { ClientView } from '@skein/contracts/main/clients.contract';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { feeSentence, useFee } from '../use-fee';

/** Asks before a client is activated again, with what it costs from then on. */
export function ActivateDialog({
  client,
  onConfirm,
  onClose,
}: {
  client: Pick<ClientView, 'name'>;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}) {
  const { fee, error, retry } = useFee('client');
  const lookup = error ? 'What it costs could not be looked up' : 'Looking up what it costs';
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Activate ${client.name}`}
      confirmLabel="Activate client"
      tone="normal"
      disabledReason={fee === undefined ? lookup : undefined}
      description={`It can log in again, and its API keys work again.${fee ? ` ${feeSentence(fee)}` : ''}`}
      onConfirm={async () => void (await onConfirm())}
    >
      {error !== undefined && (
        <Callout
          tone="danger"
          role="alert"
          title="What it costs could not be looked up."
          actions={
            <Button size="small" onClick={retry}>
              Try again
            </Button>
          }
        >
          {problemOf(error).message}
        </Callout>
      )}
    </ConfirmDialog>
  );
}
