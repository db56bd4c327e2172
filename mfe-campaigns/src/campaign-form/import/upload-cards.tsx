import { useState, type ReactNode } from 'react';
import type { UploadView } from '@skein/contracts/main/uploads.contract';
import { useSessionPlan, useUser } from '@skein/mfe/session';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card, CardList } from '@skein/ui/card';
import { counted } from '@skein/ui/counted';
import { Hint } from '@skein/ui/field';
import { fullInstant } from '@skein/ui/instant';
import { Grow, Stack } from '@skein/ui/layout';
import { Link } from '@skein/ui/link';
import { useUi } from '@skein/ui/ui-provider';
import { TwoColumns } from '../form-layout';
import { AddressNotes } from './address-notes';
import { DetectionCard } from './detection-card';
import { MappingCard } from './mapping-card';
import { ProgressCard } from './progress-card';
import { RejectedRows } from './rejected-rows';
import { RowPreview } from './row-preview';
import { UndoDialog } from './undo-dialog';
import type { UploadWork } from './upload.hooks';

export type PastUpload = Pick<UploadView, 'id' | 'file_name' | 'status' | 'created_at' | 'rows_done' | 'rejected'>;

/** What was imported before; nothing where there is none. */
export function PastUploads({
  title,
  uploads,
  addressOf,
}: {
  title: string;
  uploads: readonly PastUpload[];
  addressOf: (upload: PastUpload) => string;
}) {
  const { timeZone } = useUi();
  if (uploads.length === 0) return null;
  return (
    <Card padded={false} title={title} detail={uploads.length}>
      <CardList>
        {uploads.map((upload) => (
          <li key={upload.id}>
            <Grow>
              <Link href={addressOf(upload)} style={{ overflowWrap: 'anywhere' }}>
                {upload.file_name}
              </Link>
              <Hint>{fullInstant(upload.created_at, timeZone)}</Hint>
            </Grow>
            <Hint as="span">
              {upload.status === 'UNDONE'
                ? 'undone'
                : upload.status === 'UPLOADED'
                  ? 'not imported yet'
                  : `${(upload.rows_done - upload.rejected).toLocaleString('en-US')} of ${counted(upload.rows_done, 'row')}`}
            </Hint>
          </li>
        ))}
      </CardList>
    </Card>
  );
}

/** What can be done with an upload: undoing it, and starting it. */
export function UploadButtons({
  work: { upload, fresh, blocked, begin, isStarting },
  mayWrite,
}: {
  work: UploadWork;
  mayWrite: boolean;
}) {
  const [undoing, setUndoing] = useState(false);
  if (!mayWrite) return null;
  return (
    <>
      {upload.can_undo && (
        <Button icon="undo" onClick={() => setUndoing(true)}>
          Undo this upload
        </Button>
      )}
      {fresh && (
        <Button
          variant="primary"
          icon="upload"
          loading={isStarting}
          onClick={begin}
          {...(blocked ? { disabledReason: blocked } : {})}
        >
          Import{' '}
          {upload.rows_total === null
            ? 'the file'
            : `${upload.rows_total_is_estimate ? 'about ' : ''}${counted(upload.rows_total, 'row')}`}
        </Button>
      )}
      {undoing && <UndoDialog upload={upload} onClose={() => setUndoing(false)} />}
    </>
  );
}

/** What does not fit into the plan's number of leads, before it is tried and after, with the way out. */
function PlanRoom({ upload, fresh }: { upload: UploadView; fresh: boolean }) {
  const plan = useSessionPlan();
  const { isClient } = useUser();
  const left = plan && !isClient ? Math.max(0, plan.lead_credits - plan.lead_credits_used) : null;
  const leftOut = upload.counts.find((entry) => entry.outcome === 'LIMIT_REACHED')?.count ?? 0;
  const seePlans = !isClient && (
    <Button size="small" href="/app/settings/subscription">
      See plans
    </Button>
  );
  if (!fresh && leftOut > 0)
    return (
      <Callout tone="warning" title={`${counted(leftOut, 'row')} didn’t fit in your plan.`} actions={seePlans}>
        With a larger plan, import the rejected rows again: leads that are already in are not added twice.
      </Callout>
    );
  if (fresh && left !== null && upload.rows_total !== null && upload.rows_total > left)
    return (
      <Callout tone="warning" title={`Your plan has room for ${counted(left, 'new lead')}.`} actions={seePlans}>
        Rows beyond that are skipped. You can import them later.
      </Callout>
    );
  return null;
}

/** How the file is read and mapped, its progress, one row as it will be, and what the page adds. */
export function UploadCards({
  work: { upload, fresh, mapping, choose, remember, setRemember, cancel, isCancelling },
  mayWrite,
  onNew,
  children,
}: {
  work: UploadWork;
  mayWrite: boolean;
  onNew: () => void;
  children: ReactNode;
}) {
  const [sample, setSample] = useState(0);
  return (
    <TwoColumns $secondFirst={!fresh}>
      <Stack $gap={4}>
        <DetectionCard upload={upload} mayWrite={mayWrite} onReplace={onNew} />
        <MappingCard
          upload={upload}
          mapping={mapping}
          onChange={choose}
          editable={mayWrite && fresh}
          sample={sample}
          remember={remember}
          onRemember={setRemember}
        />
        <RejectedRows upload={upload} />
      </Stack>
      <Stack $gap={4}>
        {!fresh && <ProgressCard upload={upload} cancelling={isCancelling} onCancel={mayWrite ? cancel : null} />}
        <PlanRoom upload={upload} fresh={fresh} />
        <AddressNotes upload={upload} mapping={mapping} />
        <RowPreview
          upload={upload}
          mapping={mapping}
          sample={Math.min(sample, upload.sample_rows.length - 1)}
          onSample={setSample}
        />
        {children}
      </Stack>
    </TwoColumns>
  );
}
