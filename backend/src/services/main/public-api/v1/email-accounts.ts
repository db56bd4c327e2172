import type { CampaignId, MailboxId } from '@skein/contracts/ids';
import type { SaveAccountBody, WireAccount } from '@skein/contracts/v1/email-accounts.contract';
import { presetOf } from '@skein/contracts/v1/read-account';
import type { RequestActor } from '#platform/http/request-actor';
import { invalidField, notFound, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { listCampaignMailboxes, removeCampaignMailboxes } from '#campaigns/campaigns.api';
import { scopeOf, requireCampaign } from '#access/access.api';
import { providerOfDomain } from '#leads/leads.api';
import {
  connectMailbox,
  reconnectMailbox,
  requireVisible,
  findNewestMailboxes,
  mailboxDeps,
  removeMailbox,
  setSuspended,
  updateMailbox,
  type Connection,
  type Settings,
  type MailboxRecord,
} from '#mailboxes/mailboxes.api';
import { saveWarmup, warmupDetails } from './warmup';
import {
  findAccountIds,
  findCampaignsOfMailboxes,
  findMailboxesOfCampaign,
  type AccountQuery,
} from './email-accounts.store';

/** A mailbox as the wire knows it; passwords are never on it. */
function toWireAccount(
  record: MailboxRecord,
  more: { campaignIds?: CampaignId[]; withTags?: boolean; warmup?: WireAccount['warmup_details'] } = {},
): WireAccount {
  return {
    id: record.id,
    created_at: record.created_at,
    updated_at: record.updated_at,
    user_id: record.created_by,
    from_name: record.from_name,
    from_email: record.from_email,
    username: record.smtp_username,
    password: null,
    smtp_host: record.smtp_host,
    smtp_port: record.smtp_port,
    smtp_port_type: record.smtp_port_type,
    message_per_day: record.message_per_day,
    different_reply_to_address: record.different_reply_to_address,
    is_different_imap_account: record.imap_username !== record.smtp_username,
    imap_username: record.imap_username,
    imap_password: null,
    imap_host: record.imap_host,
    imap_port: record.imap_port,
    imap_port_type: record.imap_port_type,
    signature: record.signature,
    custom_tracking_domain: record.custom_tracking_domain,
    bcc_email: record.bcc_email,
    is_smtp_success: record.is_smtp_success,
    is_imap_success: record.is_imap_success,
    smtp_failure_error: record.smtp_failure_error,
    imap_failure_error: record.imap_failure_error,
    type: record.type,
    daily_sent_count: record.sent_today,
    client_id: record.client_id,
    campaign_count: record.campaign_count,
    minTimeToWaitInMins: record.min_time_to_wait_minutes,
    is_suspended: record.is_suspended,
    warmup_details: more.warmup ?? null,
    ...(more.withTags && { tags: record.tags }),
    ...(more.campaignIds && { campaign_ids: more.campaignIds }),
  };
}

/** A mailbox that these credentials may see. @throws SkeinError NOT_FOUND */
export async function requireAccount(deps: MainDeps, who: RequestActor, mailboxId: MailboxId): Promise<MailboxRecord> {
  return requireVisible(mailboxDeps(deps), who, mailboxId);
}

/** Records of these mailboxes in the order of the ids. */
async function recordsOf(deps: MainDeps, who: RequestActor, ids: number[]): Promise<MailboxRecord[]> {
  if (ids.length === 0) return [];
  const rows = await findNewestMailboxes(mailboxDeps(deps), who.workspaceId, { ids, limit: ids.length });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export async function listAccounts(
  deps: MainDeps,
  raw: Request,
  who: RequestActor,
  query: AccountQuery & { fetch_campaigns: boolean },
): Promise<WireAccount[]> {
  const { ids, campaigns } = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    const found = await findAccountIds(who.workspaceId, sql, {
      ...query,
      client_id: who.client?.id ?? query.client_id,
      member_id: scopeOf(who).memberId ?? undefined,
    });
    return {
      ids: found,
      campaigns: query.fetch_campaigns
        ? await findCampaignsOfMailboxes(who.workspaceId, sql, found, scopeOf(who))
        : null,
    };
  });
  const warmup = await warmupDetails(deps, raw, ids);
  return (await recordsOf(deps, who, ids)).map((record) =>
    toWireAccount(record, {
      withTags: true,
      warmup: warmup.get(record.id),
      campaignIds: campaigns ? (campaigns.get(record.id) ?? []) : undefined,
    }),
  );
}

