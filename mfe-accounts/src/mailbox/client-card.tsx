import type { MailboxView } from '@skein/contracts/main/mailbox-views';
import { useAccess } from '@skein/mfe/access';
import { showProblem } from '@skein/mfe/toasts';
import { Card } from '@skein/ui/card';
import { Field } from '@skein/ui/field';
import { Select } from '@skein/ui/select';
import { toasts } from '@skein/ui/toast-store';
import { useMailboxClientsQuery, useUpdateMailboxMutation } from '../api';

/** Which client a mailbox belongs to; nothing where there are no clients. */
export function ClientCard({ mailbox }: { mailbox: Pick<MailboxView, 'id' | 'client_id'> }) {
  const access = useAccess();
  const { data } = useMailboxClientsQuery({ query: {} }, { skip: !access.may('client.read') });
  const [update, { isLoading }] = useUpdateMailboxMutation();
  const clients = data?.clients ?? [];
  if (clients.length === 0) return null;
  const assign = (id: number | null) =>
    void update({ params: { mailboxId: mailbox.id }, body: { client_id: id } })
      .unwrap()
      .then(
        () => toasts.show({ title: 'Client saved' }),
        (error: unknown) => showProblem('The client was not saved', error),
      );
  return (
    <Card title="Client">
      <Field label="Belongs to" hint="The client sees this mailbox and can use it in its own campaigns.">
        <Select
          value={mailbox.client_id === null ? 'none' : String(mailbox.client_id)}
          onValueChange={(id) => assign(id === 'none' ? null : Number(id))}
          disabled={isLoading || !access.may('mailbox.write')}
          options={[
            { value: 'none', label: 'No client' },
            ...clients.map((client) => ({ value: String(client.id), label: client.name })),
          ]}
        />
      </Field>
    </Card>
  );
}
