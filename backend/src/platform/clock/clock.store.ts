import type { Database } from '../db/database';

/** The one row of `instance_clock`, instants in milliseconds. */
export interface ClockRow {
  anchorCampaign: number;
  anchorReal: number;
  floorCampaign: number;
  floorReal: number;
  scale: number;
  revision: number;
}

/** Channel on which the processes tell each other that the row changed. */
export const CLOCK_CHANNEL = 'skein_clock';

const FIELDS = `
  (extract(epoch from anchor_campaign) * 1000)::float8 as "anchorCampaign",
    (extract(epoch from anchor_real) * 1000)::float8 as "anchorReal",
    (extract(epoch from floor_campaign) * 1000)::float8 as "floorCampaign",
    (extract(epoch from floor_real) * 1000)::float8 as "floorReal", scale, revision
`;

const instant = (parameter: string) => `to_timestamp(${parameter}::float8 / 1000)`;

export async function readClock(database: Database): Promise<ClockRow | undefined> {
  const { rows } = await database.pools.system.query<ClockRow>(`select ${FIELDS} from instance_clock where id = 1`);
  return rows[0];
}

/** Makes the row if there is none yet; two processes that start together get the same one. */
export async function createClock(
  database: Database,
  first: { campaign: number; real: number; scale: number },
): Promise<ClockRow> {
  await database.pools.system.query(
    `
      insert into instance_clock (id, anchor_campaign, anchor_real, floor_campaign, floor_real, scale)
      values (1, ${instant('$1')}, ${instant('$2')}, ${instant('$1')}, ${instant('$2')}, $3)
      on conflict (id)
      do nothing
    `,
    [first.campaign, first.real, first.scale],
  );
  return (await readClock(database)) as ClockRow;
}

/**
 * Moves the anchor under a row lock. `change` sees the row and returns the new anchor and scale, or undefined to leave
 * everything as it is; an anchor below the floor is lifted to it.
 */
export async function moveClock(
  database: Database,
  change: (row: ClockRow) => { campaign: number; real: number; scale: number } | undefined,
): Promise<ClockRow> {
  return database.systemSql(async (client) => {
    const { rows } = await client.query<ClockRow>(`select ${FIELDS} from instance_clock where id = 1 for update`);
    const row = rows[0] as ClockRow;
    const next = change(row);
    if (!next) return row;
    const changed = await client.query<ClockRow>(
      `
        update instance_clock
        set anchor_campaign = greatest(${instant('$1')}, floor_campaign), anchor_real = ${instant('$2')}, scale = $3,
          floor_campaign = greatest(${instant('$1')}, floor_campaign), floor_real = ${instant('$2')}, revision = revision + 1
        where id = 1
        returning ${FIELDS}
      `,
      [next.campaign, next.real, next.scale],
    );
    await client.query('select pg_notify($1, $2)', [CLOCK_CHANNEL, String(changed.rows[0]?.revision)]);
    return changed.rows[0] as ClockRow;
  });
}

/** Notes how far campaign time has come, so that a later start can never be before it. */
export async function raiseFloor(database: Database, campaign: number, real: number): Promise<void> {
  await database.pools.system.query(
    `update instance_clock set floor_campaign = greatest(floor_campaign, ${instant('$1')}), floor_real = ${instant('$2')} where id = 1`,
    [campaign, real],
  );
}
