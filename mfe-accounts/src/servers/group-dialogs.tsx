import { useState } from 'react';
import type { ServerGroup } from '@skein/contracts/smart-servers/server-shapes';
import { serverLimits, serverMonthlyCents } from '@skein/contracts/smart-servers/server-limits';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Combobox, type ComboboxOption } from '@skein/ui/combobox';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { counted } from '@skein/ui/counted';
import { Dialog } from '@skein/ui/dialog';
import { Field } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { Select } from '@skein/ui/select';
import { toasts } from '@skein/ui/toast-store';
import { useCampaignChoices, useClients, useGroupActions } from './servers.hooks';

interface DialogProps {
  group: ServerGroup;
  onClose: () => void;
}
const wordsOf = (problem: unknown): string =>
  (problem as { message?: string }).message ?? 'The server did not answer. Try again.';

/** Campaigns that are to send through the group: all or none, and a conflict says what to do. */
export function MapDialog({ group, onClose }: DialogProps) {
  const { rows } = useCampaignChoices();
  const actions = useGroupActions(group.id);
  const [chosen, setChosen] = useState<readonly ComboboxOption[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const options = rows
    .filter(({ group_id }) => group_id !== group.id)
    .map(({ id, name, client_name, group_name }) => ({
      value: String(id),
      label: name,
      detail: [client_name, group_name && `sends through ${group_name}`].filter(Boolean).join(', '),
    }));
  const save = () =>
    void actions.map(chosen.map(({ value }) => Number(value))).then(
      ({ mapped }) => {
        toasts.show({
          title: `${counted(mapped, 'campaign')} ${mapped === 1 ? 'sends' : 'send'} through ${group.name}`,
        });
        onClose();
      },
      (error: unknown) => setProblem(wordsOf(error)),
    );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Map campaigns to ${group.name}`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            loading={actions.isMapping}
            onClick={save}
            {...(chosen.length === 0 ? { disabledReason: 'Choose at least one campaign' } : {})}
          >
            Map {chosen.length === 0 ? 'campaigns' : counted(chosen.length, 'campaign')}
          </Button>
        </>
      }
    >
      <Stack $gap={3}>
        {problem && (
          <Callout tone="danger" role="alert" title="No campaign was mapped">
            {problem}
          </Callout>
        )}
        <Field
          label="Campaigns"
          hint="From the next email on, they send through this group. The group takes over the client of its campaigns."
        >
          <Combobox
            multiple
            value={chosen}
            onValueChange={setChosen}
            options={options}
            placeholder="Choose campaigns"
          />
        </Field>
      </Stack>
    </Dialog>
  );
}

/** Another client gets the group. */
export function TransferDialog({ group, onClose }: DialogProps) {
  const clients = useClients();
  const actions = useGroupActions(group.id);
  const [client, setClient] = useState(String(group.client_id ?? 0));
  const [problem, setProblem] = useState<string | null>(null);
  const save = () =>
    void actions
      .change({ client_id: client === '0' ? null : Number(client) })
      .then(onClose, (error: unknown) => setProblem(wordsOf(error)));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Transfer ${group.name}`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            onClick={save}
            {...(client === String(group.client_id ?? 0) ? { disabledReason: 'Choose another client' } : {})}
          >
            Transfer group
          </Button>
        </>
      }
    >
      <Stack $gap={3}>
        {problem && (
          <Callout tone="danger" role="alert" title="The group was not transferred">
            {problem}
          </Callout>
        )}
        <Field label="Client" hint="Campaigns of another client have to be removed from the group first.">
          <Select
            value={client}
            onValueChange={setClient}
            options={[
              { value: '0', label: 'No client' },
              ...clients.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
        </Field>
      </Stack>
    </Dialog>
  );
}

/** More servers for a group, up to four. */
export function AddServersDialog({ group, onClose }: DialogProps) {
  const actions = useGroupActions(group.id);
  const left = serverLimits.perGroup - group.servers.length;
  return (
    <ConfirmDialog
      open
      tone="normal"
      onOpenChange={(open) => !open && onClose()}
      title={`Add a server to ${group.name}`}
      description={`The group has ${group.servers.length} of ${serverLimits.perGroup} servers, so ${left} more can be added. A server costs $${serverMonthlyCents / 100} a month, is set up once it is paid for, and starts at ${serverLimits.firstDay} emails a day.`}
      confirmLabel="Continue to payment"
      onConfirm={async () => {
        await actions.add(1);
      }}
    />
  );
}

export function DeleteGroupDialog({ group, onClose }: DialogProps) {
  const actions = useGroupActions(group.id);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${group.name}`}
      description={[
        `${counted(group.servers.length, 'server')} will be deleted and their addresses released.`,
        group.campaigns.length > 0 &&
          `${counted(group.campaigns.length, 'campaign')} will send from their own mailboxes again.`,
        'The paid month isn’t refunded.',
      ]
        .filter(Boolean)
        .join(' ')}
      confirmLabel="Delete group"
      typedText={group.name}
      onConfirm={actions.remove}
    />
  );
}
