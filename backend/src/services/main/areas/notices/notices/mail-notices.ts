import type { z } from 'zod';
import type { MainDeps } from '../../../deps';
import { sendSystemMail, findMailBrand } from '../../identity/identity.api';
import { channelsOf } from './channels';
import { noticeMail } from './notice-mail';
import { describeNotice } from './describe-notice';
import { noteDueTasks } from './due-tasks.store';
import { findRecipients, takeUnmailed } from './recipients.store';
import { mailNotice, sendNotice } from './notices.jobs';

type Deps = Pick<MainDeps, 'db' | 'jobs' | 'config' | 'realClock' | 'campaignClock'>;

/** Takes notices and enqueues what each person wants of them, by each channel, in one transaction: none is told twice, none is lost. */
export async function mailNotices(deps: Deps): Promise<void> {
  await noteDueTasks(deps.db, new Date(deps.campaignClock.now()));
  for (;;) {
    const now = deps.realClock.now();
    const count = await deps.db.systemSql(async (sql) => {
      const notices = await takeUnmailed(sql, new Date(now));
      for (const notice of notices) {
        // People of a disabled workspace could do nothing about it. Their notices are kept in the product.
        if (notice.is_disabled) continue;
        const { title, text, href } = describeNotice(notice.kind, notice.facts);
        for (const person of await findRecipients(notice.workspace_id, sql, notice)) {
          const link = person.client_id === null ? href : clientHref(href);
          for (const { channel, at } of channelsOf(person, notice.kind, now)) {
            const options = at > now ? { runAt: new Date(at) } : {};
            // The demo's people have no mailbox of their own.
            if (channel === 'mail' && !notice.is_demo)
              await deps.jobs.enqueue(
                sql,
                mailNotice,
                { workspaceId: notice.workspace_id, email: person.email, title, text, href: link },
                options,
              );
            if (channel !== 'mail')
              await deps.jobs.enqueue(
                sql,
                sendNotice,
                {
                  workspaceId: notice.workspace_id,
                  userId: person.id,
                  channel,
                  notice: { id: notice.id, kind: notice.kind, title, text, href: link },
                },
                options,
              );
          }
        }
      }
      return notices.length;
    });
    if (count === 0) return;
  }
}

/** A client is led to the list when the page itself is the agency's. */
export const clientHref = (href: string | null) => (href?.startsWith('/app/settings') ? null : href);

/** Sends one of them; a client's carries the face of its agency. */
export async function mailOneNotice(
  deps: Deps,
  { workspaceId, email, title, text, href }: z.output<typeof mailNotice.payload>,
): Promise<void> {
  const isClient = await deps.db.tenant(
    workspaceId,
    async (tx) =>
      (await tx.appUser.findFirst({ where: { workspace_id: workspaceId, email }, select: { client_id: true } }))
        ?.client_id != null,
  );
  const brand = isClient ? await findMailBrand(deps, workspaceId) : null;
  const base = brand?.baseUrl ?? deps.config.publicUrl;
  await sendSystemMail(
    deps,
    email,
    noticeMail(title, text, href && `${base}${href}`, `${base}/app/settings/warning-notifications`),
    brand,
  );
}
