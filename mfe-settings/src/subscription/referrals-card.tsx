import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { counted } from '@skein/ui/counted';
import { Field } from '@skein/ui/field';
import { Row, Stack } from '@skein/ui/layout';
import { Loading } from '@skein/ui/skeleton';
import { Text } from '@skein/ui/text';
import { TextInput } from '@skein/ui/text-input';
import { toasts } from '@skein/ui/toast-store';
import { useReferrals } from './subscription.hooks';
import { dayOf } from './money';

/** The workspace's referral link, and what came of it. */
export function ReferralsCard() {
  const { referrals: data, problem } = useReferrals();
  if (problem)
    return (
      <Card title="Refer a team">
        <Callout
          tone="danger"
          role="alert"
          actions={
            <Button size="small" onClick={problem.onRetry}>
              Try again
            </Button>
          }
        >
          {problem.message}
        </Callout>
      </Card>
    );
  if (!data)
    return (
      <Card title="Refer a team">
        <Loading label="Loading your referral code" />
      </Card>
    );
  const copy = async () => {
    await navigator.clipboard.writeText(data.link);
    toasts.show({ title: 'Link copied' });
  };
  return (
    <Card title="Refer a team">
      <Stack $gap={4}>
        <Text>
          Their trial is {counted(data.trial_days, 'day')} longer. When they pay their first invoice, you get{' '}
          {data.credits_each.toLocaleString('en-US')} verification credits.
        </Text>
        <Field label="Your link" hint={`Or give them the code ${data.code}.`}>
          <TextInput readOnly value={data.link} onFocus={(event) => event.target.select()} />
        </Field>
        <Row $gap={4} $justify="between" $wrap>
          <Text $tone="muted">
            {data.total === 0
              ? 'No team has signed up with your link yet.'
              : `${counted(data.total, 'team')} signed up, ${data.paid} paid, ${data.credits.toLocaleString('en-US')} credits earned. The last signed up ${dayOf(data.referred[0]?.signed_up_at ?? '')}.`}
          </Text>
          <Button icon="copy" onClick={() => void copy()}>
            Copy link
          </Button>
        </Row>
      </Stack>
    </Card>
  );
}
