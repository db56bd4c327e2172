import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import type { LeadActionView } from '@skein/contracts/main/lead-actions.contract';
import { isRunActive, RunBar } from '@skein/mfe/run-card';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { IconButton } from '@skein/ui/icon-button';
import { Link } from '@skein/ui/link';
import { Text } from '@skein/ui/text';
import { counted } from '@skein/ui/counted';
import { VisuallyHidden } from '@skein/ui/visually-hidden';
import { actionWords, downloadExport, useLatestWork, useStopWork } from './use-lead-work';

const Strip = styled.section`
  display: grid;
  gap: var(--s-2);
  padding: var(--s-2) var(--s-6);
  border-bottom: 1px solid var(--border);
  background: var(--surface-2);
  & > div {
    display: flex;
    align-items: center;
    gap: var(--s-3);
    min-width: 0;
    flex-wrap: wrap;
  }
  & > div > div:first-child {
    flex: 1;
    min-width: 200px;
  }
  @media (max-width: 720px) {
    padding: var(--s-3) var(--s-4);
  }
`;

/** How long what is over stays in sight, in ms. */
const fresh = 60_000;

const leftOut = (action: LeadActionView): string =>
  action.reasons
    .map((reason) => `${reason.count.toLocaleString('en-US')} left: ${reason.reason.toLowerCase()}`)
    .join(', ');

function titleOf(action: LeadActionView): string {
  if (isRunActive(action)) return `${actionWords[action.kind].doing}: ${counted(action.total, 'lead')}`;
  return action.status === 'FAILED'
    ? `${actionWords[action.kind].doing} failed`
    : `${counted(action.changed, 'lead')} ${actionWords[action.kind].done}`;
}

/** What a screen reader is told: the beginning and the end, and not each count between them. */
const said = (action: LeadActionView): string =>
  [titleOf(action), isRunActive(action) ? '' : (action.error ?? leftOut(action))].filter(Boolean).join(', ');

/** Work on many leads that runs, or has just ended: how far it is, what was left out and why, and the file of an export. */
export function WorkStrip() {
  const [closed, setClosed] = useState<readonly number[]>([]);
  const [follows, setFollows] = useState(false);
  const [, setTick] = useState(0);
  const works = useLatestWork(follows);
  const now = Date.now();
  const all = works.filter(
    (action) =>
      !closed.includes(action.id) &&
      (isRunActive(action) ||
        (action.status !== 'CANCELLED' && action.finished_at !== null && now - Date.parse(action.finished_at) < fresh)),
  );
  const ended = all.filter((action) => !isRunActive(action));
  // What ended well is one line, the newest; what failed or left a file to save stays until it is closed or old.
  const newest = ended[0]?.id;
  const shown = all.filter(
    (action) => isRunActive(action) || action.status === 'FAILED' || action.has_file || action.id === newest,
  );
  useEffect(() => {
    if (ended.length === 0) return undefined;
    const timer = setTimeout(() => setTick((tick) => tick + 1), fresh);
    return () => clearTimeout(timer);
  }, [ended.length]);
  const runs = shown.some(isRunActive);
  if (runs !== follows) setFollows(runs);
  return (
    <>
      {shown.length > 0 && (
        <Strip aria-label="Work on leads">
          {shown.map((action) => (
            <Work key={action.id} action={action} onClose={() => setClosed([...closed, action.id])} />
          ))}
        </Strip>
      )}
      <VisuallyHidden role="status">{shown.map(said).join('. ')}</VisuallyHidden>
    </>
  );
}

function Work({ action, onClose }: { action: LeadActionView; onClose: () => void }) {
  const { stop, isStopping } = useStopWork(action.id);
  const [saving, setSaving] = useState(false);
  const runs = isRunActive(action);
  const about = action.campaign?.name ?? action.list?.name;
  const left = leftOut(action);
  const title = titleOf(action);
  const save = () => {
    setSaving(true);
    downloadExport(action)
      .catch((error: unknown) => showProblem('The file was not saved', error))
      .finally(() => setSaving(false));
  };
  return (
    <div role="group" aria-label={title}>
      <div>
        {runs ? (
          <RunBar run={action} title={title} about={about} />
        ) : (
          <>
            <b style={{ fontWeight: 'var(--w-medium)' }}>{title}</b>
            {about && (
              <>
                :{' '}
                {action.campaign ? (
                  <Link href={`/app/email-campaign/${action.campaign.id}/overview/lead-list`}>{about}</Link>
                ) : (
                  <Link href={`/app/leads/lists/${action.list?.id}`}>{about}</Link>
                )}
              </>
            )}{' '}
            <Text $tone="muted">{action.error ?? left}</Text>
          </>
        )}
      </div>
      {runs && (
        <Button size="small" loading={isStopping} onClick={() => void stop()}>
          {action.status === 'WAITING' ? 'Cancel' : 'Stop'}
        </Button>
      )}
      {action.has_file && (
        <Button size="small" icon="download" loading={saving} onClick={save}>
          Save {action.file_name}
        </Button>
      )}
      {!runs && <IconButton icon="close" size="small" label={`Close: ${title}`} onClick={onClose} />}
    </div>
  );
}
