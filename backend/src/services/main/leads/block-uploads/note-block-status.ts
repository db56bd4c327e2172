import type { BlockUploadView } from '@skein/contracts/main/block-uploads.contract';
import { noteInTrail } from '#platform/audit/audit.store';
import type { SqlClient } from '#platform/db/database';
import type { Who } from '#access/access.api';
import { blockStatusOf } from './block-upload-view';
import type { BlockUploadRecord } from './block-uploads.store';

/** A person's own step of an upload is an entry of the change history. */
export const noteBlockStatus = (
  who: Who,
  sql: SqlClient,
  upload: BlockUploadRecord,
  status: BlockUploadView['status'],
): Promise<void> =>
  noteInTrail(who.workspaceId, sql, {
    kind: 'block-upload',
    action: 'changed',
    objectId: String(upload.id),
    label: upload.file_name,
    changes: { status: [blockStatusOf(upload), status] },
  });
