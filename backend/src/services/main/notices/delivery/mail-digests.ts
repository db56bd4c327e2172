import { noticeKindNames, noticeKinds } from '@skein/contracts/notice-kinds';
import type { MainDeps } from '#main/deps';
import { mayHear } from './channels';
import { clientHref } from './mail-notices';
import { describeNotice } from './describe-notice';
import { findChoices, findNotices } from './notices.store';
import { claimDigest, findDigests, type DigestRecord } from './notice-settings.store';
import { mailDigest } from './notices.jobs';
import { localTime } from './quiet-hours';

type Deps = Pick<MainDeps, 'db' | 'jobs' | 'realClock'>;
const hour = 3_600_000;
/** Notices that one digest names; it says how many more there are. */
const most = 50;

/** Whether a person's digest is due in this hour of theirs. Pure. */
export function isDigestDue(
  person: Pick<DigestRecord, 'digest' | 'digest_hour' | 'digest_day' | 'time_zone'>,
  now: number,
): boolean {
  const local = localTime(now, person.time_zone ?? 'UTC');
  return local.hour === person.digest_hour && (person.digest === 'daily' || local.day === person.digest_day);
}

/** The hourly look: everybody whose hour it is gets one email with what happened since the last. Who has nothing to hear gets none. */
export async function mailDigests(deps: Deps): Promise<void> {
  const now = deps.realClock.now();
  // Twice within 20 hours never, also where a clock is put back.
  const before = new Date(now - 20 * hour);
  for (const person of (await findDigests(deps.db, before)).filter((each) => isDigestDue(each, now)))
    await deps.db.systemSql(async (sql) => {
      if (!(await claimDigest(person.workspace_id, sql, { userId: person.user_id, before, at: new Date(now) }))) return;
      const chosen = new Map(
        (await findChoices(person.workspace_id, sql, person.user_id)).map((choice) => [choice.kind, choice.by_mail]),
      );
      const kinds = noticeKindNames.filter(
        (kind) => mayHear(person, kind) && (chosen.get(kind) ?? noticeKinds[kind].byMail),
      );
      const since = person.digested_at?.getTime() ?? now - (person.digest === 'daily' ? 24 : 7 * 24) * hour;
      const isLimited = person.role === 'LIMITED_FULL_MEMBER_ACCESS' && person.client_id === null;
      const found = await findNotices(
        person.workspace_id,
        sql,
        { userId: person.user_id, clientId: person.client_id, kinds, memberId: isLimited ? person.user_id : null },
        { before: null, limit: 200 },
      );
      const rows = found.filter((each) => each.at.getTime() > since);
      if (rows.length === 0) return;
      const lines = rows.slice(0, most).map(({ kind, facts }) => {
        const { title, text, href } = describeNotice(kind, facts);
        return { title, text, href: person.client_id === null ? href : clientHref(href) };
      });
      await deps.jobs.enqueue(sql, mailDigest, {
        workspaceId: person.workspace_id,
        email: person.email,
        isClient: person.client_id !== null,
        period: person.digest === 'daily' ? 'day' : 'week',
        count: rows.length,
        lines,
      });
    });
}
