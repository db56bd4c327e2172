/**
 * A value as CSV (RFC 4180). A text that a spreadsheet would run as a formula is disarmed by an apostrophe (OWASP, CSV injection);
 * numbers, also negative ones, stay.
 */
export function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const isFormula = /^[=@\t\r]/.test(value) || (/^[+-]/.test(value) && !/^[+-][\d\s().,/-]+$/.test(value));
  const safe = isFormula ? `'${value}` : value;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** A CSV file that is made while it is downloaded: `read` gives the next lines, an empty list ends it. */
export function csvAnswer(fileName: string, header: readonly string[], read: () => Promise<readonly (readonly (string | number | null)[])[]>): Response {
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      // The mark makes spreadsheets read UTF-8.
      controller.enqueue(encoder.encode(`\ufeff${csvLine(header)}`));
    },
    async pull(controller) {
      const lines = await read();
      if (lines.length === 0) controller.close();
      else controller.enqueue(encoder.encode(lines.map(csvLine).join('')));
    },
  });
  const name = fileName.replace(/[^\w.-]+/g, '_').slice(0, 120);
  return new Response(stream, { headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': `attachment; filename="${name}.csv"`, 'x-content-type-options': 'nosniff', 'cache-control': 'private, no-store' } });
}

/** The `read` of a list that is at hand. */
export function once<Line>(lines: readonly Line[]): () => Promise<readonly Line[]> {
  let rest = lines;
  return async () => {
    const now = rest;
    rest = [];
    return now;
  };
}
