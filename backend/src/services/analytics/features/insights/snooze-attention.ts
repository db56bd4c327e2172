import { DateTime } from 'luxon';
import type { Database } from '#platform/db/database';
import type { Who } from '../figures/selection';
import { deleteSnooze, writeSnooze } from './snoozes.store';

/** The hour of the person's morning at which a snoozed item comes back. */
const morning = 8;

/** 08:00 of the day that lies so many days ahead in a zone. Pure. */
const wakeTime = (now: number, days: number, timeZone: string): Date =>
  DateTime.fromMillis(now, { zone: timeZone })
    .plus({ days })
    .set({ hour: morning, minute: 0, second: 0, millisecond: 0 })
    .toJSDate();

/** Snoozes an item for this person alone. */
export async function snoozeAttention(
  db: Database,
  { workspaceId, userId }: Pick<Who, 'workspaceId' | 'userId'>,
  item: { key: string; count: number; for_days: number; time_zone: string },
  now: number,
): Promise<{ snoozed_until: string }> {
  const until = wakeTime(now, item.for_days, item.time_zone);
  await db.tenantSql(workspaceId, (sql) =>
    writeSnooze(workspaceId, sql, userId, { key: item.key, count: item.count, until, now: new Date(now) }),
  );
  return { snoozed_until: until.toISOString() };
}

export async function wakeAttention(
  db: Database,
  { workspaceId, userId }: Pick<Who, 'workspaceId' | 'userId'>,
  key: string,
): Promise<{ done: true }> {
  await db.tenantSql(workspaceId, (sql) => deleteSnooze(workspaceId, sql, userId, key));
  return { done: true };
}
