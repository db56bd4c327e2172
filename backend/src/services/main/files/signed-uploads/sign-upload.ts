import { randomUUID } from 'node:crypto';
import { uploadLimits } from '@skein/contracts/main/signed-uploads.contract';
import type { RequestActor } from '#platform/http/request-actor';
import type { MainDeps } from '#main/deps';
import { noteSignedFile } from './signed-files.store';

type Deps = Pick<MainDeps, 'db' | 'files' | 'config' | 'realClock'>;
export type UploadFolder = 'profile' | 'sequence' | 'assets';

/** How long an address may be used, in seconds. */
const lifetime = 15 * 60;
const endings: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'application/pdf': 'pdf',
  'text/csv': 'csv',
};
const limitOf: Record<UploadFolder, number> = {
  profile: uploadLimits.profile,
  sequence: uploadLimits.sequenceImage,
  assets: uploadLimits.asset,
};

/** Where a file of this person is kept. The name cannot be guessed, because whoever knows it may read the file. */
export const storedName = (folder: UploadFolder, file: string): string => `images/${folder}/${file}`;
export const ownPrefix = (who: Pick<RequestActor, 'workspaceId' | 'userId'>): string =>
  `${who.workspaceId}-${who.userId}-`;

/**
 * An address to upload one file to, with what it takes. The file is deleted when nobody uses it within a week
 * (`sweep-files.ts`). Names that people give never become part of an address.
 */
export async function signUpload(
  deps: Deps,
  who: RequestActor,
  folder: UploadFolder,
  file: { type: string; size?: number },
) {
  const name = `${ownPrefix(who)}${randomUUID()}.${endings[file.type]}`;
  const key = storedName(folder, name);
  const maximum = file.size ?? limitOf[folder];
  // Files of an order are kept: what an order names is not in this workspace's texts.
  if (folder !== 'assets')
    await deps.db.tenantSql(who.workspaceId, (sql) =>
      noteSignedFile(who.workspaceId, sql, { storageKey: key, at: new Date(deps.realClock.now()) }),
    );
  const direct =
    file.size === undefined
      ? undefined
      : await deps.files.signDirectPut?.(key, { type: file.type, size: file.size, seconds: lifetime });
  return {
    signedUrl: direct ?? deps.files.signPut(key, { type: file.type, maximum, seconds: lifetime }),
    method: 'PUT' as const,
    headers: { 'content-type': file.type },
    key,
    maximum,
    expires_at: new Date(deps.realClock.now() + lifetime * 1000).toISOString(),
    url: imageAddress(deps, folder, name),
  };
}

export const imageAddress = (deps: Pick<MainDeps, 'config'>, folder: UploadFolder, name: string): string =>
  `${deps.config.publicUrl}/api/images/${folder}/${name}`;
