import { useState } from 'react';
import { failedSeedsCsv, readSeedFile, type NewSeed, type SeedRow } from '@skein/contracts/smart-delivery/seed-file';
import { mostSeedsAtOnce } from '@skein/contracts/smart-delivery/seed-shapes';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { counted } from '@skein/ui/counted';
import { Dialog } from '@skein/ui/dialog';
import { Hint } from '@skein/ui/field';
import { FileDrop } from '@skein/ui/file-drop';
import { Stack } from '@skein/ui/layout';
import { Progress } from '@skein/ui/progress';
import { problemOf } from '../problem';

/** Seeds of one request: each is a login, and the answer waits for all of them. */
const atOnce = 16;
const mostShown = 10;

interface ImportSeedsDialogProps {
  /** Says of each seed, in the order given, what kept it out. Rejects with the server's problem. */
  connectMany: (seeds: NewSeed[]) => Promise<readonly { problem: string | null }[]>;
  /** A row can name the workspace that it is kept for. */
  hasWorkspaces?: boolean;
  onClose: () => void;
}

interface Result {
  total: number;
  tried: number;
  failed: { row: number; email: string; seed: SeedRow['seed']; problem: string }[];
}

function saveFailed(failed: Result['failed']): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([failedSeedsCsv(failed)], { type: 'text/csv;charset=utf-8' }));
  link.download = 'failed.csv';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Reads a file and connects its seeds, some at a time; `result` follows them. */
function useSeedImport(connectMany: ImportSeedsDialogProps['connectMany']) {
  const [result, setResult] = useState<Result | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const connect = async (rows: readonly SeedRow[]) => {
    const failed: Result['failed'] = rows.flatMap((row) => (row.problem === null ? [] : [{ ...row }]));
    const usable = rows.flatMap((row) => (row.seed ? [{ ...row, seed: row.seed }] : []));
    let tried = rows.length - usable.length;
    const tell = () =>
      setResult({ total: rows.length, tried, failed: failed.sort((one, other) => one.row - other.row) });
    tell();
    for (let start = 0; start < usable.length; start += atOnce) {
      const some = usable.slice(start, start + atOnce);
      const answered = await connectMany(some.map(({ seed }) => seed));
      for (const [index, row] of some.entries()) {
        const why = answered[index]?.problem;
        if (why) failed.push({ ...row, problem: why });
      }
      tried += some.length;
      tell();
    }
  };
  const take = async (file: File) => {
    setBusy(true);
    setProblem(null);
    setResult(null);
    try {
      const rows = readSeedFile(await file.text());
      if (typeof rows === 'string') setProblem(rows);
      else if (rows.length > mostSeedsAtOnce)
        setProblem(`The file has ${rows.length} rows. Import at most ${mostSeedsAtOnce} at a time.`);
      else await connect(rows);
    } catch (error) {
      setProblem(
        `The import stopped: ${problemOf(error).message} Import the file again. Seeds already connected are kept.`,
      );
    } finally {
      setBusy(false);
    }
  };
  return { result, problem, busy, take };
}

function ImportResult({ result, busy }: { result: Result; busy: boolean }) {
  const { total, tried, failed } = result;
  const connected = tried - failed.length;
  if (busy)
    return (
      <Progress label="Testing logins" start="Testing logins" end={`${tried} of ${total}`} value={tried} max={total} />
    );
  return (
    <Callout
      tone={failed.length === 0 && tried === total ? 'success' : 'warning'}
      role="status"
      title={`${connected} of ${counted(total, 'seed')} connected`}
      actions={
        failed.length > 0 && (
          <Button size="small" icon="download" onClick={() => saveFailed(failed)}>
            Download failed.csv
          </Button>
        )
      }
    >
      {failed.length > 0 && (
        <ul>
          {failed.slice(0, mostShown).map(({ row, email, problem }) => (
            <li key={row}>{`Row ${row}, ${email || 'no address'}: ${problem}`}</li>
          ))}
          {failed.length > mostShown && <li>{`${failed.length - mostShown} more in failed.csv`}</li>}
        </ul>
      )}
    </Callout>
  );
}

const columns =
  'Columns: email, host, and password or token_url, client_id, client_secret and refresh_token. Optional: region and provider (read from the MX records where they name them), port (993), security (TLS), kind (personal)';

/** Connects the seeds of a CSV file. Secrets go to the server with their login and are never returned. */
export function ImportSeedsDialog({ connectMany, hasWorkspaces = false, onClose }: ImportSeedsDialogProps) {
  const { result, problem, busy, take } = useSeedImport(connectMany);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title="Import seeds"
      description="Each row is connected once its login works. A row that fails doesn’t affect the others."
      footer={
        <Button disabled={busy} onClick={onClose}>
          Close
        </Button>
      }
    >
      <Stack $gap={4}>
        <FileDrop
          title="Drop a CSV file of seeds"
          hint={hasWorkspaces ? `${columns}, workspace_id (all workspaces).` : `${columns}.`}
          accept={['.csv', '.tsv', '.txt']}
          maxBytes={1_000_000}
          disabled={busy}
          onFiles={([file]) => {
            if (file) void take(file);
          }}
        />
        {problem && (
          <Callout tone="danger" role="alert">
            {problem}
          </Callout>
        )}
        {result && <ImportResult result={result} busy={busy} />}
        {result !== null && result.failed.length > 0 && (
          <Hint>
            failed.csv lists the reason for each row, without passwords and OAuth secrets. Add them before you import it
            again.
          </Hint>
        )}
      </Stack>
    </Dialog>
  );
}
