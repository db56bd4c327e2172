import { leadFields } from '@skein/contracts/constants';
import type { LeadCondition } from '@skein/contracts/main/campaign-settings';
import type { ColumnTarget } from '@skein/contracts/main/uploads.contract';
import { recountRun } from '#platform/bulk-runs/bulk-runs.store';
import { resumeRun } from '#platform/bulk-runs/start-run';
import { invalidField, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { requireCampaign, type Who } from '#access/access.api';
import { leadUploadRun } from './lead-upload.run';
import { headerKey } from './propose-mapping';
import { requireHeldUpload, requireUpload, toUploadView } from './upload-view';
import { changeUpload, rememberMapping } from './uploads.store';

export interface StartUpload {
  mapping: ColumnTarget[];
  options?: Partial<LeadCondition>;
  remember_mapping?: boolean;
}

/** Begins the import in the background, in the transaction that says so. @throws SkeinError VALIDATION, ILLEGAL_TRANSITION */
export async function startUpload(
  deps: Pick<MainDeps, 'db' | 'campaignClock' | 'realClock' | 'live' | 'jobs'>,
  who: Who,
  uploadId: number,
  input: StartUpload,
) {
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const upload = await requireHeldUpload(sql, who, uploadId);
    if (upload.status !== 'UPLOADED') throw new SkeinError('ILLEGAL_TRANSITION', 'This import has begun already.');
    const columns = upload.columns.columns ?? [];
    checkMapping(input.mapping, columns.length);
    const condition =
      upload.campaign_id === null ? {} : (await requireCampaign(sql, who, upload.campaign_id)).lead_condition;
    const chosen = columns.map((column, index) => ({
      ...column,
      target: input.mapping[index] as ColumnTarget,
      match:
        JSON.stringify(column.target) === JSON.stringify(input.mapping[index]) ? column.match : ('BY_YOU' as const),
    }));
    await changeUpload(who.workspaceId, sql, uploadId, {
      mapping: input.mapping,
      columns: { ...upload.columns, columns: chosen },
      options: { ...condition, ...input.options },
    });
    if (input.remember_mapping && upload.has_header)
      await rememberMapping(who.workspaceId, sql, {
        header: headerKey(columns.map((column) => column.name)),
        mapping: input.mapping,
        at: new Date(deps.realClock.now()),
      });
    const progress = { total: upload.rows_total ?? 0, done: 0, counts: {} };
    await recountRun(who.workspaceId, sql, { run_id: upload.run_id }, progress);
    await resumeRun(deps, sql, leadUploadRun, upload);
    await deps.live.publish(sql, who.workspaceId, [`upload:${uploadId}`]);
    return toUploadView(await requireUpload(sql, who, uploadId), deps.realClock.now());
  });
}

/** One column is the address; each field and each custom name stands once. */
function checkMapping(mapping: readonly ColumnTarget[], width: number): void {
  if (mapping.length !== width) throw invalidField('mapping', `needs one target for each of the ${width} columns`);
  const names = mapping.flatMap((target) =>
    target.kind === 'ignore' ? [] : [target.kind === 'field' ? target.field : `custom:${target.name}`],
  );
  if (!names.includes('email')) throw invalidField('mapping', 'needs one column that is the email');
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw invalidField('mapping', `gives ${twice.replace('custom:', '')} to two columns`);
  const hidden = mapping.find(
    (target) => target.kind === 'custom' && leadFields.some((field) => field === target.name.trim()),
  );
  if (hidden?.kind === 'custom')
    throw invalidField(
      'mapping',
      `names a custom field ${hidden.name.trim()}, which is a standard field: name it differently`,
    );
  if (names.filter((name) => name.startsWith('custom:')).length > 200)
    throw invalidField('mapping', 'can have at most 200 custom fields');
}
