import type { DataTableColumn, DataTableView } from '../table/table-types';

/** Props of a `ColumnChooser`. */
export interface ColumnChooserProps<Row> {
  columns: readonly DataTableColumn<Row>[];
  view: DataTableView;
  onViewChange: (view: DataTableView) => void;
  /** Keeps the view as this person's default. */
  onSaveDefault?: (view: DataTableView) => void;
}
