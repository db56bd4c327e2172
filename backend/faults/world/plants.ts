import type { FaultWorld } from './fault-world';

/** Defects that can be planted into the engine of a world, each of which the checker must find: `npm run faults -- --plant NAME`. */
export const plants: Record<string, (world: FaultWorld) => Promise<unknown>> = {
  /** A follow-up is sent without a look into the inboxes, as before `unread_inbox`. */
  'inbox-not-read': async ({ test }) => {
    await test.query(
      `
        create or replace function unread_inbox(p_enrolment integer, p_within interval) returns integer
          language sql stable as $$ select null::integer $$
      `,
    );
    await test.query(
      `
        create or replace function inbox_is_read(
          p_read_at timestamptz, p_missed_at timestamptz, p_within interval
        ) returns boolean language sql stable as $$ select true $$
      `,
    );
  },
};
