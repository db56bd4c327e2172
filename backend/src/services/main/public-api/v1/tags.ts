import type { MailboxId } from '@skein/contracts/ids';
import type { TagMapping } from '@skein/contracts/v1/tags.contract';
import type { RequestActor } from '#platform/http/request-actor';
import { invalidField } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { scopeOf } from '#access/access.api';
import { listTags, saveTag } from '#labels/labels.api';
import { requireVisible, mailboxDeps, tagMany } from '#mailboxes/mailboxes.api';
import { findMailboxTags } from './tags.store';

export const listWireTags = async (deps: MainDeps, who: RequestActor) =>
  (await listTags(deps, who)).tags.map(({ id, name, color }) => ({ id, name, color }));

/** Ids and addresses of mailboxes that these credentials may see. @throws SkeinError VALIDATION naming an address that is none of them */
async function mailboxesOf(deps: MainDeps, who: RequestActor, given: TagMapping): Promise<number[]> {
  const emails = given.emails ?? [];
  const known =
    emails.length === 0
      ? []
      : await deps.db.tenantSql(who.workspaceId, (sql) => findMailboxTags(who.workspaceId, sql, scopeOf(who), emails));
  const stranger = emails.find((email) => !known.some((mailbox) => mailbox.from_email === email));
  if (stranger !== undefined)
    throw invalidField('emails', `names no mailbox of this workspace: ${stranger.slice(0, 80)}`);
  return [...new Set([...(given.email_account_ids ?? []), ...known.map((mailbox) => mailbox.email_account_id)])];
}

/**
 * Gives tags to mailboxes or takes them away.
 * @throws SkeinError VALIDATION when mailboxes or tags are missing, or are not of this workspace
 */
export async function mapWireTags(deps: MainDeps, who: RequestActor, given: TagMapping, isGiven: boolean) {
  const tags = given.tag_ids ?? [];
  if (tags.length === 0) throw invalidField('tag_ids', 'is required');
  const mailboxes = await mailboxesOf(deps, who, given);
  if (mailboxes.length === 0) throw invalidField('email_account_ids', 'is required');
  const known = new Set((await listTags(deps, who)).tags.map((tag) => tag.id));
  const unknown = tags.find((tag) => !known.has(tag));
  if (unknown !== undefined) throw invalidField('tag_ids', `names no tag of this workspace: ${unknown}`);
  for (const id of mailboxes) await requireVisible(mailboxDeps(deps), who, id);
  await tagMany(mailboxDeps(deps), who, {
    mailbox_ids: mailboxes,
    add_tag_ids: isGiven ? tags : [],
    remove_tag_ids: isGiven ? [] : tags,
  });
  return {
    ok: true as const,
    success: true as const,
    message: isGiven ? 'The mailboxes have the tags.' : 'The tags were removed.',
  };
}

/** Gives a mailbox a tag by its name; one that is new is made. */
export async function tagByName(deps: MainDeps, who: RequestActor, mailboxId: MailboxId, name: string) {
  await requireVisible(mailboxDeps(deps), who, mailboxId);
  const known = (await listTags(deps, who)).tags.find((tag) => tag.name.toLowerCase() === name.toLowerCase());
  const tag = known ?? (await saveTag(deps, who, { name, color: '#686760' }));
  return mapWireTags(deps, who, { email_account_ids: [mailboxId], tag_ids: [tag.id] }, true);
}

/** Tags of mailboxes by address; addresses that are none of ours are left out. */
export const listTagsOfMailboxes = async (deps: MainDeps, who: RequestActor, emails: string[]) => ({
  ok: true as const,
  data: await deps.db.tenantSql(who.workspaceId, (sql) => findMailboxTags(who.workspaceId, sql, scopeOf(who), emails)),
});
