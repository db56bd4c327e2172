import { SkeinError } from '#platform/http/skein-error';

export const tooLarge = () =>
  new SkeinError(
    'PAYLOAD_TOO_LARGE',
    'This workbook unpacks to more than can be read. Save the sheet as CSV, and choose that file.',
  );

export const noWorkbook = (what = 'This is no Excel workbook.') =>
  new SkeinError('UNSUPPORTED_MEDIA', `${what} Save the sheet as CSV or XLSX, and choose that file.`);
