import type { WarmupView } from '@skein/contracts/warmup/warmup.contract';
import { useAccess } from '@skein/mfe/access';
import { useCampaignNow } from '@skein/mfe/campaign-time';
import { Badge } from '@skein/ui/badge';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card, CardBody } from '@skein/ui/card';
import { Chart } from '@skein/ui/chart';
import { EmptyState } from '@skein/ui/empty-state';
import { Hint } from '@skein/ui/field';
import { Row, Stack } from '@skein/ui/layout';
import { PageSkeleton } from '@skein/mfe/page-skeleton';
import { Stat, Stats } from '@skein/ui/stat';
import { StateStatus } from '@skein/ui/status';
import { Switch } from '@skein/ui/switch';
import { useUi } from '@skein/ui/ui-provider';
import { counted } from '@skein/ui/counted';
import { dayText, shortInstant } from '@skein/ui/instant';
import { capLine } from '../mailbox-texts';
import { StateLines, TwoColumns } from './card-parts';
import type { TabProps } from './tab-props';
import { WarmupEvidence } from './warmup-evidence';
import { WarmupForm } from './warmup-form';
import { WarmupMails } from './warmup-mails';
import { UnblockWarmup } from './unblock-warmup';
import { useWarmup } from './warmup.hooks';

const number = (value: number) => value.toLocaleString('en-US');
const reputationDefinition =
  'Share of the warmup emails placed in the last 7 days that landed in the inbox. Emails rescued from spam count as spam.';

/** The mailboxes it exchanges warmup emails with, in words. */
function partnersLine({ is_shown: isShown, own, pool, pool_name: name, shared }: WarmupView['partners']): string {
  if (!isShown) return 'Warms up with other mailboxes.';
  const parts = [
    own > 0 ? counted(own, 'mailbox of yours', 'mailboxes of yours') : null,
    pool > 0 ? `${number(pool)} of the ${name ?? 'pool'}` : null,
    shared > 0 ? `${number(shared)} of the shared pool` : null,
  ].filter(Boolean);
  return parts.length > 0 ? `Warms up with ${parts.join(', ')}.` : 'No warmup partner yet.';
}

/** What one mailbox alone can and cannot do, and the ways to get partners. */
function NoPartners({ partners }: { partners: WarmupView['partners'] }) {
  const { own, pool, shared, shared_offered: offered, shares_pool: shares, put_out_reason: reason } = partners;
  if (own + pool + shared > 0 || !partners.is_shown) return null;
  const way = shares
    ? 'You joined the shared pool, but no other workspace has a mailbox in it yet.'
    : offered > 0
      ? `The shared pool has ${counted(offered, 'mailbox', 'mailboxes')} of other workspaces.`
      : 'The shared pool has no other mailboxes yet.';
  return (
    <Callout
      tone="warning"
      title="One mailbox can’t warm up alone."
      actions={
        <>
          <Button size="small" href="/app/email-accounts/creation-page/gmail">
            Connect a mailbox
          </Button>
          {!shares && (
            <Button size="small" href="/app/email-accounts/warmup">
              Open the shared pool
            </Button>
          )}
        </>
      }
    >
      {`It can send campaigns, but no warmup emails are sent or received until warmup is on for a second mailbox or you join the shared pool. ${reason ?? way}`}
    </Callout>
  );
}

function SwitchCard({
  warmup,
  mailbox,
  onSwitch,
  isSwitching,
  onCheck,
  isChecking,
}: TabProps & {
  warmup: WarmupView;
  onSwitch: (on: boolean) => void;
  isSwitching: boolean;
  onCheck: () => void;
  isChecking: boolean;
}) {
  const writes = useAccess().may('mailbox.write');
  const { timeZone } = useUi();
  const now = useCampaignNow(15_000);
  const { settings, today, prerequisites } = warmup;
  const isOn = settings.enabled;
  const next = today.next_at ? `, next ${shortInstant(today.next_at, now, timeZone)}` : '';
  return (
    <Card
      title="Warmup"
      padded={false}
      actions={
        <>
          {warmup.partners.is_sandbox && <Badge tone="info">Sandbox pool</Badge>}
          <StateStatus state={warmup.status === 'ACTIVE' ? 'active' : warmup.blocked_reason ? 'failed' : 'off'}>
            {warmup.status === 'ACTIVE' ? 'Active' : warmup.blocked_reason ? 'Blocked' : 'Off'}
          </StateStatus>
        </>
      }
    >
      <CardBody>
        <Stack $gap={3}>
          <Switch
            checked={isOn}
            onCheckedChange={onSwitch}
            disabled={!writes || isSwitching}
            label="Warm up this mailbox"
            hint={partnersLine(warmup.partners)}
          />
          {isOn && !warmup.blocked_reason && (
            <Hint>{`Today ${number(today.sent)} of ${number(today.amount)} sent, ${number(today.planned)} planned${next}.`}</Hint>
          )}
          {warmup.blocked_reason && (
            <Callout
              tone="warning"
              title="Warmup is blocked."
              actions={
                <Button
                  size="small"
                  icon="refresh"
                  loading={isChecking}
                  onClick={onCheck}
                  {...(writes ? {} : { disabledReason: 'Your role can view, not edit' })}
                >
                  Look again
                </Button>
              }
            >
              <Stack $gap={3}>
                <span>{warmup.blocked_reason}</span>
                {warmup.unblock && (
                  <UnblockWarmup
                    mailboxId={mailbox.id}
                    unblock={warmup.unblock}
                    closed={writes ? {} : { disabledReason: 'Your role can view, not edit' }}
                  />
                )}
              </Stack>
            </Callout>
          )}
          <NoPartners partners={warmup.partners} />
          <Hint>{capLine({ ...mailbox, warmup: { enabled: isOn, per_day: settings.per_day } }).text}</Hint>
          {warmup.partners.is_sandbox && (
            <Hint>The pool is simulated on this machine: its figures say nothing about real receivers.</Hint>
          )}
        </Stack>
      </CardBody>
      <StateLines
        lines={prerequisites.map((each) => ({
          id: each.id,
          state:
            each.state === 'met'
              ? ('good' as const)
              : each.state === 'unmet'
                ? ('failed' as const)
                : ('waiting' as const),
          name: each.name,
          text: each.text,
        }))}
      />
    </Card>
  );
}

