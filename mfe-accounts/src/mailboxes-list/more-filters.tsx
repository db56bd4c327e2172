import { ListSearch } from '@skein/mfe/lists/list-search';
import { Field } from '@skein/ui/field';
import { FilterChip } from '@skein/ui/filter-bar';
import { Stack } from '@skein/ui/layout';
import { RadioGroup } from '@skein/ui/radio-group';
import { useMailboxClients } from '../mailbox-labels.hooks';
import { ages, type Age, type ListAddress } from './list-address';

const ageWords: Record<Age, string> = {
  under_7: 'Under 7 days',
  '7_to_30': '7 to 30 days',
  '30_to_90': '30 to 90 days',
  over_90: 'Over 90 days',
};
const serverWords = { ok: 'Login accepted', failing: 'Login fails' } as const;

/** "SMTP login fails"; null where neither server is asked for. */
const serversText = (address: Pick<ListAddress, 'smtp' | 'imap'>): string | null =>
  (['smtp', 'imap'] as const)
    .flatMap((server) =>
      address[server] ? [`${server.toUpperCase()} ${serverWords[address[server]].toLowerCase()}`] : [],
    )
    .join(', ') || null;

/** Filters by client, domain, warmup, servers and age. */
export function MoreFilters({
  address,
  onChange,
}: {
  address: ListAddress;
  onChange: (change: Partial<ListAddress>) => void;
}) {
  const { clients } = useMailboxClients();
  return (
    <>
      {(clients.length > 0 || address.client !== null) && (
        <FilterChip
          label="Client"
          value={
            address.client === null
              ? null
              : address.client === 'none'
                ? 'none'
                : (clients.find((client) => client.id === address.client)?.name ?? `client ${address.client}`)
          }
          onRemove={() => onChange({ client: null })}
        >
          <RadioGroup
            aria-label="Client"
            value={address.client === null ? null : String(address.client)}
            onValueChange={(value) => onChange({ client: value === 'none' ? 'none' : Number(value) })}
            options={[
              { value: 'none', label: 'No client' },
              ...clients.map((client) => ({ value: String(client.id), label: client.name })),
            ]}
          />
        </FilterChip>
      )}
      <FilterChip label="Domain" value={address.domain || null} onRemove={() => onChange({ domain: '' })}>
        <ListSearch
          label="Domain of the address"
          placeholder="company.com"
          maxLength={253}
          value={address.domain}
          onChange={(domain) => onChange({ domain: domain.trim().toLowerCase().replace(/^@/, '') })}
        />
      </FilterChip>
      <FilterChip label="Warmup" value={address.warmup} onRemove={() => onChange({ warmup: null })}>
        <RadioGroup
          aria-label="Warmup"
          value={address.warmup}
          onValueChange={(warmup) => onChange({ warmup })}
          options={[
            { value: 'on', label: 'On' },
            { value: 'off', label: 'Off' },
          ]}
        />
      </FilterChip>
      <FilterChip label="Servers" value={serversText(address)} onRemove={() => onChange({ smtp: null, imap: null })}>
        <Stack $gap={3}>
          {(['smtp', 'imap'] as const).map((server) => (
            <Field key={server} label={server.toUpperCase()}>
              <RadioGroup
                aria-label={server.toUpperCase()}
                value={address[server]}
                onValueChange={(value) => onChange({ [server]: value })}
                options={[
                  { value: 'ok', label: serverWords.ok },
                  { value: 'failing', label: serverWords.failing },
                ]}
              />
            </Field>
          ))}
        </Stack>
      </FilterChip>
      <FilterChip
        label="Age"
        value={address.age && ageWords[address.age].toLowerCase()}
        onRemove={() => onChange({ age: null })}
      >
        <RadioGroup
          aria-label="Connected since"
          value={address.age}
          onValueChange={(age) => onChange({ age })}
          options={ages.map((age) => ({ value: age, label: ageWords[age] }))}
        />
      </FilterChip>
    </>
  );
}
