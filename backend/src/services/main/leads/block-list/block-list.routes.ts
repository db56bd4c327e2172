import { blockListContract } from '@skein/contracts/main/block-list.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import {
  addBlockEntries,
  exportBlockEntries,
  listBlockEntries,
  removeBlockEntry,
  undoBlockEntries,
} from './block-list';

export const blockListRoutes = (deps: MainDeps) =>
  routes(blockListContract)(deps, {
    listBlockEntries: (d, { actor, query }) => listBlockEntries(d, actor, query),
    addBlockEntries: (d, { actor, body }) =>
      addBlockEntries(d, actor, { ...body, source: actor.via === 'api-key' ? 'api' : 'manual' }),
    exportBlockEntries: (d, { actor, query }) => exportBlockEntries(d, actor, query),
    removeBlockEntry: (d, { actor, params }) => removeBlockEntry(d, actor, params.entryId),
    undoBlockEntries: (d, { actor, body }) => undoBlockEntries(d, actor, body.entry_ids),
  });
