import { useState } from 'react';
import type { OperatedEvent } from '@skein/contracts/university/operator-events.contract';
import { withSentence } from '@skein/mfe/with-sentence';
import { Button } from '@skein/ui/button';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { counted } from '@skein/ui/counted';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import type { MenuEntry } from '@skein/ui/menu';
import { zoneLabel } from '@skein/ui/instant';
import { SubLine } from '@skein/ui/text';
import { EventDialog } from './event-dialog';
import { useChangeEvents, useEvents } from './events.hooks';
import { OperatorHeader } from './operator-layout';
import { RecordingDialog } from './recording-dialog';
import { shortTime } from './short-time';

const repeatText = (weeks: number | null) =>
  weeks === null ? 'Once' : weeks === 1 ? 'Every week' : `Every ${weeks} weeks`;

const columns: DataTableColumn<OperatedEvent>[] = [
  {
    id: 'title',
    label: 'Event',
    fixed: true,
    flexible: true,
    width: 280,
    minWidth: 180,
    cell: (row) => (
      <>
        {row.title}
        <SubLine>{`with ${row.host}`}</SubLine>
      </>
    ),
  },
  {
    id: 'next',
    label: 'Next date',
    width: 220,
    cell: (row) => (
      <>
        {row.next_at === null ? 'Over' : shortTime(row.next_at)}
        <SubLine>{`announced in ${zoneLabel(row.time_zone)}`}</SubLine>
      </>
    ),
  },
  { id: 'repeats', label: 'Repeats', width: 140, cell: (row) => repeatText(row.every_weeks) },
  { id: 'length', label: 'Length', width: 100, cell: (row) => `${row.minutes} min` },
  { id: 'registered', label: 'Registered', align: 'end', width: 120, cell: (row) => row.registered },
  { id: 'recordings', label: 'Recordings', align: 'end', width: 120, cell: (row) => row.recordings },
];

type Shown = { kind: 'add' } | { kind: 'change' | 'record' | 'delete'; event: OperatedEvent };

/** /app/operator/events: live sessions that every workspace sees under Events. */
export function EventsPage() {
  const { events, isLoading, problem } = useEvents();
  const { remove } = useChangeEvents();
  const [shown, setShown] = useState<Shown | null>(null);
  const close = () => setShown(null);
  const add = (
    <Button variant="primary" icon="plus" onClick={() => setShown({ kind: 'add' })}>
      Add event
    </Button>
  );
  const actions = (event: OperatedEvent): MenuEntry[] => [
    { label: 'Change', icon: 'edit', onSelect: () => setShown({ kind: 'change', event }) },
    {
      label: 'Add recording',
      icon: 'play',
      disabled: event.past.length === 0,
      detail: event.past.length === 0 ? 'No date is over' : undefined,
      onSelect: () => setShown({ kind: 'record', event }),
    },
    { kind: 'separator' },
    { label: 'Delete', icon: 'trash', tone: 'danger', onSelect: () => setShown({ kind: 'delete', event }) },
  ];
  return (
    <>
      <OperatorHeader page="events" actions={add} />
      <DataTable<OperatedEvent>
        label="Events"
        columns={columns}
        rows={events}
        rowId={(row) => row.slug}
        rowLabel={(row) => row.title}
        loading={isLoading}
        error={problem}
        view={{ order: columns.map(({ id }) => id), hidden: [], widths: {}, density: 'two-lines' }}
        rowActions={actions}
        empty={
          <EmptyState icon="calendar" title="No events yet" actions={add}>
            Office hours or a webinar: people register, get a reminder one hour before, and find the recording
            afterwards.
          </EmptyState>
        }
      />
      {shown?.kind === 'add' && <EventDialog event={null} onClose={close} />}
      {shown?.kind === 'change' && <EventDialog event={shown.event} onClose={close} />}
      {shown?.kind === 'record' && <RecordingDialog event={shown.event} onClose={close} />}
      {shown?.kind === 'delete' && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && close()}
          title={`Delete ${shown.event.title}?`}
          description={`${counted(shown.event.registered, 'registration ends', 'registrations end')}, and those people are notified. ${counted(shown.event.recordings, 'recording is', 'recordings are')} no longer shown.`}
          confirmLabel="Delete event"
          onConfirm={async () => void (await withSentence(remove(shown.event.slug)))}
        />
      )}
    </>
  );
}
