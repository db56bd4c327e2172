import { uploadsContract } from '@skein/contracts/main/uploads.contract';
import type { ReadableStream } from 'node:stream/web';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { cancelUpload } from './cancel-upload';
import { createUpload, detectUpload } from './create-upload';
import { downloadRejected } from './download-rejected';
import { getUpload, listUploadRows, listUploads } from './read-uploads';
import { startUpload } from './start-upload';
import { describeUndo, undoUpload } from './undo-upload';

export const uploadsRoutes = (deps: MainDeps) =>
  routes(uploadsContract)(deps, {
    createUpload: (d, { actor, query, raw }) =>
      createUpload(d, actor, {
        fileName: query.file_name,
        campaignId: query.campaign_id,
        listId: query.list_id,
        content: raw.req.raw.body as ReadableStream | null,
      }),
    listUploads: (d, { actor, query }) => listUploads(d, actor, query),
    getUpload: (d, { actor, params }) => getUpload(d, actor, params.uploadId),
    detectUpload: (d, { actor, params, body }) => detectUpload(d, actor, params.uploadId, body),
    startUpload: (d, { actor, params, body }) => startUpload(d, actor, params.uploadId, body),
    listUploadRows: (d, { actor, params, query }) => listUploadRows(d, actor, params.uploadId, query),
    downloadRejected: (d, { actor, params }) => downloadRejected(d, actor, params.uploadId),
    cancelUpload: (d, { actor, params }) => cancelUpload(d, actor, params.uploadId),
    undoEffects: (d, { actor, params }) => describeUndo(d, actor, params.uploadId),
    undoUpload: (d, { actor, params }) => undoUpload(d, actor, params.uploadId),
  });
