import { Card } from '@skein/ui/card';
import { LoadProblem } from '@skein/ui/load-problem';
import { Loading } from '@skein/ui/skeleton';
import { SettingsLayout } from '../settings-layout';
import { ExportsCard } from './exports-card';
import { useExports, useImports } from './export.hooks';
import { ImportCard } from './import-card';

/** The workspace as one archive, and an archive as a workspace. Both run in the background: the page can be left. */
export function ExportPage() {
  const exports = useExports();
  const imports = useImports();
  const problem = exports.problem ?? imports.loadProblem;
  return (
    <SettingsLayout page="export">
      {(exports.isLoading || imports.isLoading) && !problem ? (
        <Loading label="Loading exports" />
      ) : problem ? (
        <Card title="Export">
          <LoadProblem title="Exports could not be loaded." message={problem.message} onRetry={problem.onRetry} />
        </Card>
      ) : (
        <>
          <ExportsCard {...exports} />
          <ImportCard {...imports} />
        </>
      )}
    </SettingsLayout>
  );
}
