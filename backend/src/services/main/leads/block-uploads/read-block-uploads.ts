import { decodeIdCursor, encodeCursor } from '#platform/db/cursor';
import type { MainDeps } from '#main/deps';
import { blockScopesOf } from '../block-list/block-scopes';
import type { Who } from '#access/access.api';
import { requireBlockUpload, toBlockUploadView } from './block-upload-view';
import { countBlockUploads, findBlockUploads } from './block-uploads.store';

type ReadDeps = Pick<MainDeps, 'db' | 'realClock'>;

/** One upload, by its id or by the identifier of its link. @throws SkeinError NOT_FOUND */
export const getBlockUpload = (deps: ReadDeps, who: Who, key: { id: number } | { identifier: string }) =>
  deps.db.tenantSql(who.workspaceId, async (sql) =>
    toBlockUploadView(await requireBlockUpload(sql, who, key), deps.realClock.now()),
  );

/** Uploads whose entries this person sees, newest first. */
export const listBlockUploads = (deps: ReadDeps, who: Who, query: { cursor?: string; limit: number }) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const scopes = await blockScopesOf(sql, who);
    const found = await findBlockUploads(who.workspaceId, sql, {
      scopes,
      before: decodeIdCursor(query.cursor),
      limit: query.limit + 1,
    });
    const page = found.slice(0, query.limit);
    const last = page.at(-1);
    return {
      rows: page.map((upload) => toBlockUploadView(upload, deps.realClock.now())),
      next_cursor: found.length > query.limit && last ? encodeCursor([last.id]) : null,
      total: await countBlockUploads(who.workspaceId, sql, scopes),
      total_is_capped: false,
    };
  });
