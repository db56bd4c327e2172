import { styled } from 'styled-components';
import type { FleetPlanView } from '@skein/contracts/main/fleet-plan.contract';
import { Badge } from '@skein/ui/badge';
import { Button } from '@skein/ui/button';
import { Card, CardBody } from '@skein/ui/card';
import { Stack } from '@skein/ui/layout';
import { Text } from '@skein/ui/text';
import { GapFixes } from './gap-fixes';
import { capacityTitle, dayLabel, lastDay, shortDate } from './plan-labels';

const number = (value: number) => value.toLocaleString('en-US');

const Scroll = styled.div`
  overflow-x: auto;
  table {
    width: 100%;
    min-width: 880px;
    table-layout: fixed;
    border-collapse: collapse;
    font-size: var(--fs-2);
    line-height: var(--lh-2);
    font-variant-numeric: tabular-nums;
  }
  th,
  td {
    padding: 4px;
    text-align: center;
    font-weight: var(--w-regular);
  }
  th:first-child {
    width: 96px;
    padding-left: var(--s-4);
    text-align: left;
    color: var(--text-2);
  }
  .closed {
    background: var(--surface-2);
    color: var(--muted);
  }
  .short {
    color: var(--warning);
    font-weight: var(--w-medium);
  }
  .rest {
    background: repeating-linear-gradient(135deg, var(--surface-3) 0 6px, var(--surface-2) 6px 12px);
    color: var(--text-2);
  }
`;

const Bars = styled.div`
  position: relative;
  height: 112px;
  i {
    position: absolute;
    left: 20%;
    right: 20%;
    border-top: 1px solid var(--surface);
  }
  b {
    position: absolute;
    left: 10%;
    right: 10%;
    height: 2px;
    background: var(--text);
  }
`;
const short = 'repeating-linear-gradient(135deg, var(--warning) 0 3px, transparent 3px 6px)';
/** The first pod in full colour, the others lighter one by one; mailboxes without a pod the lightest. */
const shade = (index: number, count: number) =>
  `color-mix(in srgb, var(--accent) ${Math.round(100 - (index * 78) / Math.max(1, count))}%, var(--surface))`;

const Legend = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-1) var(--s-4);
  margin: 0;
  padding: 0 var(--s-4) var(--s-2);
  list-style: none;
  font-size: var(--fs-2);
  line-height: var(--lh-2);
  color: var(--text-2);
  & > li {
    display: inline-flex;
    align-items: center;
    gap: var(--s-2);
  }
  i {
    width: 10px;
    height: 10px;
    border-radius: 2px;
  }
`;

type Day = FleetPlanView['days'][number];

/** What each day can send, pod on pod, a line at what campaigns need, and what of it is short. */
function DayBars({ day, most, pods }: { day: Day; most: number; pods: number }) {
  const share = (value: number) => `${(100 * value) / most}%`;
  const parts = [...day.by_pod, day.without_pod];
  const below = (index: number) => parts.slice(0, index).reduce((sum, part) => sum + part, 0);
  const missing = day.planned - day.capacity;
  return (
    <Bars>
      {parts.map(
        (part, index) =>
          part > 0 && (
            <i
              key={index}
              style={{ bottom: share(below(index)), height: share(part), background: shade(index, pods) }}
            />
          ),
      )}
      {missing > 0 && <i style={{ bottom: share(day.capacity), height: share(missing), background: short }} />}
      {day.planned > 0 && <b style={{ bottom: share(day.planned) }} />}
    </Bars>
  );
}

function BarLegend({ plan }: { plan: FleetPlanView }) {
  const pods = plan.pods.length;
  const isShort = plan.days.some((day) => day.planned > day.capacity);
  return (
    <Legend aria-label="What the bars show">
      {plan.pods.map((pod, index) => (
        <li key={pod.name}>
          <i style={{ background: shade(index, pods) }} /> {pod.name}
        </li>
      ))}
      <li>
        <i style={{ background: shade(pods, pods) }} /> {pods === 0 ? 'Can send' : 'No pod'}
      </li>
      <li>
        <i style={{ background: 'var(--text)', height: 2 }} /> Planned by campaigns
      </li>
      {isShort && (
        <li>
          <i style={{ background: short }} /> Short
        </li>
      )}
    </Legend>
  );
}

/** 14 days: what can be sent, what campaigns need, and which pod rests. */
export function CapacityCard({ plan, onRules }: { plan: FleetPlanView; onRules: (() => void) | null }) {
  const { title, detail } = capacityTitle(plan.days);
  const most = Math.max(1, ...plan.days.map((day) => Math.max(day.capacity, day.planned)));
  const look = (day: Day) => (day.is_closed ? 'closed' : undefined);
  return (
    <Card
      title={title}
      detail={detail}
      padded={false}
      actions={
        <>
          <Badge tone="info">Forecast</Badge>
          {onRules && (
            <Button size="small" onClick={onRules}>
              Edit rules
            </Button>
          )}
        </>
      }
    >
      <BarLegend plan={plan} />
      <Scroll tabIndex={0} role="region" aria-label="Capacity of the next 14 days">
        <table>
          <caption hidden>Emails a day that the fleet can send, and that campaigns need</caption>
          <thead>
            <tr aria-hidden="true">
              <td />
              {plan.days.map((day) => (
                <td key={day.date} className={look(day)}>
                  <DayBars day={day} most={most} pods={plan.pods.length} />
                </td>
              ))}
            </tr>
            <tr>
              <th scope="col">
                <span hidden>Row</span>
              </th>
              {plan.days.map((day) => (
                <th key={day.date} scope="col" className={look(day)}>
                  {dayLabel(day.date)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">Can send</th>
              {plan.days.map((day) => (
                <td key={day.date} className={look(day)}>
                  {number(day.capacity)}
                </td>
              ))}
            </tr>
            <tr>
              <th scope="row">Planned</th>
              {plan.days.map((day) => (
                <td key={day.date} className={look(day)}>
                  {day.is_closed ? '–' : number(day.planned)}
                </td>
              ))}
            </tr>
            <tr>
              <th scope="row">Spare</th>
              {plan.days.map((day) => (
                <td key={day.date} className={day.planned > day.capacity ? 'short' : look(day)}>
                  {day.is_closed ? '–' : number(day.capacity - day.planned)}
                </td>
              ))}
            </tr>
            {plan.pods.map((pod, index) => (
              <tr key={pod.name}>
                <th scope="row">{`${pod.name} (${number(pod.mailboxes)})`}</th>
                {plan.days.map((day) =>
                  day.date >= pod.rest_from && day.date < pod.rest_until ? (
                    <td key={day.date} className="rest">
                      Rests
                    </td>
                  ) : (
                    <td key={day.date}>{number(day.by_pod[index] ?? 0)}</td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <CardBody>
        <Stack $gap={1} style={{ paddingTop: 'var(--s-2)' }}>
          {plan.pods.map((pod) => (
            <Text key={pod.name} $size={2} $tone="muted">
              {pod.is_resting
                ? `${pod.name} rests until ${lastDay(pod.rest_until)}.`
                : `${pod.name} sends, week ${pod.week} of ${plan.rules?.send_weeks}; rests ${shortDate(pod.rest_from)} to ${lastDay(pod.rest_until)}.`}
            </Text>
          ))}
          {plan.pods.length === 0 && (
            <Text $size={2} $tone="muted">
              No pods. With pods, mailboxes take turns to rest for a week.
            </Text>
          )}
        </Stack>
      </CardBody>
      {plan.fixes.length > 0 && <GapFixes plan={plan} mayChange={onRules !== null} />}
    </Card>
  );
}
