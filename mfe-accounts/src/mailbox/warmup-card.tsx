import { Badge } from '@skein/ui/badge';
import { Card } from '@skein/ui/card';
import { Hint } from '@skein/ui/field';
import { Row } from '@skein/ui/layout';
import { Link } from '@skein/ui/link';
import { LoadProblem } from '@skein/ui/load-problem';
import { Progress } from '@skein/ui/progress';
import { Loading } from '@skein/ui/skeleton';
import { Stat, Stats } from '@skein/ui/stat';
import { Text } from '@skein/ui/text';
import type { TabProps } from './tab-props';
import { useWarmup } from './warmup.hooks';

/** Warmup emails of today against what the day may have. */
export function WarmupToday({ mailbox }: TabProps) {
  const { warmup, problem } = useWarmup(mailbox.id);
  const isOn = warmup?.settings.enabled ?? false;
  return (
    <>
      <Row $justify="between">
        <span>Warmup emails</span>
        {warmup && isOn ? (
          <Text $number>
            <b>{warmup.today.sent}</b> <Text $tone="muted">of {warmup.today.amount}</Text>
          </Text>
        ) : (
          <Text $tone="muted">–</Text>
        )}
      </Row>
      {warmup && isOn && (
        <Progress
          size={8}
          value={warmup.today.sent}
          max={Math.max(1, warmup.today.amount)}
          label="Warmup emails sent today"
          tone={warmup.status === 'ACTIVE' ? 'accent' : 'off'}
        />
      )}
      <Hint>
        {!warmup && problem
          ? 'Not known: warmup could not be loaded.'
          : !warmup
            ? 'Loading'
            : !isOn
              ? 'Warmup is off.'
              : (warmup.blocked_reason ?? `${warmup.today.planned.toLocaleString('en-US')} more planned for today`)}
      </Hint>
    </>
  );
}

/** The week of a mailbox's warmup in four figures. */
export function WarmupCard({ mailbox }: TabProps) {
  const { warmup, problem, refetch } = useWarmup(mailbox.id);
  const week = warmup?.last_7_days;
  return (
    <Card
      title="Warmup"
      detail="last 7 days"
      actions={
        <>
          {warmup?.partners.is_sandbox && <Badge tone="info">Simulated</Badge>}
          <Link href={`/app/email-account/${mailbox.id}/warmup`}>Open warmup</Link>
        </>
      }
    >
      {!warmup && problem && (
        <LoadProblem title="Warmup could not be loaded." message={problem} onRetry={() => void refetch()} />
      )}
      {!warmup && !problem && <Loading label="Loading warmup" />}
      {week && (week.sent > 0 || warmup.settings.enabled) && (
        <Stats>
          <Stat size="small" label="Reputation" value={warmup.reputation} />
          <Stat size="small" label="Sent" value={week.sent.toLocaleString('en-US')} />
          <Stat size="small" label="Replied" value={week.replied.toLocaleString('en-US')} />
          <Stat size="small" label="Rescued" value={week.rescued.toLocaleString('en-US')} />
        </Stats>
      )}
      {week && week.sent === 0 && !warmup.settings.enabled && (
        <Hint>Warmup is off. A warming mailbox exchanges emails with others to build its reputation.</Hint>
      )}
    </Card>
  );
}
