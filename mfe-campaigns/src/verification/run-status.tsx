import type { VerificationView } from '@skein/contracts/main/verification.contract';
import { StateStatus } from '@skein/ui/status';

/** How far a run is: its percentage while addresses are being verified. */
export function RunStatus({ run }: { run: Pick<VerificationView, 'status' | 'stopped_at' | 'percent'> }) {
  if (run.status === 'IN_PROGRESS')
    return <StateStatus state="started">{`In progress, ${Math.floor(run.percent)}%`}</StateStatus>;
  return <StateStatus state={run.stopped_at ? 'stopped' : 'completed'} />;
}