/** Switch, settings, reputation, days and mails of a mailbox's warmup. */
export function WarmupTab({ mailbox }: TabProps) {
  const { warmup, problem, isFetching, refetch, save, setEnabled, isSwitching, checkNow, isChecking } = useWarmup(
    mailbox.id,
  );
  if (!warmup) {
    return problem ? (
      <Callout
        tone="danger"
        role="alert"
        title="Warmup could not be loaded."
        actions={
          <Button size="small" icon="refresh" loading={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        }
      >
        {problem}
      </Callout>
    ) : (
      <PageSkeleton shape="figures" />
    );
  }
  const { last_7_days: week, days } = warmup;
  const dayNames = days.map((day) => dayText(day.date));
  return (
    <Stack $gap={4}>
      <Stats aria-label="Warmup, last 7 days">
        <Stat
          label="Reputation"
          value={warmup.reputation}
          definition={reputationDefinition}
          detail={warmup.reputation === null ? 'no data yet' : 'of 100'}
        />
        <Stat
          label="Sent"
          value={number(week.sent)}
          definition="Warmup emails of the last 7 days, openers and replies; no campaign emails."
          detail="in 7 days"
        />
        <Stat label="Reached the inbox" value={number(week.inbox)} definition="Found in the inbox first." />
        <Stat label="Landed in spam" value={number(week.spam)} definition="Found in the spam folder first." />
        <Stat label="Replied" value={number(week.replied)} definition="Emails of this mailbox that were answered." />
        <Stat
          label="Saved from spam"
          value={number(week.rescued)}
          definition="Moved from spam to the inbox and marked."
        />
      </Stats>
      <TwoColumns>
        <div>
          <SwitchCard
            mailbox={mailbox}
            warmup={warmup}
            onSwitch={(on) => void setEnabled(on)}
            isSwitching={isSwitching}
            onCheck={() => void checkNow()}
            isChecking={isChecking}
          />
          <WarmupForm key={mailbox.id} settings={warmup.settings} onSave={save} />
        </div>
        <div>
          <Card padded={false}>
            <CardBody>
              {days.every(({ inbox, spam }) => inbox + spam === 0) ? (
                <EmptyState level={2} title="No warmup emails yet">
                  Where they land appears here day by day.
                </EmptyState>
              ) : (
                <Chart
                  title="Warmup by day"
                  kind="stacked"
                  heading="h2"
                  categoryLabel="Day"
                  height={220}
                  categories={dayNames}
                  series={[
                    { id: 'inbox', label: 'Inbox', tone: 'success', values: days.map((day) => day.inbox) },
                    {
                      id: 'rescued',
                      label: 'Rescued from spam',
                      tone: 'chart-warn',
                      values: days.map((day) => day.rescued),
                    },
                    {
                      id: 'spam',
                      label: 'Stayed in spam',
                      tone: 'danger',
                      values: days.map((day) => day.spam - day.rescued),
                    },
                  ]}
                />
              )}
              {warmup.partners.is_sandbox && (
                <Row $gap={2}>
                  <Badge tone="info">Simulated</Badge>
                </Row>
              )}
            </CardBody>
          </Card>
          <WarmupEvidence evidence={warmup.evidence} />
        </div>
      </TwoColumns>
      <WarmupMails mails={warmup.mails} timeZone={mailbox.time_zone} />
    </Stack>
  );
}
