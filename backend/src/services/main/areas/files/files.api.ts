// Files that people bring: signed uploads, attachments, and tables (CSV, spreadsheets) read row by row.
export { checkStepAttachments } from './attachments/step-attachments';
export { noteSignedFile } from './signed-uploads/signed-files.store';
export type { Encoding } from './tables/detect-encoding';
export { columnNames, looksLikeEmail, plainName } from './tables/detect-header';
export { inspectFile, type FileFormat, type InspectedFile, type ReadableFiles } from './tables/inspect-file';
export { keepFile, type FileContent } from './tables/keep-file';
export { cutRow } from './tables/parse-rows';
export { readRows, type Delimiter, type FileRow } from './tables/read-rows';
