import type { MailboxType } from '@skein/contracts/constants';
import type { MailboxFilterInput, mailboxAges } from '@skein/contracts/main/mailbox-views';
import { scopeOf, type Who } from '#access/access.api';

/** What a list of mailboxes is narrowed by, with what somebody may see. */
export interface MailboxFilter {
  ids?: number[];
  exceptIds?: readonly number[];
  search?: string;
  state?: 'connected' | 'failing' | 'suspended';
  type?: MailboxType;
  inUse?: MailboxFilterInput['in_use'];
  tagIds?: number[];
  clientId?: number;
  hasNoClient?: boolean;
  domain?: string;
  isWarming?: boolean;
  smtp?: 'ok' | 'failing';
  imap?: 'ok' | 'failing';
  age?: (typeof mailboxAges)[number];
  memberId?: number;
}

/** The filter of a request, inside what the person may see. */
export function filterOf(who: Who, query: MailboxFilterInput): MailboxFilter {
  const scope = scopeOf(who);
  return {
    ids: query.ids,
    search: query.search,
    state: query.state,
    type: query.type,
    inUse: query.in_use,
    tagIds: query.tag_ids,
    clientId: scope.clientId ?? query.client_id,
    hasNoClient: query.no_client === 'true' || undefined,
    domain: query.domain || undefined,
    isWarming: query.warmup === undefined ? undefined : query.warmup === 'on',
    smtp: query.smtp,
    imap: query.imap,
    age: query.age,
    memberId: scope.memberId ?? undefined,
  };
}
