import { useAccess } from '@skein/mfe/access';
import { Button } from '@skein/ui/button';
import { tableCsv } from './table-csv';

/** Saves a table that the page shows whole. */
export function ExportTable({
  name,
  header,
  rows,
}: {
  /** Of the file. */ name: string;
  header: readonly string[];
  rows: readonly (readonly (string | number | null)[])[] | undefined;
}) {
  if (!useAccess().may('insights.export')) return null;
  const save = () => {
    if (!rows) return;
    const address = URL.createObjectURL(new Blob([tableCsv(header, rows)], { type: 'text/csv;charset=utf-8' }));
    const link = document.createElement('a');
    link.href = address;
    link.download = `${name}.csv`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  };
  return (
    <Button size="small" icon="download" disabled={!rows || rows.length === 0} onClick={save}>
      CSV
    </Button>
  );
}
