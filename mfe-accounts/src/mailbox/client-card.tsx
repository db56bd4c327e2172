import type { MailboxView } from '@skein/contracts/main/mailbox-views';
import { useAccess } from '@skein/mfe/access';
import { attempt } from '@skein/mfe/requests';
import { Card } from '@skein/ui/card';
import { Field } from '@skein/ui/field';
import { LoadProblem } from '@skein/ui/load-problem';
import { Select } from '@skein/ui/select';
import { toasts } from '@skein/ui/toast-store';
import { useMailboxClients } from '../mailbox-labels.hooks';
import { useUpdateMailbox } from './mailbox.hooks';

/** Which client a mailbox belongs to; nothing where there are no clients. */
export function ClientCard({ mailbox }: { mailbox: Pick<MailboxView, 'id' | 'client_id'> }) {
  const access = useAccess();
  const { clients, problem } = useMailboxClients();
  const { update, isSaving } = useUpdateMailbox(mailbox.id);
  if (problem) return <LoadProblem title="The clients could not be read." {...problem} />;
  if (clients.length === 0) return null;
  const assign = async (id: number | null) => {
    if (await attempt(update({ client_id: id }), 'The client was not saved')) toasts.show({ title: 'Client saved' });
  };
  return (
    <Card title="Client">
      <Field label="Belongs to" hint="The client sees this mailbox and can use it in its own campaigns.">
        <Select
          value={mailbox.client_id === null ? 'none' : String(mailbox.client_id)}
          onValueChange={(id) => void assign(id === 'none' ? null : Number(id))}
          disabled={isSaving || !access.may('mailbox.write')}
          options={[
            { value: 'none', label: 'No client' },
            ...clients.map((client) => ({ value: String(client.id), label: client.name })),
          ]}
        />
      </Field>
    </Card>
  );
}
