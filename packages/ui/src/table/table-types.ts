import type { ReactNode } from 'react';
import type { MenuEntry } from '../menu';
import type { PaginationProps } from '../pagination';

/** Where a column stands in a phone's card. */
export type PhonePlace = 'title' | 'status' | 'line' | 'figure' | 'hidden';

/** One column. */
export interface DataTableColumn<Row> {
  id: string;
  /** Its name: the heading, the column chooser, what is said when it sorts. */
  label: string;
  /** What a figure counts; a dotted underline gives it. */
  definition?: ReactNode;
  /** The cell. A `SubLine` inside shows with two-line rows only. */
  cell: (row: Row) => ReactNode;
  /** `end` for numbers: tabular and aligned right. */
  align?: 'start' | 'end';
  /** Width in px; 140 by default. */
  width?: number;
  minWidth?: number;
  sortable?: boolean;
  /** Which way the first press sorts; numbers usually fall. */
  firstSort?: SortDirection;
  /** Always shown (the name of the row). */
  fixed?: boolean;
  hiddenByDefault?: boolean;
  /** Takes the width that is left; the first column by default. */
  flexible?: boolean;
  /** Default: the first is the title, numbers are figures, the rest are lines. */
  phone?: PhonePlace;
  /** What a phone's card shows instead of the cell, when a card says it better. */
  phoneCell?: (row: Row) => ReactNode;
}

export type SortDirection = 'asc' | 'desc';
/** The sorting the server is asked for. */
export interface DataTableSort {
  column: string;
  direction: SortDirection;
}

/** 32, 40 and 48 px rows. */
export type Density = 'compact' | 'normal' | 'two-lines';

/** What a person changes about a table and what is kept for them. Unknown ids are ignored, new columns are appended. */
export interface DataTableView {
  order: readonly string[];
  hidden: readonly string[];
  /** Width in px by column id, where it differs from the column's own. */
  widths: Readonly<Record<string, number>>;
  density: Density;
}

/** What is selected: some ids, or everything that matches the filters but the excluded. */
export type DataTableSelection =
  | { mode: 'some'; ids: readonly string[] }
  | { mode: 'all'; excluded: readonly string[] };

/** Props of a data table. */
export interface DataTableProps<Row> {
  /** Name of the table: "Email campaigns". */
  label: string;
  columns: readonly DataTableColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** The row's name, for its checkbox and its menu. */
  rowLabel: (row: Row) => string;
  view?: DataTableView;
  onViewChange?: (view: DataTableView) => void;
  sort?: DataTableSort | null;
  onSortChange?: (sort: DataTableSort | null) => void;
  selection?: DataTableSelection;
  onSelectionChange?: (selection: DataTableSelection) => void;
  canSelect?: (row: Row) => boolean;
  /** Rows that match in all, over all pages; left out when it is not counted. */
  total?: number;
  /** Buttons for what is selected. */
  bulkActions?: (selection: DataTableSelection, count: number | null) => ReactNode;
  /** Opens a row: click, or Enter on it. */
  onRowOpen?: (row: Row) => void;
  rowActions?: (row: Row) => readonly MenuEntry[];
  /** New rows are on their way; the old ones stay. */
  loading?: boolean;
  /** The last load failed; the old rows stay. */
  error?: { message: ReactNode; onRetry: () => void } | null;
  /** Whether filters or a search are set: decides which empty slot is shown. */
  filtered?: boolean;
  /** Nothing was ever here. */
  empty: ReactNode;
  /** Nothing matches the filters. */
  emptyFiltered?: ReactNode;
  paging?: PaginationProps;
  /** Rows shown while the first load runs; the page size, at most 12. */
  skeletonRows?: number;
  /** Padding at the sides: 24 in a page, 16 in a card. */
  gutter?: 16 | 24;
  className?: string;
}