export async function getAccount(
  deps: MainDeps,
  raw: Request,
  who: RequestActor,
  mailboxId: MailboxId,
): Promise<WireAccount> {
  const record = await requireAccount(deps, who, mailboxId);
  const campaigns = await deps.db.tenantSql(who.workspaceId, (sql) =>
    findCampaignsOfMailboxes(who.workspaceId, sql, [mailboxId], scopeOf(who)),
  );
  const warmup = await warmupDetails(deps, raw, [mailboxId]);
  return toWireAccount(record, {
    withTags: true,
    warmup: warmup.get(mailboxId),
    campaignIds: campaigns.get(mailboxId) ?? [],
  });
}

/** Mailboxes of a campaign that these credentials may see. */
export async function listAccountsOfCampaign(
  deps: MainDeps,
  who: RequestActor,
  campaignId: CampaignId,
  withTags: boolean,
): Promise<WireAccount[]> {
  const ids = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireCampaign(sql, who, campaignId);
    return findMailboxesOfCampaign(who.workspaceId, sql, campaignId);
  });
  return (await recordsOf(deps, who, ids)).map((record) => toWireAccount(record, { withTags }));
}

/** Takes mailboxes out of a campaign. @returns how many were in */
export async function removeFromCampaign(
  deps: MainDeps,
  who: RequestActor,
  campaignId: CampaignId,
  mailboxIds: MailboxId[] | undefined,
): Promise<{ ok: true; result: number }> {
  await deps.db.tenantSql(who.workspaceId, (sql) => requireCampaign(sql, who, campaignId));
  if (mailboxIds === undefined) throw invalidField('email_account_ids', 'is required');
  const { removed } = await removeCampaignMailboxes(deps, who, campaignId, mailboxIds);
  return { ok: true, result: removed };
}

/** The same for one mailbox, which must be in it. @throws SkeinError NOT_FOUND */
export async function removeOneFromCampaign(
  deps: MainDeps,
  who: RequestActor,
  campaignId: CampaignId,
  mailboxId: MailboxId,
): Promise<{ ok: true; result: number }> {
  const { mailboxes } = await listCampaignMailboxes(deps, who, campaignId);
  if (!mailboxes.some(({ id }) => id === mailboxId)) throw notFound('This mailbox', 'mailbox');
  return removeFromCampaign(deps, who, campaignId, [mailboxId]);
}

type AccountSettings = Pick<
  SaveAccountBody,
  | 'max_email_per_day'
  | 'time_to_wait_in_mins'
  | 'custom_tracking_url'
  | 'bcc'
  | 'signature'
  | 'client_id'
  | 'is_suspended'
  | 'different_reply_to_address'
> & { from_name?: string };

export const toSettings = (given: AccountSettings): Settings =>
  withoutUndefined({
    from_name: given.from_name,
    message_per_day: given.max_email_per_day,
    min_time_to_wait_minutes: given.time_to_wait_in_mins,
    custom_tracking_domain: given.custom_tracking_url === undefined ? undefined : given.custom_tracking_url || null,
    bcc_email: given.bcc,
    signature: given.signature,
    client_id: given.client_id,
    different_reply_to_address: given.different_reply_to_address,
  });
const withoutUndefined = <Value extends object>(value: Value): Value =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Value;

/** Changes settings and, where asked, whether the mailbox is suspended. */
export async function updateAccount(
  deps: MainDeps,
  who: RequestActor,
  mailboxId: MailboxId,
  given: AccountSettings,
): Promise<{ ok: true; message: string; emailAccountId: number }> {
  const record = await requireAccount(deps, who, mailboxId);
  const own = mailboxDeps(deps);
  await updateMailbox(own, who, mailboxId, toSettings(given));
  if (given.is_suspended !== undefined && given.is_suspended !== record.is_suspended)
    await setSuspended(own, who, mailboxId, given.is_suspended);
  return { ok: true, message: 'Email account updated successfully.', emailAccountId: mailboxId };
}

