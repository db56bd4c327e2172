import type { Database, SqlClient } from '../db/database';
import type { JournaledOptOut } from './journal-lines';

interface JournalRow {
  place: string;
  /** Somebody wrote in another place too, so that this one does not hold everything. */
  isSplit: boolean;
  /** The last sign of a writer: the database covers the time before it. */
  writtenAt: Date;
}

/** While sending is paused, the database can be a restored copy: keep what it says about the journal until it is confirmed. */
const isNotPaused =
  'not exists (select from instance where sending_paused_reason is not null) and not server_has_changed()';

/**
 * Says that a process writes in this place. The first place is the journal's; a process with another one splits it.
 * @returns null where the database is of a time before journals and waits for its operator
 */
export async function noteWriter(database: Database, place: string): Promise<JournalRow | null> {
  return database.systemSql(async (sql) => {
    await sql.query(
      `insert into journal_place (id, place) select 1, $1::uuid where ${isNotPaused} on conflict (id) do nothing`,
      [place],
    );
    await sql.query(
      `
        update journal_place
        set is_split = is_split or place <> $1::uuid,
          written_at = case when place = $1::uuid then clock_timestamp() else written_at end
        where id = 1 and ${isNotPaused}
      `,
      [place],
    );
    return readRow(sql);
  });
}

/** Seconds without a sign of a writer after which the journal's place counts as gone. */
const goneAfter = 120;

/** Makes another place the journal's, when nobody has written in the present one for a while. @returns whether it did */
export async function takeOverPlace(database: Database, present: string, next: string): Promise<boolean> {
  const rows = await database.systemStatement(
    `
      update journal_place
      set place = $2, is_split = false, written_at = clock_timestamp()
      where id = 1
        and place <> $1::uuid
        and written_at < clock_timestamp() - make_interval(secs => $3)
        and ${isNotPaused}
      returning id
    `,
    [present, next, goneAfter],
  );
  return rows.length === 1;
}

export const readJournalRow = (database: Database): Promise<JournalRow | null> => database.systemSql(readRow);

async function readRow(sql: SqlClient): Promise<JournalRow | null> {
  const { rows } = await sql.query<JournalRow>(
    'select place::text as place, is_split as "isSplit", written_at as "writtenAt" from journal_place where id = 1',
  );
  return rows[0] ?? null;
}

/** The place in which the journal continues after an operator has confirmed the database. */
export const setPlace = (database: Database, place: string) =>
  database.systemSql((sql) =>
    sql.query(
      `
        insert into journal_place (id, place)
        values (1, $1)
        on conflict (id)
        do update set place = excluded.place, is_split = false, written_at = clock_timestamp()
      `,
      [place],
    ),
  );

/** Which changes a process takes out of the queue. */
interface OptOutsToDrain {
  /** Where it writes: nothing is taken when the journal is in another place by now, and that cannot change before it is written. */
  place: string;
  most: number;
}

/** Takes changes out of the queue once `write` has put them on the disk. @returns how many */
export const drainOptOuts = (
  database: Database,
  { place, most }: OptOutsToDrain,
  write: (entries: JournaledOptOut[]) => Promise<void>,
): Promise<number> =>
  database.systemSql(async (sql) => {
    const { rows } = await sql.query<JournaledOptOut>(
      `
        with here as (
          select from journal_place where id = 1 and place = $2::uuid for share
        ), taken as (
          select id from opt_out_queue where exists (select from here) order by id limit $1 for update
        )
        delete from opt_out_queue q
        using taken t
        where q.id = t.id
        returning q.id::text as id, q.workspace_id as "workspaceId", q.change, q.kind, q.value, q.client_scope as "clientScope",
          q.source, q.reason
      `,
      [most, place],
    );
    if (rows.length > 0) await write(rows);
    return rows.length;
  });
