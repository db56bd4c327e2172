/**
 * An answer that is no JSON, as a value: for handlers that are asked thousands of times a second. A `Response` whose headers somebody
 * touches is made into an object for each of them; this one becomes a `Response` once, with all its headers. It sets no cookies.
 */
export class RawAnswer {
  constructor(
    private readonly body: string | Uint8Array<ArrayBuffer> | null,
    private readonly status: number,
    private readonly headers: Readonly<Record<string, string>>,
  ) {}

  toResponse(headers: Readonly<Record<string, string>>): Response {
    return new Response(this.body, { status: this.status, headers: { ...this.headers, ...headers } });
  }
}
