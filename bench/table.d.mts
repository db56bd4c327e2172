import type { ResultRow } from './harness/result';

export function readResults(folder: string): ResultRow[];
export function benchTable(rows: readonly Partial<ResultRow>[]): string;
export function putTable(text: string, table: string): string;
