import { styled } from 'styled-components';
import { useAccess } from '@skein/mfe/access';
import { useCampaignNow } from '@skein/mfe/campaign-time';
import { Button } from '@skein/ui/button';
import { Card, CardBody } from '@skein/ui/card';
import { Hint } from '@skein/ui/field';
import { Icon } from '@skein/ui/icon';
import { Row } from '@skein/ui/layout';
import { Link } from '@skein/ui/link';
import { Progress } from '@skein/ui/progress';
import { StateStatus } from '@skein/ui/status';
import { Text } from '@skein/ui/text';
import { toasts } from '@skein/ui/toast-store';
import { useUi } from '@skein/ui/ui-provider';
import { dayOfInstant, fullInstant, shortInstant, timeOfDay, zoneName } from '@skein/ui/instant';
import { capLine, nextSlot } from '../mailbox-texts';
import { CampaignsCard } from './campaigns-card';
import { DnsRecords } from './dns-records';
import { StateLines, TwoColumns } from './card-parts';
import { healthOf, healthSummary } from './health';
import { useCheckDns } from './mailbox.hooks';
import type { TabProps } from './tab-props';
import { WarmupCard, WarmupToday } from './warmup-card';
import { WaitingLeads } from './waiting-leads';

const Meter = styled.div`
  display: grid;
  gap: 6px;
  padding: var(--s-3) 0;
  & + & {
    border-top: 1px solid var(--border);
  }
`;

const Sum = styled.div<{ $over: boolean }>`
  display: flex;
  align-items: center;
  gap: var(--s-3);
  padding: 10px var(--s-4);
  border-top: 1px solid var(--border);
  border-radius: 0 0 var(--r-3) var(--r-3);
  background: ${({ $over }) => ($over ? 'var(--warning-soft)' : 'var(--surface-2)')};
  font-size: var(--fs-2);
  line-height: var(--lh-2);
  color: var(--text-2);
  font-variant-numeric: tabular-nums;
`;

function Of({ value, of }: { value: number; of: number }) {
  return (
    <Text $number>
      <b>{value.toLocaleString('en-US')}</b> <Text $tone="muted">of {of.toLocaleString('en-US')}</Text>
    </Text>
  );
}

/** When the next campaign mail may leave, or why none may. */
function nextLine(mailbox: TabProps['mailbox'], now: Date): string {
  const slot = nextSlot(mailbox, now);
  if (slot.kind === 'none')
    return mailbox.state === 'suspended'
      ? 'Suspended: no emails are sent until you resume it.'
      : 'No emails are sent while the login fails.';
  const reserved =
    mailbox.reserved_today > 0 ? `; ${mailbox.reserved_today.toLocaleString('en-US')} more reserved for today` : '';
  const gap = `at least ${mailbox.min_time_to_wait_minutes} min after the last email`;
  if (slot.kind === 'now') return `Free now, ${gap}${reserved}`;
  const at = `${shortInstant(slot.at, now, mailbox.time_zone)} ${zoneName(now, mailbox.time_zone)}`;
  if (slot.kind === 'rest')
    return mailbox.sending_rest ? `Rests until ${at}. ${mailbox.sending_rest.reason}` : `Rests until ${at}.`;
  return slot.kind === 'cap'
    ? `Daily cap reached${reserved}. Next free slot ${at}`
    : `Next free slot ${at}, ${gap}${reserved}`;
}

function TodayCard({ mailbox }: TabProps) {
  const now = useCampaignNow(5000);
  const zone = mailbox.time_zone;
  const cap = capLine(mailbox);
  return (
    <Card
      title="Today"
      padded={false}
      detail={`${dayOfInstant(now, zone, 'weekday')}, day ends ${timeOfDay(mailbox.day_ends_at, zone)} ${zoneName(now, zone)}`}
      actions={<Link href={`/app/email-account/${mailbox.id}/management`}>Change limits</Link>}
    >
      <CardBody style={{ paddingTop: 0, paddingBottom: 0 }}>
        <Meter>
          <Row $justify="between">
            <span>Campaign emails</span>
            <Of value={mailbox.sent_today} of={mailbox.cap_today} />
          </Row>
          <Progress
            size={8}
            value={mailbox.sent_today}
            max={mailbox.cap_today}
            label="Campaign emails sent today"
            tone={mailbox.state === 'connected' ? 'accent' : 'off'}
          />
          <Hint>{nextLine(mailbox, now)}</Hint>
          {mailbox.cap_today < mailbox.message_per_day && (
            <Hint>
              {mailbox.ramp
                ? `Slow start: ${mailbox.ramp.increase} more each day, up to ${mailbox.message_per_day.toLocaleString('en-US')}.`
                : `Growing to ${mailbox.message_per_day.toLocaleString('en-US')} a day.`}
            </Hint>
          )}
        </Meter>
        <Meter>
          <WarmupToday mailbox={mailbox} />
        </Meter>
      </CardBody>
      <Sum $over={cap.isOver}>
        <Icon name={cap.isOver ? 'alert' : 'info'} />
        <span>
          {cap.text}
          {cap.isOver && '. The provider refuses what is above.'}
        </span>
      </Sum>
    </Card>
  );
}

function HealthCard({ mailbox }: TabProps) {
  const { timeZone } = useUi();
  const now = useCampaignNow(5000);
  const access = useAccess();
  const { check, isChecking } = useCheckDns(mailbox.id);
  const checks = healthOf(mailbox, now);
  const summary = healthSummary(checks);
  const recheck = async () => {
    if (await check()) toasts.show({ title: `DNS of ${mailbox.from_email.split('@')[1] ?? 'the domain'} looked up` });
  };
  return (
    <Card
      title="Health"
      padded={false}
      actions={
        <>
          <StateStatus state={summary.state}>{summary.word}</StateStatus>
          {access.may('mailbox.write') && (
            <Button
              size="small"
              variant="ghost"
              icon="refresh"
              loading={isChecking}
              onClick={() => void recheck()}
              aria-label="Look up DNS again"
            >
              Recheck
            </Button>
          )}
        </>
      }
    >
      <StateLines
        lines={checks.map((check) => ({
          id: check.id,
          state: check.state,
          name: check.name,
          text: check.text,
          ...(check.at
            ? { end: shortInstant(check.at, now, timeZone), endTitle: fullInstant(check.at, timeZone) }
            : { end: '–' }),
        }))}
      />
      <DnsRecords mailbox={mailbox} />
    </Card>
  );
}

/** Today against the caps, health, the campaigns that keep the mailbox, and what waits for it. */
export function OverviewTab({ mailbox }: TabProps) {
  return (
    <TwoColumns>
      <div>
        <TodayCard mailbox={mailbox} />
        <HealthCard mailbox={mailbox} />
      </div>
      <div>
        <WarmupCard mailbox={mailbox} />
        <CampaignsCard mailbox={mailbox} />
        <WaitingLeads mailbox={mailbox} />
      </div>
    </TwoColumns>
  );
}
