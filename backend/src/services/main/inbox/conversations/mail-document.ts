import type { WorkspaceId } from '@skein/contracts/ids';
import { createHmac } from 'node:crypto';
import { plainTextToHtml } from '@skein/template/plain-text';
import { signingKeys } from '#platform/crypto/master-key';
import { equalsInConstantTime } from '#platform/crypto/random-token';
import { notFound, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';

import { seesUntracked } from './mail-document.store';
import { safeContent } from './message-view';
import { findMessage } from './thread.store';
import { requireConversation } from './require-conversation';

type TicketDeps = Pick<MainDeps, 'db' | 'masterKey' | 'realClock'>;
type DocumentDeps = TicketDeps & Pick<MainDeps, 'heavyWork'>;

/** A frame asks for its document at once; ten minutes let it ask again when the reader loads the images. */
const LIFE_SECONDS = 600;

/**
 * A signed address of one mail's body. A frame cannot send an Authorization header, and a document that the page makes itself
 * (srcdoc, blob) inherits the page's policy, under which no style of the mail would work. So the address carries its own
 * permission: one mail, of one workspace, for ten minutes, and nothing but its cleaned body.
 * @throws SkeinError NOT_FOUND when the mail does not exist or this person may not see it
 */
export async function openDocument(deps: TicketDeps, who: Who, messageId: number): Promise<{ url: string }> {
  await deps.db.tenantSql(who.workspaceId, async (sql) => {
    const message = await findMessage(who.workspaceId, sql, messageId);
    if (!message) throw notFound('This email');
    if (message.enrolment_id !== null) await requireConversation(sql, who, message.enrolment_id);
    else if (!(await seesUntracked(sql, who, messageId))) throw notFound('This email');
  });
  const expires = Math.floor(deps.realClock.now() / 1000) + LIFE_SECONDS;
  return {
    url: `/api/inbox/messages/${messageId}/document?ticket=${who.workspaceId}.${expires}.${sign(keysOf(deps).current().key, who.workspaceId, messageId, expires)}`,
  };
}

const keysOf = (deps: Pick<MainDeps, 'masterKey'>) => signingKeys(deps.masterKey, 'mail-document');

function sign(key: Buffer, workspaceId: WorkspaceId, messageId: number, expires: number): string {
  return createHmac('sha256', key).update(`${workspaceId}.${messageId}.${expires}`).digest('base64url');
}

/** @throws SkeinError FORBIDDEN when the ticket is for another mail, forged or over */
function workspaceOfTicket(deps: Pick<MainDeps, 'masterKey' | 'realClock'>, messageId: number, ticket: string): number {
  const [, workspace, expires, signature] = /^(\d{1,10})\.(\d{1,12})\.([\w-]{43})$/.exec(ticket) ?? [];
  if (
    !workspace ||
    !expires ||
    !signature ||
    !keysOf(deps)
      .all()
      .some((key) => equalsInConstantTime(signature, sign(key, Number(workspace), messageId, Number(expires))))
  )
    throw new SkeinError('FORBIDDEN', 'This address is not valid.');
  if (Number(expires) * 1000 < deps.realClock.now())
    throw new SkeinError('FORBIDDEN', 'This address is no longer valid: open the email again.');
  return Number(workspace);
}

export interface DocumentChoices {
  ticket: string;
  /** Loads remote images, which tells the sender that the mail was read. */ images?: boolean;
  /** Leaves the quotation out. */ own?: boolean;
}

/** The mail's body as a document of its own, with its own policy. @throws SkeinError FORBIDDEN, NOT_FOUND */
export async function getDocument(
  deps: DocumentDeps,
  messageId: number,
  { ticket, images = false, own = false }: DocumentChoices,
): Promise<Response> {
  const workspaceId = workspaceOfTicket(deps, messageId, ticket);
  const message = await deps.db.tenantSql(workspaceId, (sql) => findMessage(workspaceId, sql, messageId));
  if (!message) throw notFound('This email');
  const safe = await safeContent(deps.heavyWork, message);
  const body = safe.html || plainTextToHtml(message.text_body);
  return new Response(documentOf(images ? withImages(body) : body, own), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      // Popups: links of the mail open in a tab of their own, outside this sandbox.
      'content-security-policy': `sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:${images ? ' https:' : ''}; form-action 'none'; base-uri 'none'; frame-ancestors 'self'`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'x-robots-tag': 'noindex',
    },
  });
}

/** Gives images their address back; only the cleaner writes this attribute, and only with http(s) addresses. */
const withImages = (html: string): string => html.replace(/ data-remote-src="/g, ' referrerpolicy="no-referrer" src="');

const style = `html{color-scheme:light;background:#fff;color:#1b1b19;
  font:14px/22px "Inter Variable",Inter,system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif;overflow-wrap:anywhere}
body{margin:0;padding:8px}
p{margin:0 0 12px}
img{max-width:100%;height:auto}
table{max-width:100%}
pre{white-space:pre-wrap}
blockquote{margin:8px 0;padding-left:12px;border-left:2px solid #d4d3cd}`;

function documentOf(body: string, own: boolean): string {
  return `<!doctype html><html lang="und"><head><meta charset="utf-8"><title>Mail</title><style>${style}${own ? 'blockquote{display:none}' : ''}</style></head><body>${body}</body></html>`;
}
