import { useState } from 'react';
import type { z } from 'zod';
import { calendarWords } from '@skein/contracts/calendar-answer';
import type { timelineEntry } from '@skein/contracts/main/leads.contract';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card, CardBody } from '@skein/ui/card';
import { Loading } from '@skein/ui/skeleton';
import { Text } from '@skein/ui/text';
import { Timeline, type TimelineItem } from '@skein/ui/timeline';
import { spokenInstant } from '@skein/ui/instant';
import { InstantText } from '@skein/ui/instant-text';
import { useUi } from '@skein/ui/ui-provider';
import { useCampaignTime } from '@skein/mfe/campaign-time';
import { useLeadTimeline } from './lead-record.hooks';

type Entry = z.output<typeof timelineEntry>;

const looks: Record<string, Pick<TimelineItem, 'icon' | 'glyph' | 'tone'>> = {
  SENT: { icon: 'send' },
  OPEN: { icon: 'eye' },
  CLICK: { icon: 'link' },
  REPLY: { icon: 'reply', tone: 'success' },
  AUTO_REPLY: { icon: 'clock' },
  BOUNCE: { glyph: 'bad', tone: 'danger' },
  SENDER_BOUNCE: { glyph: 'warn', tone: 'warning' },
  UNSUBSCRIBE: { icon: 'block', tone: 'danger' },
  CATEGORY: { icon: 'tag' },
  FAILED: { glyph: 'bad', tone: 'danger' },
  ADDED: { icon: 'plus' },
  NOTE: { icon: 'note' },
  TASK: { icon: 'task' },
  TASK_DONE: { icon: 'check' },
};

/** Everything that happened to a lead, newest first; older pages are read when they are asked for. */
export function LeadTimeline({ leadId }: { leadId: number }) {
  const [pages, setPages] = useState<(string | null)[]>([null]);
  return (
    <Card title="Timeline" padded={false}>
      <CardBody>
        {pages.map((cursor, index) => (
          <Page
            key={cursor ?? 'first'}
            leadId={leadId}
            cursor={cursor}
            isLast={index === pages.length - 1}
            onMore={(next) => setPages([...pages, next])}
          />
        ))}
      </CardBody>
    </Card>
  );
}

function Page({
  leadId,
  cursor,
  isLast,
  onMore,
}: {
  leadId: number;
  cursor: string | null;
  isLast: boolean;
  onMore: (cursor: string) => void;
}) {
  const { timeZone } = useUi();
  const time = useCampaignTime();
  const { entries, next, problem, retry } = useLeadTimeline(leadId, cursor);
  if (problem)
    return (
      <Callout
        tone="danger"
        role="alert"
        title="The timeline could not be loaded."
        actions={
          <Button size="small" onClick={() => retry()}>
            Try again
          </Button>
        }
      >
        {problem.message}
      </Callout>
    );
  if (!entries) return <Loading label="Reading the timeline" />;
  if (entries.length === 0) return <Text $tone="muted">Nothing happened yet.</Text>;
  const now = time.now();
  return (
    <>
      <Timeline label="What happened" items={entries.map((entry) => item(entry, { now, timeZone }))} />
      {isLast && next && (
        <Button size="small" variant="ghost" onClick={() => onMore(next)}>
          Show older
        </Button>
      )}
    </>
  );
}

/** When it is read, in campaign time, and the reader's zone. */
interface Reading {
  now: Date;
  timeZone: string;
}

function item(entry: Entry, reading: Reading): TimelineItem {
  const detail = [
    entry.campaign_name,
    entry.seq_number !== null && `step ${entry.seq_number}`,
    entry.mailbox_email && `from ${entry.mailbox_email}`,
    entry.is_machine && entry.kind === 'OPEN' && 'by a machine, not counted',
  ]
    .filter(Boolean)
    .join(', ');
  return {
    id: entry.id,
    title: titleOf(entry, reading),
    time: <InstantText at={entry.at} now={reading.now} />,
    ...looks[entry.kind],
    ...(detail ? { detail } : {}),
  };
}

/** A calendar answer with the meeting's time in the reader's zone: "Accepted the meeting: Tue, Nov 24, 14:00". */
function titleOf({ calendar, text }: Entry, { now, timeZone }: Reading): string {
  if (!calendar?.starts_at) return text;
  return calendarWords(calendar.answer, spokenInstant(calendar.starts_at, now, timeZone));
}
