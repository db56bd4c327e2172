import { useState } from 'react';
import type { OperatorPersonView } from '@skein/contracts/main/operator-views';
import { withSentence } from '@skein/mfe/with-sentence';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import type { MenuEntry } from '@skein/ui/menu';
import { toasts } from '@skein/ui/toast-store';
import { usePerson } from './people.hooks';
import { PersonRoleDialog } from './person-dialogs';
import { SessionsDialog } from './sessions-dialog';

type Kind = 'factor' | 'operator' | 'deactivate' | 'delete';
type Asked = { kind: Kind | 'role' | 'sessions'; person: OperatorPersonView } | null;

/** What an operator can do about a person: the entries of their menu, and the dialog that asks before. */
export function usePersonActions() {
  const [asked, setAsked] = useState<Asked>(null);
  const people = usePerson();
  const mailLink = async ({ id, email }: OperatorPersonView) => {
    if (await people.sendLink(id)) toasts.show({ title: `${email} gets a link to set a password` });
  };
  const activate = async ({ id, name }: OperatorPersonView) => {
    if (await people.activate(id, name)) toasts.show({ title: `${name} can log in again` });
  };
  const entries = (person: OperatorPersonView): MenuEntry[] => [
    {
      label: 'Send password link',
      icon: 'mail',
      disabled: person.status !== 'active',
      onSelect: () => void mailLink(person),
    },
    {
      label: 'Sessions',
      icon: 'desktop',
      disabled: person.sessions === 0,
      onSelect: () => setAsked({ kind: 'sessions', person }),
    },
    {
      label: 'Reset second factor',
      icon: 'key',
      disabled: !person.has_two_factor,
      onSelect: () => setAsked({ kind: 'factor', person }),
    },
    ...(person.client === null
      ? [
          { kind: 'separator' } satisfies MenuEntry,
          {
            label: 'Change role',
            icon: 'users',
            disabled: person.role === 'OWNER',
            onSelect: () => setAsked({ kind: 'role', person }),
          } satisfies MenuEntry,
          {
            label: person.is_operator ? 'Remove as operator' : 'Make an operator',
            icon: 'shield',
            onSelect: () => setAsked({ kind: 'operator', person }),
          } satisfies MenuEntry,
        ]
      : []),
    { kind: 'separator' },
    person.status === 'active'
      ? { label: 'Deactivate', icon: 'pause', onSelect: () => setAsked({ kind: 'deactivate', person }) }
      : { label: 'Activate', icon: 'play', onSelect: () => void activate(person) },
    ...(person.client === null && person.role !== 'OWNER'
      ? [
          {
            label: 'Delete',
            icon: 'trash',
            tone: 'danger',
            onSelect: () => setAsked({ kind: 'delete', person }),
          } satisfies MenuEntry,
        ]
      : []),
  ];
  const close = () => setAsked(null);
  const dialog =
    asked?.kind === 'role' ? (
      <PersonRoleDialog person={asked.person} onClose={close} />
    ) : asked?.kind === 'sessions' ? (
      <SessionsDialog person={asked.person} onClose={close} />
    ) : (
      asked && <Confirm kind={asked.kind} person={asked.person} onClose={close} confirm={confirm} />
    );
  async function confirm(kind: Kind, person: OperatorPersonView) {
    if (kind === 'deactivate') {
      await withSentence(people.deactivate(person.id));
    } else if (kind === 'delete') {
      await withSentence(people.remove(person.id));
      toasts.show({ title: `${person.name} was deleted` });
    } else if (kind === 'factor') {
      await withSentence(people.resetFactor(person.id));
      toasts.show({ title: `${person.name} can log in with the password alone` });
    } else {
      await withSentence(people.setOperator(person.id, !person.is_operator));
    }
  }
  return { entries, dialog };
}

function Confirm({
  kind,
  person,
  onClose,
  confirm,
}: {
  kind: Kind;
  person: OperatorPersonView;
  onClose: () => void;
  confirm: (kind: Kind, person: OperatorPersonView) => Promise<void>;
}) {
  const words = {
    factor: {
      title: `Reset the second factor of ${person.name}?`,
      description:
        'Make sure the request comes from them. Their sessions end, they can log in with their password alone, and they get an email.',
      label: 'Reset',
    },
    deactivate: {
      title: `Deactivate ${person.name}?`,
      description: 'Their sessions end and they can no longer log in. Everything they created stays and keeps running.',
      label: 'Deactivate',
    },
    delete: {
      title: `Delete ${person.name}?`,
      description:
        'Their account, sessions and API keys are permanently removed. Campaigns and mailboxes stay in the workspace.',
      label: 'Delete',
    },
    operator: person.is_operator
      ? {
          title: `Remove ${person.name} as operator?`,
          description: 'They lose access to these pages. Their own workspace stays as it is.',
          label: 'Remove',
        }
      : {
          title: `Make ${person.name} an operator?`,
          description: 'They can see and change every workspace, plan and person of this installation.',
          label: 'Make an operator',
        },
  }[kind];
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={words.title}
      description={words.description}
      confirmLabel={words.label}
      onConfirm={() => confirm(kind, person)}
    />
  );
}
