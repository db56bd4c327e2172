import { useState } from 'react';
import type { CallOutput } from '@skein/contracts/endpoint';
import type { clientsContract } from '@skein/contracts/main/clients.contract';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card, CardBody, CardFoot } from '@skein/ui/card';
import { Field } from '@skein/ui/field';
import { Grid, Stack } from '@skein/ui/layout';
import { Progress } from '@skein/ui/progress';
import { Text } from '@skein/ui/text';
import { TextInput } from '@skein/ui/text-input';
import { useChangeClient, useSaving } from './clients.hooks';

type Client = CallOutput<(typeof clientsContract)['endpoints']['readClient']>;
const whole = new Intl.NumberFormat('en-US');
const typed = (value: number | null) => (value === null ? '' : String(value));
const isCount = (text: string) => /^\d{0,9}$/.test(text.trim());

function Used({ label, used, assigned }: { label: string; used: number; assigned: number | null }) {
  if (assigned === null)
    return (
      <Text $tone="muted">
        {label}: {whole.format(used)}, no limit
      </Text>
    );
  return (
    <Progress
      label={label}
      start={label}
      end={`${whole.format(used)} of ${whole.format(assigned)}`}
      value={Math.min(used, assigned)}
      max={Math.max(1, assigned)}
      size={8}
      tone={used >= assigned ? 'danger' : used >= assigned * 0.9 ? 'warning' : 'accent'}
    />
  );
}

/** What the agency assigns to a client: leads its campaigns can hold, and emails they can send each month. */
export function CreditsCard({ client, writes }: { client: Client; writes: boolean }) {
  const { credits } = client;
  const { change } = useChangeClient(client.id);
  const { busy, problems, run } = useSaving();
  const first = { leads: typed(credits.leads_assigned), emails: typed(credits.emails_assigned) };
  const [value, setValue] = useState(first);
  const isChanged = value.leads !== first.leads || value.emails !== first.emails;
  const isReadable = isCount(value.leads) && isCount(value.emails);
  const numberOf = (text: string) => (text.trim() === '' ? null : Number(text));
  const problemOfField = (text: string) => (isCount(text) ? {} : { error: 'Enter a whole number up to 999,999,999' });
  const problem = Object.values(problems)[0];
  const save = () =>
    run('Credits saved', () => change({ lead_credits: numberOf(value.leads), email_credits: numberOf(value.emails) }));
  const disabledReason = !writes
    ? 'Your role can view, not edit'
    : !isReadable
      ? 'A number cannot be read'
      : 'Nothing was changed';
  return (
    <Card title="Credits" padded={false}>
      <CardBody>
        <Stack $gap={4}>
          <Grid $min={220} $gap={6}>
            <Used label="Leads" used={credits.leads_used} assigned={credits.leads_assigned} />
            <Used label="Emails this month" used={credits.emails_used} assigned={credits.emails_assigned} />
          </Grid>
          <Grid $min={220} $gap={4}>
            {(['leads', 'emails'] as const).map((kind) => (
              <Field
                key={kind}
                label={kind === 'leads' ? 'Lead credits' : 'Email credits a month'}
                optional
                hint="Leave empty for no limit."
                {...problemOfField(value[kind])}
              >
                <TextInput
                  inputMode="numeric"
                  autoComplete="off"
                  disabled={!writes}
                  value={value[kind]}
                  onChange={(event) => setValue({ ...value, [kind]: event.target.value })}
                />
              </Field>
            ))}
          </Grid>
          {problem && (
            <Callout tone="danger" role="alert">
              {problem}
            </Callout>
          )}
        </Stack>
      </CardBody>
      <CardFoot style={{ justifyContent: 'flex-end', minHeight: 48 }}>
        <Button
          variant="primary"
          loading={busy}
          onClick={() => void save()}
          {...(writes && isChanged && isReadable ? {} : { disabledReason })}
        >
          Save credits
        </Button>
      </CardFoot>
    </Card>
  );
}
