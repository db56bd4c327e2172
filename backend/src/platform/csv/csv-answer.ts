import { csvLine } from '@skein/contracts/csv-cell';

/** An answer of CSV that is read page by page as fast as it is taken; an empty page ends it. */
export function csvAnswer(fileName: string, header: readonly string[], nextLines: () => Promise<string[]>): Response {
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    // The mark makes spreadsheets read UTF-8.
    start: (controller) => controller.enqueue(encoder.encode(`\ufeff${csvLine(header)}`)),
    async pull(controller) {
      const lines = await nextLines();
      if (lines.length === 0) controller.close();
      else controller.enqueue(encoder.encode(lines.join('')));
    },
  });
  return new Response(stream, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName}"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
  });
}
