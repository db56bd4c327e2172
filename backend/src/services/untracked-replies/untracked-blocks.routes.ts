import { untrackedBlocksContract } from '@skein/contracts/untracked-replies/untracked-blocks.contract';
import { routes } from '#platform/http/routes';
import { createLive } from '#platform/live/live';
import type { UntrackedRepliesDeps } from './deps';
import { previewBlocks, readBlocks, saveBlocks } from './untracked-blocks';

export function untrackedBlocksRoutes(deps: UntrackedRepliesDeps) {
  const own = { ...deps, live: createLive(deps.db) };
  return routes(untrackedBlocksContract)(deps, {
    readUntrackedBlocks: (_, { actor }) => readBlocks(own, actor),
    previewUntrackedBlocks: (_, { actor, body }) => previewBlocks(own, actor, body),
    saveUntrackedBlocks: (_, { actor, body }) => saveBlocks(own, actor, body),
  });
}
