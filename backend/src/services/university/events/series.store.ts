import type { SqlClient } from '#platform/db/database';
import type { EventSeries } from '../library/read-content';

interface SeriesRecord {
  slug: string;
  title: string;
  host: string;
  summary: string;
  time_zone: string;
  first: string;
  moved_to: string | null;
  every_weeks: number | null;
  minutes: number;
  join_url: string | null;
  recordings: Record<string, string>;
}

const seriesOf = ({ summary, moved_to: moved, ...rest }: SeriesRecord): EventSeries => ({
  ...rest,
  text: summary,
  changed: moved === null ? {} : { [rest.first.slice(0, 10)]: moved },
  recording_url: null,
});

/** Events that operators added. They belong to the installation. */
export async function listSeries(sql: SqlClient): Promise<EventSeries[]> {
  const { rows } = await sql.query<SeriesRecord>(
    `
      select slug, title, host, summary, time_zone, first, moved_to, every_weeks, minutes, join_url, recordings
      from university_event
      order by slug
    `,
  );
  return rows.map(seriesOf);
}

/** The event, locked until the end of the transaction; null when there is none of this name. */
export async function lockSeries(sql: SqlClient, slug: string): Promise<EventSeries | null> {
  const { rows } = await sql.query<SeriesRecord>(
    `
      select slug, title, host, summary, time_zone, first, moved_to, every_weeks, minutes, join_url, recordings
      from university_event
      where slug = $1
      for update
    `,
    [slug],
  );
  return rows[0] ? seriesOf(rows[0]) : null;
}

const valuesOf = (series: EventSeries, at: Date): unknown[] => [
  series.slug,
  series.title,
  series.host,
  series.text,
  series.time_zone,
  series.first,
  series.changed[series.first.slice(0, 10)] ?? null,
  series.every_weeks,
  series.minutes,
  series.join_url,
  JSON.stringify(series.recordings),
  at,
];

/** Adds an event. False when one of its name is there: nothing is written then. */
export async function insertSeries(sql: SqlClient, series: EventSeries, at: Date): Promise<boolean> {
  const { rowCount } = await sql.query(
    `
      insert into university_event (
        slug, title, host, summary, time_zone, first, moved_to, every_weeks, minutes, join_url, recordings, created_at,
          updated_at
      )
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)
      on conflict (slug) do nothing
    `,
    valuesOf(series, at),
  );
  return rowCount === 1;
}

export async function updateSeries(sql: SqlClient, series: EventSeries, at: Date): Promise<void> {
  await sql.query(
    `
      update university_event
      set title = $2, host = $3, summary = $4, time_zone = $5, first = $6, moved_to = $7, every_weeks = $8, minutes = $9,
        join_url = $10, recordings = $11, updated_at = $12
      where slug = $1
    `,
    valuesOf(series, at),
  );
}

export async function deleteSeries(sql: SqlClient, slug: string): Promise<void> {
  await sql.query('delete from university_event where slug = $1', [slug]);
}

/** How many people of all workspaces registered for each date of an event that is still to come. */
export async function countRegistered(sql: SqlClient, slug: string, now: Date): Promise<Map<string, number>> {
  const { rows } = await sql.query<{ event: string; count: number }>(
    `
      select event, count(*)::int as count
      from event_registration
      where starts_with(event, $1 || '.') and (starts_at is null or starts_at > $2)
      group by event
    `,
    [slug, now],
  );
  return new Map(rows.map(({ event, count }) => [event, count]));
}
