import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import { findBookingLink, writeBookingLink } from './booking-link.store';

/** The booking page of the person who asks. */
export const readBookingLink = (deps: Pick<MainDeps, 'db'>, who: Who) =>
  deps.db.tenantSql(who.workspaceId, (sql) => findBookingLink(who.workspaceId, sql, who.userId));

/** Sets it; an empty address removes it. */
export const saveBookingLink = (deps: Pick<MainDeps, 'db'>, who: Who, given: { url: string; label: string }) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await writeBookingLink(who.workspaceId, sql, who.userId, given.url === '' ? null : given);
    return findBookingLink(who.workspaceId, sql, who.userId);
  });
