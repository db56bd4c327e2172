import { csvLine } from '@skein/contracts/csv-cell';

/** A CSV file that is made while it is downloaded: `read` gives the next lines, an empty list ends it. */
export function csvAnswer(
  fileName: string,
  header: readonly string[],
  read: () => Promise<readonly (readonly (string | number | null)[])[]>,
): Response {
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
  return new Response(stream, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
  });
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
