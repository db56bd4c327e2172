import type { CampaignId } from '@skein/contracts/ids';
import {
  acceptedOutcomes,
  outcomeTexts,
  uploadOutcomes,
  type UploadOutcome,
} from '@skein/contracts/main/upload-outcomes';
import { decodeIdCursor, encodeCursor } from '#platform/db/cursor';
import type { MainDeps } from '#main/deps';
import { scopeOf, requireCampaign, type Who } from '#access/access.api';
import { requireList } from '../list-access/require-list';
import { requireUpload, toUploadView } from './upload-view';
import { findUploads } from './uploads.store';
import { findRows } from './upload-rows.store';

type ReadDeps = Pick<MainDeps, 'db' | 'realClock'>;

/** Outcomes that left a row out. */
export const rejectedOutcomes = uploadOutcomes.filter((outcome) => !acceptedOutcomes.includes(outcome));

export const getUpload = (deps: ReadDeps, who: Who, uploadId: number) =>
  deps.db.tenantSql(who.workspaceId, async (sql) =>
    toUploadView(await requireUpload(sql, who, uploadId), deps.realClock.now()),
  );

export const listUploads = (
  deps: ReadDeps,
  who: Who,
  query: { campaign_id?: CampaignId; list_id?: number; delete_identifier?: string; cursor?: string; limit: number },
) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    if (query.campaign_id) await requireCampaign(sql, who, query.campaign_id);
    if (query.list_id) await requireList(sql, who, query.list_id);
    const found = await findUploads(who.workspaceId, sql, {
      campaignId: query.campaign_id ?? null,
      listId: query.list_id ?? null,
      clientId: who.client?.id ?? null,
      memberId: scopeOf(who).memberId,
      deleteIdentifier: query.delete_identifier,
      before: decodeIdCursor(query.cursor),
      limit: query.limit + 1,
    });
    const page = found.slice(0, query.limit);
    const last = page.at(-1);
    return {
      rows: page.map((upload) => toUploadView(upload, deps.realClock.now())),
      next_cursor: found.length > query.limit && last ? encodeCursor([last.id]) : null,
      total: page.length,
      total_is_capped: found.length > query.limit,
    };
  });

/** Rows of an upload by outcome, in the order of the file. The total comes from the counts, so it is exact and free. */
export const listUploadRows = (
  deps: ReadDeps,
  who: Who,
  uploadId: number,
  query: { outcome?: UploadOutcome[]; cursor?: string; limit: number },
) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const upload = await requireUpload(sql, who, uploadId);
    const outcomes = query.outcome && query.outcome.length > 0 ? query.outcome : rejectedOutcomes;
    const found = await findRows(who.workspaceId, sql, uploadId, {
      outcomes,
      after: decodeIdCursor(query.cursor) ?? 0,
      limit: query.limit + 1,
    });
    const page = found.slice(0, query.limit);
    const last = page.at(-1);
    return {
      rows: page.map(({ values: _, ...row }) => ({ ...row, text: outcomeTexts[row.outcome] })),
      next_cursor: found.length > query.limit && last ? encodeCursor([last.row_number]) : null,
      total: outcomes.reduce((sum, outcome) => sum + (upload.counts[outcome] ?? 0), 0),
      total_is_capped: false,
    };
  });
