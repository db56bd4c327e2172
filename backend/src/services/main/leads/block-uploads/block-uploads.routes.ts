import { blockUploadsContract } from '@skein/contracts/main/block-uploads.contract';
import type { ReadableStream } from 'node:stream/web';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { cancelBlockUpload } from './cancel-block-upload';
import { createBlockUpload, detectBlockUpload } from './create-block-upload';
import { downloadLeftOut } from './download-left-out';
import { getBlockUpload, listBlockUploads } from './read-block-uploads';
import { startBlockUpload } from './start-block-upload';
import { describeBlockUndo, undoBlockUpload } from './undo-block-upload';

export const blockUploadsRoutes = (deps: MainDeps) =>
  routes(blockUploadsContract)(deps, {
    createBlockUpload: (d, { actor, query, raw }) =>
      createBlockUpload(d, actor, { fileName: query.file_name, content: raw.req.raw.body as ReadableStream | null }),
    listBlockUploads: (d, { actor, query }) => listBlockUploads(d, actor, query),
    getBlockUpload: (d, { actor, params }) => getBlockUpload(d, actor, { id: params.blockUploadId }),
    findBlockUpload: (d, { actor, params }) => getBlockUpload(d, actor, { identifier: params.deleteIdentifier }),
    detectBlockUpload: (d, { actor, params, body }) => detectBlockUpload(d, actor, params.blockUploadId, body),
    startBlockUpload: (d, { actor, params, body }) => startBlockUpload(d, actor, params.blockUploadId, body),
    cancelBlockUpload: (d, { actor, params }) => cancelBlockUpload(d, actor, params.blockUploadId),
    downloadLeftOut: (d, { actor, params }) => downloadLeftOut(d, actor, params.blockUploadId),
    blockUndoEffects: (d, { actor, params }) => describeBlockUndo(d, actor, params.blockUploadId),
    undoBlockUpload: (d, { actor, params }) => undoBlockUpload(d, actor, params.blockUploadId),
  });
