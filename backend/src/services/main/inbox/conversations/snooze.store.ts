/** A snoozed conversation has left Replies and Unread until its time comes. @param now the SQL of campaign time */
export const snoozedSql = (now: string): string => `e.snoozed_until > ${now}`;

/** What Replies and Unread show: neither archived nor snoozed. A snooze ends by itself, as its time is compared on each look. */
export const shownSql = (now: string): string =>
  `not e.is_archived and (e.snoozed_until is null or e.snoozed_until <= ${now})`;
