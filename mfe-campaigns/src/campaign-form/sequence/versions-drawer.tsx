import type { StepInput } from '@skein/contracts/main/sequences.contract';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Drawer } from '@skein/ui/drawer';
import { Hint } from '@skein/ui/field';
import { Loading } from '@skein/ui/skeleton';
import { Timeline } from '@skein/ui/timeline';
import { useUi } from '@skein/ui/ui-provider';
import { counted, fullInstant } from '../../when';
import { useFormVersionsQuery, useLazyFormVersionQuery } from '../api';

/** Every saved version of the sequence, newest first; an earlier one can be taken back as the newest. */
export function VersionsDrawer({ campaignId, mayWrite, onTake, onClose }: { campaignId: number; mayWrite: boolean; onTake: (steps: StepInput[], version: number) => void; onClose: () => void }) {
  const { timeZone } = useUi();
  const { data, error, refetch } = useFormVersionsQuery({ params: { campaignId } }, { refetchOnMountOrArgChange: true });
  const [fetchVersion, { isFetching, originalArgs }] = useLazyFormVersionQuery();
  const take = async (version: number) => {
    try {
      const answer = await fetchVersion({ params: { campaignId, version } }).unwrap();
      onTake(answer.steps, version);
    } catch (problem) {
      showProblem('The version was not loaded', problem);
    }
  };
  const newest = data?.versions[0]?.version;
  return (
    <Drawer open onOpenChange={onClose} title="Versions">
      {error && <Callout tone="danger" role="alert" actions={<Button size="small" onClick={() => void refetch()}>Try again</Button>}>{error.message}</Callout>}
      {!data && !error && <Loading label="Loading the versions" />}
      {data?.versions.length === 0 && <Hint>Nothing was saved yet.</Hint>}
      {data && data.versions.length > 0 && (
        <Timeline label="Versions" items={data.versions.map((entry) => ({
          id: String(entry.version), icon: 'file', title: `Version ${entry.version}`, time: fullInstant(entry.created_at, timeZone),
          detail: <>{counted(entry.step_count, 'step')}{entry.user_name ? `, saved by ${entry.user_name}` : ''}{mayWrite && entry.version !== newest && <> <Button size="small" variant="ghost" loading={isFetching && originalArgs?.params.version === entry.version} onClick={() => void take(entry.version)}>Take this version</Button></>}</>,
        }))} />
      )}
    </Drawer>
  );
}
