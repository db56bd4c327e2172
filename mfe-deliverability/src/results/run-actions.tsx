import { useState } from 'react';
import { placementReportsContract } from '@skein/contracts/smart-delivery/placement-reports.contract';
import type { PlacementReport } from '@skein/contracts/smart-delivery/placement-shapes';
import { saveAnswer } from '@skein/mfe/save-answer';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { IconButton } from '@skein/ui/icon-button';
import { Menu } from '@skein/ui/menu';
import { Select } from '@skein/ui/select';
import { isOnItsWay } from '../parts';
import { useMayTest, type useReport } from '../placement.hooks';
import { deletes } from '../tests/deletes';
import { useTestEdits } from '../tests/edit-dialogs';
import { ShareDialog } from './share-dialog';

interface RunActionsProps {
  report: PlacementReport;
  test: ReturnType<typeof useReport>;
  onRun: (run: number) => void;
}

/** Which run is shown, and what can be done with the test. */
export function RunActions({ report, test, onRun }: RunActionsProps) {
  const mayTest = useMayTest();
  const edits = useTestEdits();
  const [dialog, setDialog] = useState<'delete' | 'share' | null>(null);
  const isRunning = isOnItsWay(report);
  const params = { placementTestId: report.id };
  const hasRun = report.runs > 0;
  const save = (name: 'exportCsv' | 'exportPdf', ending: string) =>
    void saveAnswer(
      placementReportsContract,
      name,
      { params, query: { run: Math.max(1, report.run) } },
      `${report.name}, run ${report.run}.${ending}`,
    ).catch((problem: unknown) => showProblem('The report was not exported', problem));
  return (
    <>
      {report.history.length > 1 && (
        <Select
          aria-label="Run"
          value={String(report.run)}
          options={report.history.toReversed().map(({ number }) => ({ value: String(number), label: `Run ${number}` }))}
          onValueChange={(value) => onRun(Number(value))}
        />
      )}
      {mayTest && report.is_paused && (
        <Button icon="play" onClick={test.resume}>
          Resume
        </Button>
      )}
      {mayTest && report.next_run_at !== null && (
        <Button icon="pause" onClick={test.pause}>
          Pause
        </Button>
      )}
      {mayTest && isRunning && <Button onClick={test.stop}>Stop</Button>}
      {mayTest && !isRunning && (
        <Button icon="refresh" loading={test.isStarting} onClick={test.runAgain}>
          {report.runs === 0 ? 'Run now' : 'Run again'}
        </Button>
      )}
      <Menu
        align="end"
        trigger={<IconButton icon="more" label="More actions" />}
        entries={[
          ...(hasRun
            ? [
                { label: 'Export CSV', icon: 'download', onSelect: () => save('exportCsv', 'csv') } as const,
                { label: 'Export PDF', icon: 'download', onSelect: () => save('exportPdf', 'pdf') } as const,
              ]
            : []),
          ...(mayTest
            ? [
                ...(!isRunning && (report.next_run_at !== null || report.is_paused)
                  ? [{ label: 'Stop test', icon: 'stop', onSelect: test.stop } as const]
                  : []),
                { label: 'Share with a client', icon: 'link', onSelect: () => setDialog('share') } as const,
                { kind: 'separator' } as const,
                ...edits.entries(report),
                { kind: 'separator' } as const,
                { label: 'Delete test', icon: 'trash', tone: 'danger', onSelect: () => setDialog('delete') } as const,
              ]
            : []),
        ]}
      />
      {edits.dialog}
      {dialog === 'share' && <ShareDialog report={report} onClose={() => setDialog(null)} />}
      <ConfirmDialog
        open={dialog === 'delete'}
        onOpenChange={() => setDialog(null)}
        title={`Delete ${report.name}?`}
        description={deletes(report.runs)}
        confirmLabel="Delete test"
        onConfirm={() => test.remove(report.type)}
      />
    </>
  );
}