/** The servers of a mailbox that was given without any, by who receives the mail of its domain. @throws SkeinError VALIDATION */
async function withServers(deps: MainDeps, body: SaveAccountBody): Promise<SaveAccountBody> {
  if (body.id || body.smtp_host !== undefined) return body;
  const domain = (body.from_email as string).split('@')[1] as string;
  const preset = presetOf(await providerOfDomain(deps.resolver, domain));
  if (!preset) {
    const message = `is required: the mail servers of ${domain} are not known`;
    throw new SkeinError(
      'VALIDATION',
      `smtp_host ${message}`,
      (['smtp_host', 'smtp_port', 'imap_host', 'imap_port'] as const).map((field) => ({ field, message })),
    );
  }
  return { ...body, ...preset };
}

/**
 * Connects a mailbox, tried live and kept also when the login fails; with an id changes one, and tries again when its connection changed.
 */
export async function saveAccount(deps: MainDeps, raw: Request, who: RequestActor, given: SaveAccountBody) {
  const body = await withServers(deps, given);
  const own = mailboxDeps(deps);
  const connection = withoutUndefined({
    from_email: body.from_email,
    username: body.user_name,
    password: body.password,
    smtp_host: body.smtp_host,
    smtp_port: body.smtp_port,
    smtp_port_type: body.smtp_port_type,
    imap_host: body.imap_host,
    imap_port: body.imap_port,
    imap_port_type: body.imap_port_type,
    imap_username: body.imap_user_name,
    imap_password: body.imap_password,
  });
  let id = body.id ?? null;
  if (id !== null) {
    await updateAccount(deps, who, id, body);
    if (Object.keys(connection).some((name) => name !== 'from_email')) await reconnectMailbox(own, who, id, connection);
    if (body.warmup_enabled !== undefined) await saveWarmup(deps, raw, id, { warmup_enabled: body.warmup_enabled });
  } else {
    const { mailbox } = await connectMailbox(own, who, {
      ...(connection as Connection),
      ...toSettings(body),
      from_name: body.from_name as string,
      type: body.type ?? 'SMTP',
      client_id: who.client?.id ?? body.client_id,
      starts_gently: body.warmup_enabled,
    });
    id = mailbox.id;
    if (body.is_suspended) await setSuspended(own, who, id, true);
  }
  return savedAnswer(deps, who, id);
}

/** What saving a mailbox answers: whether its login works, in the server's words where not. */
export async function savedAnswer(deps: MainDeps, who: RequestActor, id: number) {
  const record = await requireAccount(deps, who, id);
  const isConnected = record.is_smtp_success && record.is_imap_success;
  return {
    ok: true as const,
    message: isConnected ? 'Email account saved successfully.' : 'Email account saved; the login failed.',
    emailAccountId: id,
    warmupKey: null,
    data: {
      id,
      from_email: record.from_email,
      type: record.type,
      is_smtp_success: record.is_smtp_success,
      is_imap_success: record.is_imap_success,
      smtp_failure_error: record.smtp_failure_error,
      imap_failure_error: record.imap_failure_error,
    },
  };
}

export async function deleteAccount(deps: MainDeps, who: RequestActor, mailboxId: MailboxId) {
  await requireAccount(deps, who, mailboxId);
  await removeMailbox(mailboxDeps(deps), who, mailboxId);
  return { ok: true as const, message: 'Email account deleted successfully.', emailAccountId: mailboxId };
}

export async function suspendAccount(deps: MainDeps, who: RequestActor, mailboxId: MailboxId, isSuspended: boolean) {
  await requireAccount(deps, who, mailboxId);
  await setSuspended(mailboxDeps(deps), who, mailboxId, isSuspended);
  return {
    ok: true as const,
    success: true as const,
    message: isSuspended ? 'Email account suspended.' : 'Email account unsuspended.',
    data: { accountId: mailboxId, isSuspended },
  };
}
