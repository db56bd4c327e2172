import type { ArchiveManifest, WorkspaceExportView } from '@skein/contracts/main/workspace-archives.contract';
import { CodeBlock } from '@skein/ui/code-block';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { Drawer } from '@skein/ui/drawer';
import { formatBytes } from '@skein/ui/file-drop';
import { Stack } from '@skein/ui/layout';
import { LoadProblem } from '@skein/ui/load-problem';
import { Loading } from '@skein/ui/skeleton';
import { SubLine, Text } from '@skein/ui/text';
import { useManifest } from './export.hooks';

type Part = { name: string; rows: number | null; bytes: number; sha256: string };

const columns: DataTableColumn<Part>[] = [
  {
    id: 'name',
    label: 'File',
    fixed: true,
    flexible: true,
    width: 200,
    cell: (row) => <Text $truncate>{row.name}</Text>,
  },
  { id: 'rows', label: 'Rows', width: 90, align: 'end', cell: (row) => row.rows?.toLocaleString('en-US') ?? '–' },
  { id: 'size', label: 'Size', width: 90, align: 'end', cell: (row) => formatBytes(row.bytes) },
  {
    id: 'hash',
    label: 'SHA-256',
    width: 120,
    cell: (row) => <span title={row.sha256}>{row.sha256.slice(0, 12)}…</span>,
  },
];

const partsOf = (manifest: ArchiveManifest): Part[] => [
  ...manifest.tables
    .filter(({ rows }) => rows > 0)
    .map(({ name, rows, bytes, sha256 }) => ({ name: `rows/${name}.ndjson`, rows, bytes, sha256 })),
  ...manifest.copies.filter(({ rows }) => rows > 0),
  ...manifest.files
    .slice(0, 500)
    .map(({ name, bytes, sha256 }) => ({ name: `files/${name}`, rows: null, bytes, sha256 })),
];

/** What an archive holds: each part with its hash, and what was left out. */
export function ManifestDrawer({ view, onClose }: { view: WorkspaceExportView; onClose: () => void }) {
  const { manifest, problem } = useManifest(view.id);
  return (
    <Drawer open onOpenChange={(open) => !open && onClose()} title="Contents of the archive" width={640}>
      {problem && !manifest && <LoadProblem title="The contents could not be loaded." {...problem} />}
      {!manifest && !problem && <Loading label="Loading contents" />}
      {manifest && (
        <Stack $gap={4}>
          <CodeBlock label="SHA-256 of the archive" code={view.sha256 ?? ''} />
          <DataTable<Part>
            label="Parts of the archive"
            columns={columns}
            rows={partsOf(manifest)}
            rowId={(row) => row.name}
            rowLabel={(row) => row.name}
            empty={<SubLine>The archive is empty.</SubLine>}
          />
          <SubLine>Not in it: {[...new Set(manifest.left_out.map(({ reason }) => reason))].join(' ')}</SubLine>
        </Stack>
      )}
    </Drawer>
  );
}
