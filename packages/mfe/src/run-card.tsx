import type { ReactNode } from 'react';
import type { RunStatus, RunView } from '@skein/contracts/bulk-run';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { counted } from '@skein/ui/counted';
import { Hint } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { Progress, StackedProgress, type ProgressPart } from '@skein/ui/progress';

/** Whether a worker still has something to do for it. */
export const isRunActive = ({ status }: Pick<RunView, 'status'>): boolean =>
  status === 'WAITING' || status === 'RUNNING' || status === 'UNDOING';

/** Uploads have a name of their own for what is under way. */
export const statusOfUpload = (
  status: Exclude<RunStatus, 'WAITING' | 'RUNNING'> | 'IMPORTING' | 'CANCELLING',
): RunStatus => (status === 'IMPORTING' || status === 'CANCELLING' ? 'RUNNING' : status);

/** "about 40 s left"; empty while that is not known. */
export const timeLeft = (seconds: number | null): string =>
  seconds === null
    ? ''
    : seconds < 90
      ? `about ${Math.max(1, seconds)} s left`
      : `about ${Math.round(seconds / 60)} min left`;

/** The row of a list that shows a long job while it runs: a bar with its name, and how far it is. */
export function RunBar({ run, title, about }: { run: RunView; title: string; about?: string | undefined }) {
  return (
    <Progress
      label={title}
      value={run.done}
      max={Math.max(1, run.total)}
      start={about ? `${title}, ${about}` : title}
      end={
        run.status === 'WAITING'
          ? 'starts in a few seconds'
          : `${run.done.toLocaleString('en-US')} of ${run.total.toLocaleString('en-US')}`
      }
    />
  );
}

/** Progress of a long job of any kind: the outcome of its rows so far, what is left, and a way to stop it. */
export function RunCard({
  run,
  title,
  label,
  parts,
  stoppedTitle,
  row = 'row',
  rows = `${row}s`,
  rowsDone,
  isEstimate = false,
  onStop,
  isStopping,
  otherwise,
  children,
}: {
  run: RunView;
  title: ReactNode;
  /** What it is doing, or how it ended. */
  label: string;
  parts: readonly ProgressPart[];
  /** Above the reason, where it broke off: "The import stopped." */
  stoppedTitle: string;
  /** What a row is: "conversation". */
  row?: string;
  /** Several of them, where that is not the word with an s: "addresses". */
  rows?: string;
  /** What has happened to a row that is done: "tried". */
  rowsDone: string;
  /** How many rows there are is not counted yet. */
  isEstimate?: boolean;
  onStop: () => void;
  isStopping: boolean;
  /** What can be done instead, once it is over. */
  otherwise?: ReactNode;
  children?: ReactNode;
}) {
  const isActive = isRunActive(run);
  const left = timeLeft(run.seconds_left);
  return (
    <>
      {run.error && (
        <Callout
          tone={isActive ? 'warning' : 'danger'}
          role="alert"
          title={isActive ? 'It will try again.' : stoppedTitle}
        >
          {run.error}
        </Callout>
      )}
      <Card
        title={title}
        actions={
          isActive && run.can_cancel ? (
            <Button size="small" icon="stop" loading={isStopping} onClick={onStop}>
              Stop
            </Button>
          ) : (
            otherwise
          )
        }
      >
        <Stack $gap={3}>
          <StackedProgress label={label} max={Math.max(1, run.total)} parts={parts} />
          <Hint as="div" role="status">
            {run.done.toLocaleString('en-US')} of {isEstimate && isActive ? 'about ' : ''}
            {counted(run.total, row, rows)} {rowsDone}
            {isActive ? `${left && `, ${left}`}. You can leave this page and come back.` : '.'}
          </Hint>
          {children}
        </Stack>
      </Card>
    </>
  );
}
