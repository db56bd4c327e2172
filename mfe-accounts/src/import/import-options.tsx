import { slowStart } from '@skein/contracts/constants';
import { mailProviders } from '@skein/contracts/mail-providers';
import { Card } from '@skein/ui/card';
import { Combobox, type ComboboxOption } from '@skein/ui/combobox';
import { Field } from '@skein/ui/field';
import { Grid, Stack } from '@skein/ui/layout';
import { NumberInput } from '@skein/ui/number-input';
import { Select } from '@skein/ui/select';
import { Switch } from '@skein/ui/switch';
import { useMailboxClients, useMailboxTags } from '../mailbox-labels.hooks';

type Provider = 'GMAIL' | 'OUTLOOK' | 'ZOHO';
export interface ImportOptions {
  provider: Provider | null;
  client_id: number | null;
  tags: readonly ComboboxOption[];
  message_per_day: number | null;
  warmup: boolean;
}
export const noOptions: ImportOptions = {
  provider: null,
  client_id: null,
  tags: [],
  message_per_day: null,
  warmup: true,
};

/** What holds for every row that does not say otherwise. */
export function ImportOptionsCard({
  options,
  onChange,
  needsProvider,
}: {
  options: ImportOptions;
  onChange: (options: ImportOptions) => void;
  /** The file names no servers. */
  needsProvider: boolean;
}) {
  const { tags, create } = useMailboxTags();
  const { clients } = useMailboxClients();
  const addTag = (tag: ComboboxOption) => onChange({ ...options, tags: [...options.tags, tag] });
  return (
    <Card title="For every row" detail="unless the file says otherwise">
      <Stack $gap={4}>
        <Grid $min={220}>
          <Field
            label="Rows without a host"
            hint={
              needsProvider
                ? 'The file names no servers; they are derived from the address where possible.'
                : 'Whose servers they use.'
            }
          >
            <Select<Provider | 'none'>
              value={options.provider ?? 'none'}
              onValueChange={(provider) => onChange({ ...options, provider: provider === 'none' ? null : provider })}
              options={[
                { value: 'none', label: 'Leave them out' },
                ...mailProviders.flatMap(({ type, name }) => (type === 'SMTP' ? [] : [{ value: type, label: name }])),
              ]}
            />
          </Field>
          <Field label="Campaign emails a day" optional hint="Start low with new addresses.">
            <NumberInput
              value={options.message_per_day}
              onValueChange={(value) => onChange({ ...options, message_per_day: value })}
              min={0}
              max={2000}
              unit="a day"
            />
          </Field>
          <Field label="Tags" optional hint="Added to those of the file. Type a new name to create a tag.">
            <Combobox
              multiple
              options={(tags ?? []).map((tag) => ({ value: String(tag.id), label: tag.name }))}
              value={options.tags}
              onValueChange={(chosen) => onChange({ ...options, tags: chosen })}
              placeholder="Choose tags"
              onCreate={(name) =>
                void create(name).then((tag) => {
                  if (tag) addTag({ value: String(tag.id), label: tag.name });
                })
              }
            />
          </Field>
          {clients.length > 0 && (
            <Field label="Client" optional>
              <Select
                value={options.client_id === null ? 'none' : String(options.client_id)}
                onValueChange={(id) => onChange({ ...options, client_id: id === 'none' ? null : Number(id) })}
                options={[
                  { value: 'none', label: 'No client' },
                  ...clients.map((client) => ({ value: String(client.id), label: client.name })),
                ]}
              />
            </Field>
          )}
        </Grid>
        <Switch
          label="Warm up and start slowly"
          hint={`A row can turn warmup off. Campaigns start at ${slowStart.start} emails a day and grow by ${slowStart.increase} a day. Warmup limits above 50 a day are lowered to 50.`}
          checked={options.warmup}
          onCheckedChange={(warmup) => onChange({ ...options, warmup })}
        />
      </Stack>
    </Card>
  );
}
