import type { BillingView } from '@skein/contracts/subscription/billing.contract';
import { Card } from '@skein/ui/card';
import { usagePace } from '@skein/contracts/subscription/usage-pace';
import { Grid, Stack } from '@skein/ui/layout';
import { Progress } from '@skein/ui/progress';
import { Text } from '@skein/ui/text';
import { dayOf } from './money';

const whole = new Intl.NumberFormat('en-US');

/** One meter; only the number without a limit, and where the plan keeps what there is. */
function Meter({ label, used, included }: { label: string; used: number; included: number | null }) {
  if (included === null || included === 0)
    return (
      <div>
        <Text $weight="medium">{label}</Text>
        <div>
          <Text $tone="muted">
            {whole.format(used)}, {included === null ? 'no limit' : 'none included'}
          </Text>
        </div>
      </div>
    );
  const share = used / included;
  return (
    <Progress
      label={label}
      value={Math.min(used, included)}
      max={included}
      size={8}
      start={label}
      end={`${whole.format(used)} of ${whole.format(included)}`}
      tone={share >= 1 ? 'danger' : share >= 0.9 ? 'warning' : 'accent'}
    />
  );
}

const paceWords = ({ byEnd, usedUpAt, end }: NonNullable<ReturnType<typeof usagePace>>): string =>
  usedUpAt === null
    ? `About ${whole.format(byEnd)} by ${dayOf(new Date(end).toISOString())} at this pace`
    : `Used up on ${dayOf(new Date(usedUpAt).toISOString())} at this pace`;

/** What the plan includes, and how much of it is used. */
export function UsageCard({ usage, now }: Pick<BillingView, 'usage'> & { now: number }) {
  const pace = usagePace(usage.emails, Date.parse(usage.emails_since), now);
  return (
    <Card title="This period">
      <Grid $min={170} $gap={5}>
        <Meter label="Leads" {...usage.leads} />
        <Stack $gap={1}>
          <Meter label="Emails" {...usage.emails} />
          {pace && <Text $tone="muted">{paceWords(pace)}</Text>}
        </Stack>
        <Meter label="Sender accounts" {...usage.senders} />
        <Meter label="Sequences" {...usage.sequences} />
        <Meter label="Active monitors" {...usage.monitors} />
      </Grid>
    </Card>
  );
}
