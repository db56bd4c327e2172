import type { ReactNode } from 'react';

/** A colour role of charts: the ramp from strong (1) to quiet (6), roles for measures. */
export type ChartTone =
  | 'chart-1'
  | 'chart-2'
  | 'chart-3'
  | 'chart-4'
  | 'chart-5'
  | 'chart-6'
  | 'chart-warn'
  | 'chart-neutral'
  | 'success'
  | 'warning'
  | 'danger'
  | 'info';

/** One measure over all categories. */
export interface ChartSeries {
  id: string;
  label: string;
  /** One per category; `null` where there is nothing. */
  values: readonly (number | null)[];
  /** How it is drawn where that differs from the chart: a line over columns. */
  draw?: 'line' | 'area' | 'column';
  tone?: ChartTone;
  /** A scale of its own at the right, for measures of another size. */
  axis?: 'left' | 'right';
}

/** Kind of a chart. A donut shows the first series, one slice per category. */
export type ChartKind = 'line' | 'area' | 'column' | 'stacked' | 'donut';

/** Props of a chart. */
export interface ChartProps {
  /** Says what is shown; the chart's name for screen readers and its file's name. */
  title: string;
  kind: ChartKind;
  /** Days, steps, mailboxes: what stands below. */
  categories: readonly string[];
  series: readonly ChartSeries[];
  /** Name of the categories in the table: "Day". */
  categoryLabel: string;
  /** Height in px of the drawing. */
  height?: number;
  /** A figure with its unit; plain thousands by default. */
  formatValue?: (value: number, series: ChartSeries) => string;
  /** Top of the left scale, e.g. 100 for shares; else fitted to the values. */
  maximum?: number;
  /** At the end of the head: filters, a period. */
  actions?: ReactNode;
  /** Level of the heading; `none` when a heading stands above. */
  heading?: 'h2' | 'h3' | 'none';
  loading?: boolean;
  /** Shown in place of the drawing when there is nothing to show. */
  empty?: ReactNode;
  /** Opens the rows behind a category. */
  onOpen?: (categoryIndex: number) => void;
  /** Shows the table first. */
  defaultAsTable?: boolean;
}

/** Neighbours lie far apart on the ramp. */
const columnTones: readonly ChartTone[] = ['chart-6', 'chart-2', 'chart-4', 'success', 'chart-warn', 'info'];
const lineTones: readonly ChartTone[] = ['chart-3', 'success', 'chart-warn', 'info', 'danger', 'chart-neutral'];
const rampTones: readonly ChartTone[] = ['chart-2', 'chart-6', 'chart-4', 'chart-1', 'chart-5', 'chart-3'];

/** The colour role of a series or a slice. */
export function toneOf(kind: ChartKind, index: number, own?: ChartTone): ChartTone {
  if (own) return own;
  const tones = kind === 'stacked' || kind === 'donut' ? rampTones : kind === 'column' ? columnTones : lineTones;
  return tones[index % tones.length] ?? 'chart-3';
}
