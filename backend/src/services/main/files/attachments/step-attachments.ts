import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import { randomUUID } from 'node:crypto';
import { allAttachmentsMegabytes, attachmentMegabytes, limits } from '@skein/contracts/constants';
import { fitTogether } from '@skein/contracts/main/attachment-size';
import type { StepAttachment } from '@skein/contracts/main/attachments.contract';
import type { SqlClient } from '#platform/db/database';
import { invalidField, notFound } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { isScoped, requireCampaign, scopeOf, type Who } from '#access/access.api';
import { noteSignedFile, takeUpFiles } from '../signed-uploads/signed-files.store';
import { findReachableFiles } from './attachments.store';

type Files = Pick<MainDeps, 'files'>;

/** How long an upload or a download may begin, in seconds. */
const lifetime = 900;
const folderOf = (workspaceId: WorkspaceId): string => `sequences/${workspaceId}/`;

/** An address to which the browser uploads one file: of this type, and no longer than it says. */
export async function signStepAttachment(
  deps: Pick<MainDeps, 'db' | 'files' | 'realClock'>,
  who: Who,
  campaignId: CampaignId,
  file: { content_type: string; size: number },
) {
  const key = `${folderOf(who.workspaceId)}${randomUUID()}`;
  await deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireCampaign(sql, who, campaignId);
    await noteSignedFile(who.workspaceId, sql, { storageKey: key, at: new Date(deps.realClock.now()), campaignId });
  });
  return {
    storage_key: key,
    upload_url: deps.files.signPut(key, { type: file.content_type, maximum: file.size, seconds: lifetime }),
  };
}

/** A short-lived address of a stored file. @throws SkeinError NOT_FOUND when it is not a file of theirs, or cannot be read any more */
export async function openStepAttachment(
  deps: Pick<MainDeps, 'db' | 'files'>,
  who: Who,
  campaignId: CampaignId,
  file: { storage_key: string; name: string },
) {
  const reachable = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireCampaign(sql, who, campaignId);
    return reachableFiles(who, sql, [file.storage_key]);
  });
  const size = reachable.has(file.storage_key) ? await storedSize(deps, who.workspaceId, file.storage_key) : null;
  if (size === null) throw notFound('This file');
  return { url: deps.files.signGet(file.storage_key, { seconds: lifetime, saveAs: file.name }), size };
}

/** Attachments of one field; those that are known are not looked up again. */
interface AttachmentsToCheck {
  field: string;
  files: readonly StepAttachment[];
  known: ReadonlyMap<string, number>;
}

/**
 * Files that are about to be kept with a variant: only what was uploaded for a sequence that they see, that is there, 15 MB each and
 * 25 MB in all by the sizes that are stored. `known` are keys that were looked at before.
 * @throws SkeinError VALIDATION with the failure reason of the specification
 */
export async function checkStepAttachments(
  deps: Pick<MainDeps, 'db' | 'files' | 'realClock'>,
  who: Who,
  { field, files, known }: AttachmentsToCheck,
): Promise<StepAttachment[]> {
  const checked: StepAttachment[] = [];
  const taken = files.filter((file) => !known.has(file.storage_key)).map((file) => file.storage_key);
  const reachable =
    taken.length === 0
      ? new Set<string>()
      : await deps.db.tenantSql(who.workspaceId, async (sql) => {
          await takeUpFiles(who.workspaceId, sql, taken, new Date(deps.realClock.now()));
          return reachableFiles(who, sql, taken);
        });
  for (const file of files) {
    const stored = reachable.has(file.storage_key) ? await storedSize(deps, who.workspaceId, file.storage_key) : null;
    const size = known.get(file.storage_key) ?? stored;
    if (size === null) throw invalidField(field, `has a file that cannot be read (LOADING_ERROR): ${file.name}`);
    if (size > limits.attachmentBytes)
      throw invalidField(field, `has a file larger than ${attachmentMegabytes} MB (SIZE_EXCEEDED): ${file.name}`);
    checked.push({ storage_key: file.storage_key, name: file.name, content_type: file.content_type, size });
  }
  if (!fitTogether(checked))
    throw invalidField(field, `are larger than ${allAttachmentsMegabytes} MB together (SIZE_EXCEEDED)`);
  return checked;
}

/** Those of these files that somebody may use: all of the workspace's, or those of the campaigns that they see. */
async function reachableFiles(who: Who, sql: SqlClient, keys: readonly string[]): Promise<Set<string>> {
  const scope = scopeOf(who);
  return isScoped(scope) ? findReachableFiles(who.workspaceId, sql, scope, keys) : new Set(keys);
}

/** Bytes of a file of this workspace's sequences, or null. */
async function storedSize(deps: Files, workspaceId: WorkspaceId, key: string): Promise<number | null> {
  const folder = folderOf(workspaceId);
  if (!key.startsWith(folder) || !/^[0-9a-f-]{36}$/.test(key.slice(folder.length))) return null;
  const stored = await deps.files.get(key).catch(() => null);
  stored?.stream.destroy();
  return stored?.size ?? null;
}
