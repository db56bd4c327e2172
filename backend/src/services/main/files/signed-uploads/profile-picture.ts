import { uploadLimits } from '@skein/contracts/main/signed-uploads.contract';
import { pictureTypeOf } from '#platform/brand/picture-type';
import type { RequestActor } from '#platform/http/request-actor';
import { invalidField, SkeinError } from '#platform/http/skein-error';
import { StorageError } from '#platform/storage/storage-error';
import type { MainDeps } from '#main/deps';
import { readPicture, writePicture } from './profile-picture.store';
import { imageAddress, ownPrefix, storedName } from './sign-upload';

type Deps = Pick<MainDeps, 'db' | 'files' | 'config' | 'live'>;
const file = /^images\/profile\/([a-z0-9-]+\.(?:png|jpg|webp|gif))$/;

/** Shows an uploaded picture after a look at its first bytes: an object store checks size and type as they are said, not what is inside. */
export async function useProfilePicture(
  deps: Deps,
  who: RequestActor,
  key: string,
): Promise<{ profile_pic_url: string }> {
  const name = file.exec(key)?.[1];
  if (!name?.startsWith(ownPrefix(who))) throw invalidField('key', 'isn’t a picture you uploaded');
  const stored = await deps.files.get(key).catch((error) => {
    throw error instanceof StorageError && error.code === 'NOT_FOUND'
      ? invalidField('key', 'is a picture that isn’t uploaded yet')
      : error;
  });
  const head = await firstBytes(stored.stream);
  if (stored.size > uploadLimits.profile || pictureTypeOf(head) !== stored.type) {
    await deps.files.delete(key);
    throw new SkeinError('UNSUPPORTED_MEDIA', 'This file is not the picture that it claims to be.');
  }
  const url = imageAddress(deps, 'profile', name);
  await replace(deps, who, url);
  return { profile_pic_url: url };
}

export async function dropProfilePicture(deps: Deps, who: RequestActor): Promise<{ done: true }> {
  await replace(deps, who, null);
  return { done: true };
}

/** Puts the new picture in the place of the old one, and deletes that where it was one of ours. */
async function replace(deps: Deps, who: RequestActor, url: string | null): Promise<void> {
  const before = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    const old = await readPicture(who.workspaceId, sql, who.userId);
    await writePicture(who.workspaceId, sql, who.userId, url);
    await deps.live.publish(sql, who.workspaceId, ['me']);
    return old;
  });
  const name = before?.split('/api/images/profile/')[1];
  if (name && before !== url && file.test(storedName('profile', name)))
    await deps.files.delete(storedName('profile', name));
}

async function firstBytes(stream: NodeJS.ReadableStream): Promise<Buffer> {
  for await (const chunk of stream) return chunk as Buffer;
  return Buffer.alloc(0);
}
