import { useSessionUser } from '@skein/mfe/session';
import { Callout } from '@skein/ui/callout';
import { Field } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { RadioGroup } from '@skein/ui/radio-group';
import { Select } from '@skein/ui/select';
import { useScopeClients } from './block-uploads.hooks';

/** For whom entries hold: the whole workspace (null), one client (its id), or a client that is not chosen yet. */
export type Scope = number | null | 'unchosen';

/** Chooses for whom entries hold, and says in words how the lists go together. A client's login has its own list alone. */
export function ScopeField({
  value,
  onChange,
  problem,
}: {
  value: Scope;
  onChange: (scope: Scope) => void;
  problem?: string | null;
}) {
  const clients = useScopeClients();
  const isClient = useSessionUser()?.isClient ?? false;
  if (isClient)
    return (
      <Callout tone="neutral">
        This applies to your campaigns, in addition to what the agency blocks for everyone.
      </Callout>
    );
  if (clients.length === 0) return <Callout tone="neutral">This applies to every campaign in the workspace.</Callout>;
  return (
    <Stack $gap={3}>
      <Field
        label="Applies to"
        hint="What is blocked for the whole workspace always applies. A client’s own list only adds to it."
      >
        <RadioGroup
          value={value === null ? 'workspace' : 'client'}
          onValueChange={(next) => onChange(next === 'workspace' ? null : 'unchosen')}
          options={[
            { value: 'workspace', label: 'The whole workspace', hint: 'Every campaign, those of all clients too' },
            { value: 'client', label: 'One client', hint: 'The campaigns of this client alone' },
          ]}
        />
      </Field>
      {value !== null && (
        <Field label="Client" error={problem}>
          <Select
            value={value === 'unchosen' ? null : String(value)}
            onValueChange={(id) => onChange(Number(id))}
            placeholder="Choose a client"
            options={clients.map((client) => ({ value: String(client.id), label: client.name }))}
          />
        </Field>
      )}
    </Stack>
  );
}
