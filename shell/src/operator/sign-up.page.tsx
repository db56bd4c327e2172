import { useState } from 'react';
import type { CallOutput } from '@skein/contracts/endpoint';
import type { operatorContract } from '@skein/contracts/main/operator.contract';
import { FormDialog } from '@skein/mfe/form-dialog';
import { withSentence } from '@skein/mfe/with-sentence';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { Field } from '@skein/ui/field';
import { TextInput } from '@skein/ui/text-input';
import { toasts } from '@skein/ui/toast-store';
import { useInstallation, useSignUpInvitations } from './installation.hooks';
import { OperatorHeader } from './operator-layout';
import { shortTime } from './short-time';

type Invitation = CallOutput<(typeof operatorContract)['endpoints']['listSignUpInvitations']>['invitations'][number];

const modes = {
  open: 'Anyone can sign up.',
  invitation: 'Only people invited by an operator can sign up.',
  closed: 'No one can sign up on their own. Operators create workspaces, and invitations still work.',
} as const;

const columns: DataTableColumn<Invitation>[] = [
  { id: 'email', label: 'Address', fixed: true, flexible: true, width: 260, cell: (row) => row.email },
  { id: 'by', label: 'Invited by', width: 220, cell: (row) => row.invited_by },
  {
    id: 'expires',
    label: 'Expires',
    width: 170,
    cell: (row) => (Date.parse(row.expires_at) < Date.now() ? 'Expired' : shortTime(row.expires_at)),
  },
];

function InviteDialog({ onClose }: { onClose: () => void }) {
  const { invite } = useSignUpInvitations();
  const [email, setEmail] = useState('');
  return (
    <FormDialog
      title="Invite to sign up"
      description="They get an email with a link to open a workspace of their own. It works once, for seven days; inviting again renews it."
      submitLabel="Send the invitation"
      onClose={onClose}
      onSubmit={async () => {
        const sent = await invite(email.trim());
        toasts.show({ title: `Invited ${sent.email}` });
      }}
      fields={(errors) => (
        <Field label="Email" error={errors['email']}>
          <TextInput
            autoFocus
            type="email"
            autoComplete="off"
            maxLength={254}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
      )}
    />
  );
}

/** /app/operator/sign-up: who may open a workspace, and who was invited to. */
export function SignUpPage() {
  const installation = useInstallation().data;
  const { invitations, isReading, problem, withdraw } = useSignUpInvitations();
  const [isInviting, setInviting] = useState(false);
  const [leaving, setLeaving] = useState<Invitation | null>(null);
  const invite = (variant: 'primary' | 'default') => (
    <Button variant={variant} icon="plus" onClick={() => setInviting(true)}>
      Invite
    </Button>
  );
  return (
    <>
      <OperatorHeader page="sign-up" actions={invite('primary')} />
      {installation && (
        <div style={{ padding: 'var(--s-4) var(--s-6)' }}>
          <Callout icon="info">
            {modes[installation.sign_up]} SIGN_UP sets it to open, invitation or closed.{' '}
            {installation.contact
              ? `Others see ${installation.contact} as the contact.`
              : 'Set OPERATOR_CONTACT to show others a contact.'}
          </Callout>
        </div>
      )}
      <DataTable<Invitation>
        label="Invitations"
        columns={columns}
        rows={invitations}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => row.email}
        loading={isReading}
        error={problem}
        rowActions={(row) => [{ label: 'Withdraw', icon: 'trash', tone: 'danger', onSelect: () => setLeaving(row) }]}
        empty={
          <EmptyState icon="mail" title="No invitations" actions={invite('default')}>
            Invite someone to create a workspace.
          </EmptyState>
        }
      />
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      {leaving && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setLeaving(null)}
          title={`Withdraw the invitation of ${leaving.email}?`}
          description="The link in the email stops working."
          confirmLabel="Withdraw"
          onConfirm={async () => void (await withSentence(withdraw(leaving.id)))}
        />
      )}
    </>
  );
}
