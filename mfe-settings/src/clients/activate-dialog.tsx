import type { ClientView } from '@skein/contracts/main/clients.contract';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { feeSentence, useFee } from '../fees';

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
  const fee = useFee('client');
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Activate ${client.name}`}
      confirmLabel="Activate client"
      tone="normal"
      disabledReason={fee === undefined ? 'Looking up what it costs' : undefined}
      description={`It can log in again, and its API keys work again.${fee ? ` ${feeSentence(fee)}` : ''}`}
      onConfirm={async () => void (await onConfirm())}
    />
  );
}
