import type { ReportDelivery, ReportFilter, ReportView } from '@skein/contracts/analytics/reports.contract';
import { zoneLabel } from '@skein/ui/instant';
import { insightPages } from '../insights/insight-pages';

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

const filterNames: Record<ReportFilter, string> = {
  client: 'client',
  campaign: 'campaign',
  mailbox: 'mailbox',
  tag: 'campaign tag',
};

/** What a report shows: its page, and what that is narrowed to. */
export function shownText({ page, narrowed_to }: Pick<ReportView, 'page' | 'narrowed_to'>): string {
  const whole = narrowed_to.length === 0 ? 'All campaigns' : 'Analytics';
  return [
    insightPages.find((one) => one.id === page)?.label ?? whole,
    ...narrowed_to.map(({ filter, name }) => `${filterNames[filter]} ${name ?? 'not available'}`),
  ].join(', ');
}

/** The address at which a report is looked at. */
export const pageAddress = ({
  page,
  address,
  client_id,
}: Pick<ReportView, 'page' | 'address' | 'client_id'>): string => {
  const query = new URLSearchParams(address);
  if (client_id !== null) query.set('client', String(client_id));
  const path = page === 'global-analytics' ? '/app/global-analytics' : `/app/analytics-v2/${page}`;
  return query.size > 0 ? `${path}?${query}` : path;
};

export const scheduleText = ({ schedule }: Pick<ReportView, 'schedule'>): string =>
  schedule?.is_active
    ? `${weekdays[schedule.weekday - 1]}s at ${hourText(schedule.hour)}, ${zoneLabel(schedule.time_zone)}`
    : 'Not emailed';

export const deliveryWords: Record<
  ReportDelivery['state'],
  { label: string; tone: 'success' | 'danger' | 'warning' | 'neutral' | 'info' }
> = {
  WAITING: { label: 'Waiting', tone: 'info' },
  SENDING: { label: 'Sending', tone: 'info' },
  SENT: { label: 'Sent', tone: 'success' },
  FAILED: { label: 'Failed', tone: 'danger' },
  UNCERTAIN: { label: 'Not confirmed', tone: 'warning' },
  STOPPED: { label: 'Stopped', tone: 'neutral' },
};

/** Addresses as people write them: one a line, or with commas. */
export const addressesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map((word) => word.trim().toLowerCase())
      .filter(Boolean),
  ),
];
