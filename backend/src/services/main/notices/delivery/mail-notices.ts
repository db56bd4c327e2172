import type { z } from 'zod';
import type { MainDeps } from '#main/deps';
import { findAddressee, sendSystemMail } from '#identity/identity.api';
import type { SqlClient } from '#platform/db/database';
import { channelsOf, type Channel } from './channels';
import { noticeMail } from './notice-mail';
import { describeNotice } from './describe-notice';
import { describeTogether, gatheredKinds, isGathered } from './gather-notices';
import { noteDueTasks } from './due-tasks.store';
import { findRecipients, takeUnmailed, type Recipient, type UnmailedNotice } from './recipients.store';
import { mailNotice, sendNotice } from './notices.jobs';

type Deps = Pick<MainDeps, 'db' | 'jobs' | 'config' | 'realClock' | 'campaignClock'>;

/**
 * Takes notices and enqueues what each person wants of them, by each channel, in one transaction: none is told twice,
 * none is lost. Many of one kind come as one message; only a webhook, which nobody reads, gets each.
 */
export async function mailNotices(deps: Deps): Promise<void> {
  await noteDueTasks(deps.db, new Date(deps.campaignClock.now()));
  for (;;) {
    const now = deps.realClock.now();
    const count = await deps.db.systemSql(async (sql) => {
      const notices = await takeUnmailed(sql, new Date(now), gatheredKinds);
      const together = new Map<string, { to: Addressee; notices: UnmailedNotice[] }>();
      for (const notice of notices) {
        // People of a disabled workspace could do nothing about it. Their notices are kept in the product.
        if (notice.is_disabled) continue;
        for (const person of await findRecipients(notice.workspace_id, sql, notice))
          for (const { channel, at } of channelsOf(person, notice.kind, now)) {
            const isApart = channel === 'webhook' || !isGathered(notice.kind);
            const key = [notice.workspace_id, person.id, channel, at, isApart ? notice.id : notice.kind].join(' ');
            const known = together.get(key) ?? { to: { person, channel, at }, notices: [] };
            known.notices.push(notice);
            together.set(key, known);
          }
      }
      for (const { to, notices: some } of together.values()) await enqueueMessage(deps, sql, to, some);
      return notices.length;
    });
    if (count === 0) return;
  }
}

/** Whom a message goes to, by what, and when. */
interface Addressee {
  person: Recipient;
  channel: Channel;
  at: number;
}

async function enqueueMessage(
  deps: Deps,
  sql: SqlClient,
  { person, channel, at }: Addressee,
  notices: UnmailedNotice[],
): Promise<void> {
  const [first] = notices as [UnmailedNotice];
  const { workspace_id: workspaceId, id, kind } = first;
  const { title, text, href } =
    notices.length > 1 && isGathered(kind) ? describeTogether(kind, notices) : describeNotice(kind, first.facts);
  const link = person.client_id === null ? href : clientHref(href);
  const options = at > deps.realClock.now() ? { runAt: new Date(at) } : {};
  if (channel !== 'mail')
    await deps.jobs.enqueue(
      sql,
      sendNotice,
      { workspaceId, userId: person.id, channel, notice: { id, kind, title, text, href: link } },
      options,
    );
  // The demo's people have no mailbox of their own.
  else if (!first.is_demo)
    await deps.jobs.enqueue(
      sql,
      mailNotice,
      { workspaceId, email: person.email, isClient: person.client_id !== null, title, text, href: link },
      options,
    );
}

/** A client is led to the list when the page itself is the agency's. */
export const clientHref = (href: string | null) => (href?.startsWith('/app/settings') ? null : href);

/** Sends one of them, unless nobody has the address any more; a client's carries the face of its agency. */
export async function mailOneNotice(
  deps: Pick<MainDeps, 'db' | 'config' | 'files'>,
  { workspaceId, email, isClient, title, text, href }: z.output<typeof mailNotice.payload>,
): Promise<void> {
  const addressee = await findAddressee(deps, workspaceId, email, isClient);
  if (!addressee) return;
  const { brand, base, greeting } = addressee;
  await sendSystemMail(
    deps,
    email,
    {
      ...noticeMail(title, text, href && `${base}${href}`, `${base}/app/settings/warning-notifications`),
      ...greeting,
    },
    brand,
  );
}
