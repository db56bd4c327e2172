import type { BrandLook } from '@skein/contracts/brand-theme';

/** What a report says, before it is drawn: plain values, so that it crosses to a thread. */
export interface ReportDocument {
  /** A page of paper is light: the accent of the dark theme has no use on it. */
  brand: { name: string; look: Omit<BrandLook, 'accentDark'>; logo: Uint8Array | null };
  title: string;
  /** Period, zone, and what it is narrowed to. */
  lines: string[];
  figures: ReportFigure[];
  chart: { title: string; categories: string[]; series: { label: string; values: number[] }[] } | null;
  tables: ReportTable[];
  notes: string[];
}

export interface ReportFigure {
  label: string;
  value: string;
  /** The change against the week before. */
  change: string;
}

export interface ReportTable {
  title: string;
  /** The first column is text, the others are figures. */
  columns: string[];
  rows: string[][];
  /** Shown below: instead of rows, or to say that some do not fit. */
  note: string;
}
