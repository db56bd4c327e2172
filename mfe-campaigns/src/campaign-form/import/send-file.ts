import { wireRequest } from '@skein/contracts/client';
import { uploadView, uploadsContract, type UploadView } from '@skein/contracts/main/uploads.contract';
import { pageTransport } from '@skein/mfe/transport';

/** Where leads go. */
export type ImportPlace = { campaign_id: number } | { list_id: number };

/** Sends a file as it is (its bytes are the body); answers what was detected in it. */
export async function sendFile(
  file: Blob,
  fileName: string,
  place: ImportPlace,
  signal?: AbortSignal,
): Promise<UploadView> {
  return uploadView.parse(
    await pageTransport(
      wireRequest(
        'main',
        uploadsContract.endpoints.createUpload,
        { query: { file_name: fileName, ...place }, body: file },
        signal,
      ),
    ),
  );
}

/** The rows that were left out, as a file that can be imported again. */
export async function downloadRejected(uploadId: number, fileName: string): Promise<void> {
  const answer = await pageTransport(
    wireRequest('main', uploadsContract.endpoints.downloadRejected, { params: { uploadId } }),
  );
  const address = URL.createObjectURL(
    answer instanceof Blob ? answer : new Blob([String(answer)], { type: 'text/csv' }),
  );
  const link = Object.assign(document.createElement('a'), {
    href: address,
    download: `${fileName.replace(/\.[^.]+$/, '')}-rejected.csv`,
  });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Names what a tab keeps of an import into a campaign or a list. */
export const placeOf = (target: ImportPlace): string =>
  'campaign_id' in target ? `import-campaign-${target.campaign_id}` : `import-list-${target.list_id}`;
