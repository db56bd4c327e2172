import { useState } from 'react';
import type { OperatorPersonView } from '@skein/contracts/main/operator-views';
import { roles, type Role } from '@skein/contracts/permissions';
import { givenRoles, type GivenRole } from '@skein/contracts/main/team.contract';
import { FormDialog } from '@skein/mfe/form-dialog';
import { Field } from '@skein/ui/field';
import { Select } from '@skein/ui/select';
import { TextInput } from '@skein/ui/text-input';
import { toasts } from '@skein/ui/toast-store';
import { useAddPerson, usePerson } from './people.hooks';
import { roleWords } from './operator-labels';

const options = <Of extends Role>(values: readonly Of[]) => values.map((value) => ({ value, label: roleWords[value] }));

/** Adds somebody to a workspace, who sets a password by the link that they get. */
export function AddPersonDialog({
  workspace,
  onClose,
}: {
  workspace: { id: number; name: string };
  onClose: () => void;
}) {
  const add = useAddPerson(workspace.id);
  const [given, setGiven] = useState<{ name: string; email: string; role: GivenRole }>({
    name: '',
    email: '',
    role: 'FULL_MEMBER_ACCESS',
  });
  const submit = async () => {
    await add(given);
    toasts.show({ title: `${given.email} gets a link to set a password` });
  };
  return (
    <FormDialog
      title={`Add a person to ${workspace.name}`}
      description="They get an email with a link to set a password."
      submitLabel="Add person"
      onSubmit={submit}
      onClose={onClose}
      fields={(errors) => (
        <>
          <Field label="Name" error={errors['name']}>
            <TextInput
              autoFocus
              maxLength={120}
              value={given.name}
              onChange={(event) => setGiven({ ...given, name: event.target.value })}
            />
          </Field>
          <Field label="Email" error={errors['email']}>
            <TextInput
              type="email"
              maxLength={254}
              autoComplete="off"
              value={given.email}
              onChange={(event) => setGiven({ ...given, email: event.target.value })}
            />
          </Field>
          <Field label="Role" error={errors['role']}>
            <Select
              value={given.role}
              onValueChange={(role) => setGiven({ ...given, role })}
              options={options(givenRoles)}
            />
          </Field>
        </>
      )}
    />
  );
}

/** Gives another role. The owner's role is given to somebody else instead. */
export function PersonRoleDialog({ person, onClose }: { person: OperatorPersonView; onClose: () => void }) {
  const { setRole: saveRole } = usePerson();
  const [role, setRole] = useState<Role>(person.role);
  return (
    <FormDialog
      title={`Role of ${person.name}`}
      description={
        role === 'OWNER' && person.role !== 'OWNER'
          ? 'The present owner becomes an administrator. Only the owner manages billing.'
          : undefined
      }
      submitLabel="Save role"
      onSubmit={() => saveRole(person.id, role)}
      onClose={onClose}
      fields={(errors) => (
        <Field label="Role" error={errors['role']}>
          <Select value={role} onValueChange={setRole} options={options(roles)} />
        </Field>
      )}
    />
  );
}
