import type { SendingWorld } from './sending-world';

/** Until so many connections of the database wait for a lock. */
export async function waitingForLocks(world: SendingWorld, count: number): Promise<void> {
  for (let now = 0; now < count;) {
    const [row] = await world.main.test.query<{ count: number }>(
      `
        select count(*)::int as count
        from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
      `,
    );
    now = row?.count ?? 0;
  }
}
