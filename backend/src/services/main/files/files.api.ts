// Files that people bring: signed uploads, attachments, and tables (CSV, spreadsheets) read row by row.
export { checkStepAttachments } from './attachments/step-attachments';
export { reserveKey } from './signed-uploads/reserve-key';
export { withoutNumber } from './tables/number-columns';
export { EncodingEvidence, type Encoding } from './tables/detect-encoding';
export { looksLikeEmail, plainName } from './tables/detect-header';
export { knownHeadings } from './tables/known-headings';
export { inspectFile } from './tables/inspect-file';
export { inspectTable, type FileFormat, type InspectedFile } from './tables/inspect-table';
export { keepFile, type FileContent } from './tables/keep-file';
export { cutRow } from './tables/parse-rows';
export { foreignKind } from './tables/spreadsheet/file-kind';
export { readRows, RowReader, type FileRow } from './tables/read-rows';
export type { Delimiter } from './tables/detect-delimiter';
