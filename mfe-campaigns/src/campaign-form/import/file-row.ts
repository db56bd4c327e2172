import type { UploadView } from '@skein/contracts/main/uploads.contract';

/** The number that a spreadsheet shows for the n-th row of leads: below the header, and the rows above it. */
export const fileRow = (upload: Pick<UploadView, 'has_header' | 'title_rows'>, row: number): number =>
  row + upload.title_rows.length + (upload.has_header ? 1 : 0);
