import { SkeinError } from './skein-error';

/**
 * The body of a request as text, never more of it than `most` bytes, whatever its length header says.
 * @throws SkeinError PAYLOAD_TOO_LARGE
 */
export async function readText(request: Request, most: number): Promise<string> {
  const tooLarge = () => new SkeinError('PAYLOAD_TOO_LARGE', `The body is larger than ${most} bytes.`);
  if (Number(request.headers.get('content-length') ?? 0) > most) throw tooLarge();
  const reader = request.body?.getReader();
  if (!reader) return '';
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(parts).toString('utf8');
    size += value.byteLength;
    if (size > most) {
      await reader.cancel().catch(() => undefined);
      throw tooLarge();
    }
    parts.push(value);
  }
}
