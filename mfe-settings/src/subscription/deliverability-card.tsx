import { monitorSizes, type EdSubscriptionView } from '@skein/contracts/ed-subscription/ed-subscription.contract';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { Field } from '@skein/ui/field';
import { Row, Stack } from '@skein/ui/layout';
import { RadioGroup } from '@skein/ui/radio-group';
import { Loading } from '@skein/ui/skeleton';
import { Text } from '@skein/ui/text';
import { useDeliverability } from './deliverability.hooks';
import { dayOf } from './money';

/** The enterprise deliverability subscription: what runs, what was asked for, and how to ask. */
export function DeliverabilityCard() {
  const deliverability = useDeliverability();
  const { subscription, problem, retry } = deliverability;
  return (
    <Card title="Enterprise deliverability">
      {problem && (
        <Callout
          tone="danger"
          role="alert"
          actions={
            <Button size="small" onClick={retry}>
              Try again
            </Button>
          }
        >
          {problem}
        </Callout>
      )}
      {!subscription && !problem && <Loading label="Loading your deliverability subscription" />}
      {subscription && (
        <Stack $gap={4}>
          <Running subscription={subscription} deliverability={deliverability} />
          <Request subscription={subscription} deliverability={deliverability} />
        </Stack>
      )}
    </Card>
  );
}

interface PartProps {
  subscription: EdSubscriptionView;
  deliverability: ReturnType<typeof useDeliverability>;
}
const whole = (number: number) => number.toLocaleString('en-US');

function Running({ subscription, deliverability: { setEnding, isBusy } }: PartProps) {
  const { state, monitors, ends_at: ends, is_ending: isEnding, usage } = subscription;
  const used =
    usage.limit === null
      ? `${whole(usage.used)} in use, no limit`
      : `${whole(usage.used)} of ${whole(usage.limit)} in use`;
  if (state !== 'ACTIVE' || monitors === null || ends === null)
    return (
      <Text $tone="muted">
        {state === 'ENDED' && ends !== null
          ? `Your subscription ended ${dayOf(ends)}. Active monitors: ${used}.`
          : `Placement tests on any plan, with more active monitors than it includes. Active monitors: ${used}.`}
      </Text>
    );
  return (
    <Row $gap={4} $justify="between" $wrap>
      <Stack $gap={1}>
        <Text $weight="medium">{`${whole(monitors)} monitors on top of your plan`}</Text>
        <Text $tone="muted">{`${isEnding ? 'Ends' : 'Runs until'} ${dayOf(ends)}. Active monitors: ${used}.`}</Text>
      </Stack>
      <Button loading={isBusy} onClick={() => setEnding(!isEnding)}>
        {isEnding ? 'Keep subscription' : 'Let it end'}
      </Button>
    </Row>
  );
}

function Request({ subscription, deliverability }: PartProps) {
  const { size, choose, request, withdraw, isBusy } = deliverability;
  const { requested_monitors: requested, requested_at: at, state, monitors } = subscription;
  if (requested !== null && at !== null)
    return (
      <Row $gap={4} $justify="between" $wrap>
        <Text>{`You asked for ${whole(requested)} monitors on ${dayOf(at)}. You’ll see them here once they are granted.`}</Text>
        <Button loading={isBusy} onClick={withdraw}>
          Withdraw request
        </Button>
      </Row>
    );
  const isSame = state === 'ACTIVE' && monitors === size;
  return (
    <Row $gap={4} $justify="between" $align="end" $wrap>
      <Field label="Monitors" hint="The operator of this installation agrees on the price and grants them.">
        <RadioGroup
          direction="row"
          value={String(size)}
          onValueChange={(value) => choose(Number(value))}
          options={monitorSizes.map((each) => ({ value: String(each), label: whole(each) }))}
        />
      </Field>
      <Button
        loading={isBusy}
        onClick={request}
        {...(isSame ? { disabledReason: 'Your subscription has this size.' } : {})}
      >
        {state === 'ACTIVE' ? 'Request this size' : 'Request subscription'}
      </Button>
    </Row>
  );
}
