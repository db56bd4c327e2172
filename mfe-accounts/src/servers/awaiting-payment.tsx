import type { ServerGroup } from '@skein/contracts/smart-servers/server-shapes';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { counted } from '@skein/ui/counted';
import { usePayment, useServerRights } from './servers.hooks';
import { dollars } from './server-labels';

/** Servers of a group that are set up once they are paid for, with the way to pay. */
export function AwaitingPayment({ group }: { group: ServerGroup }) {
  const { mayOrder } = useServerRights();
  const { pay, isPaying } = usePayment(group.id);
  const due = group.awaiting_payment;
  if (!due) return null;
  return (
    <Callout
      tone={due.failure ? 'danger' : 'warning'}
      role="status"
      title={due.failure ? 'The payment failed' : 'Awaiting payment'}
      actions={
        mayOrder && (
          <Button size="small" variant="primary" loading={isPaying} onClick={pay}>
            Pay {dollars(due.monthly_cents)} a month
          </Button>
        )
      }
    >
      {due.failure ? `${due.failure} ` : ''}
      {counted(due.servers, 'server')} will be set up as soon as {due.servers === 1 ? 'it is' : 'they are'} paid for.
      {!mayOrder && ' The owner of the workspace pays for servers.'}
    </Callout>
  );
}
