import { wireRequest } from '@skein/contracts/client';
import {
  blockUploadView,
  blockUploadsContract,
  type BlockUploadView,
} from '@skein/contracts/main/block-uploads.contract';
import { saveAnswer } from '@skein/mfe/save-answer';
import { pageTransport } from '@skein/mfe/transport';

/** Sends a file as it is (its bytes are the body); answers what was detected in it. */
export async function sendBlockFile(file: Blob, fileName: string): Promise<BlockUploadView> {
  return blockUploadView.parse(
    await pageTransport(
      wireRequest('main', blockUploadsContract.endpoints.createBlockUpload, {
        query: { file_name: fileName },
        body: file,
      }),
    ),
  );
}

/** The rows that brought no entry, as a file. */
export const saveLeftOut = (upload: { id: number; file_name: string }): Promise<void> =>
  saveAnswer(
    blockUploadsContract,
    'downloadLeftOut',
    { params: { blockUploadId: upload.id } },
    `${upload.file_name.replace(/\.[^.]+$/, '')}-left-out.csv`,
  );
