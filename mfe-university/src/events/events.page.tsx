import type { UniversityEvent } from '@skein/contracts/university/library';
import { usePage } from '@skein/mfe/page';
import { Badge } from '@skein/ui/badge';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card, CardList } from '@skein/ui/card';
import { counted } from '@skein/ui/counted';
import { EmptyState } from '@skein/ui/empty-state';
import { zoneLabel } from '@skein/ui/instant';
import { Push, Row } from '@skein/ui/layout';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { Loading, SkeletonRows } from '@skein/ui/skeleton';
import { SubLine } from '@skein/ui/text';
import { announcedTime, eventTime } from './event-day';
import { useEvents, type Events } from './events.hooks';

/** Live sessions: register, put them into a calendar, and watch recordings of past ones. */
export function EventsPage() {
  usePage([{ label: 'Events' }]);
  const events = useEvents();
  return (
    <>
      <PageHeader title="Events" detail={`Times in ${zoneLabel(events.timeZone)}`} />
      <PageBody $well>
        <EventsContent events={events} />
      </PageBody>
    </>
  );
}

function EventsContent({ events }: { events: Events }) {
  if (events.problem)
    return (
      <Callout
        tone="danger"
        role="alert"
        title="Events could not be loaded."
        actions={
          <Button size="small" icon="refresh" onClick={events.problem.onRetry}>
            Try again
          </Button>
        }
      >
        {events.problem.message}
      </Callout>
    );
  if (events.isLoading)
    return (
      <Loading label="Loading events">
        <SkeletonRows rows={6} />
      </Loading>
    );
  return (
    <>
      {events.months.length === 0 ? (
        <EmptyState
          icon="calendar"
          title="No events are planned"
          actions={<Button href="/app/university/menu">Open the university</Button>}
        >
          New dates appear here. Until then, the university has guides for every part of the product.
        </EmptyState>
      ) : (
        events.months.map(({ month, events: ofMonth }) => (
          <Card key={month} title={month} detail={ofMonth.length} padded={false}>
            <CardList>
              {ofMonth.map((event) => (
                <UpcomingEvent key={event.id} event={event} events={events} />
              ))}
            </CardList>
          </Card>
        ))
      )}
      {events.past.length > 0 && (
        <Card title="Recordings" detail={events.past.length} padded={false}>
          <CardList>
            {events.past.map((event) => (
              <li key={event.id}>
                <EventText event={event} timeZone={events.timeZone} />
                <Push>
                  <Button size="small" icon="play" href={event.recording_url ?? ''}>
                    Watch
                  </Button>
                </Push>
              </li>
            ))}
          </CardList>
        </Card>
      )}
    </>
  );
}

function UpcomingEvent({ event, events }: { event: UniversityEvent; events: Events }) {
  const more = events.moreDates(event);
  return (
    <li style={{ flexWrap: 'wrap' }}>
      <EventText event={event} timeZone={events.timeZone} />
      <Push>
        {more > 0 && (
          <Button size="small" variant="ghost" onClick={() => events.unfold(event)}>
            {counted(more, 'more date')}
          </Button>
        )}
        {event.is_registered && <Badge tone="success">Registered</Badge>}
        {event.is_registered && event.join_url && (
          <Button size="small" href={event.join_url} iconEnd="external">
            Join
          </Button>
        )}
        <Button size="small" icon="calendar" variant="ghost" onClick={() => events.saveCalendar(event)}>
          Calendar file
        </Button>
        <Button
          size="small"
          variant={event.is_registered ? 'ghost' : 'default'}
          loading={events.isChanging(event)}
          onClick={() => events.change(event)}
        >
          {event.is_registered ? 'Cancel registration' : 'Register'}
        </Button>
      </Push>
    </li>
  );
}

function EventText({ event, timeZone }: { event: UniversityEvent; timeZone: string }) {
  const announced = announcedTime(event, timeZone);
  return (
    <div style={{ minWidth: 0, padding: '6px 0' }}>
      <Row $wrap>
        <strong>{event.title}</strong>
        <SubLine as="span">with {event.host}</SubLine>
      </Row>
      <SubLine style={{ whiteSpace: 'normal' }}>
        {eventTime(event, timeZone)}
        {announced && ` (${announced})`}
      </SubLine>
      <SubLine style={{ whiteSpace: 'normal' }}>{event.summary}</SubLine>
    </div>
  );
}
