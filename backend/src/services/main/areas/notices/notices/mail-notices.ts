import type { z } from 'zod';
import { noticeKinds } from '@skein/contracts/notice-kinds';
import { permissionsOf, type Role } from '@skein/contracts/permissions';
import type { MainDeps } from '../../../deps';
import { sendSystemMail, findMailBrand } from '../../identity/identity.api';
import { noticeMail } from './notice-mail';
import { describeNotice } from './describe-notice';
import { findRecipients, takeUnmailed, type Recipient, type UnmailedNotice } from './notices.store';
import { mailNotice } from './notices.jobs';

type Deps = Pick<MainDeps, 'db' | 'jobs' | 'config' | 'realClock'>;

function wants(person: Recipient, kind: UnmailedNotice['kind']): boolean {
  const facts = noticeKinds[kind];
  const client =
    person.client_id === null
      ? null
      : { id: person.client_id, permissions: person.permissions ?? [], restrictedCategories: [] };
  if (client && !facts.forClients) return false;
  return permissionsOf({ role: person.role as Role, client }).has(facts.may) && (person.by_mail ?? facts.byMail);
}

/** Takes notices and enqueues a mail for everybody who wants one, in one transaction: none is mailed twice, none is lost. */
export async function mailNotices(deps: Deps): Promise<void> {
  for (;;) {
    const count = await deps.db.systemSql(async (sql) => {
      const notices = await takeUnmailed(sql, new Date(deps.realClock.now()));
      for (const notice of notices) {
        // The demo's people have no mailbox of their own; people of a disabled workspace could do nothing about it. Their notices are kept in the product.
        if (notice.is_demo || notice.is_disabled) continue;
        const { title, text, href } = describeNotice(notice.kind, notice.facts);
        for (const person of (await findRecipients(notice.workspace_id, sql, notice)).filter((each) =>
          wants(each, notice.kind),
        )) {
          await deps.jobs.enqueue(sql, mailNotice, {
            workspaceId: notice.workspace_id,
            email: person.email,
            title,
            text,
            href: person.client_id === null ? href : clientHref(href),
          });
        }
      }
      return notices.length;
    });
    if (count === 0) return;
  }
}

/** A client is led to the list when the page itself is the agency's. */
const clientHref = (href: string | null) => (href?.startsWith('/app/settings') ? null : href);

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
