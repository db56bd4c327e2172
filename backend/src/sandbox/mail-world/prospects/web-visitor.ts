import type { SeededRandom } from './seeded-random';

/** The part of `fetch` a prospect uses. */
export type VisitorFetch = (
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string; redirect: 'manual'; signal: AbortSignal },
) => Promise<{ status: number; arrayBuffer(): Promise<ArrayBuffer> }>;

export interface WebVisitorOptions {
  fetch: VisitorFetch;
  /** The product's own origins (`http://127.0.0.1:3000`). Nothing else is ever asked for. */
  origins(): readonly string[];
}

const browsers = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
];
/** What Gmail and Apple fetch pictures with that nobody looks at. */
const imageProxies = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/42.0.2311.135 Safari/537.36 Edge/12.246 Mozilla/5.0',
  'Mozilla/5.0',
];
const linkScanners = [
  'Barracuda Sentinel (EE)',
  'Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; Proofpoint URL Defense)',
];

export type VisitorKind = 'person' | 'image-proxy' | 'link-scanner';

/** Makes the web requests of prospects, to the product only, with the user agent of who makes them. */
export class WebVisitor {
  constructor(private readonly options: WebVisitorOptions) {}

  isAllowed(url: string): boolean {
    try {
      const parsed = new URL(url);
      return (
        /^https?:$/.test(parsed.protocol) &&
        !parsed.username &&
        this.options.origins().some((origin) => new URL(origin).origin === parsed.origin)
      );
    } catch {
      return false;
    }
  }

  /** Answers the HTTP status. Throws when the product cannot be reached or answers 5xx, so that the visit is repeated. */
  async visit(
    url: string,
    kind: VisitorKind,
    random: SeededRandom,
    form: Record<string, string> | null = null,
  ): Promise<number> {
    if (!this.isAllowed(url)) throw new Error("The address is not the product's own.");
    const agents = { person: browsers, 'image-proxy': imageProxies, 'link-scanner': linkScanners }[kind];
    const answer = await this.options.fetch(url, {
      method: form ? 'POST' : 'GET',
      headers: {
        'user-agent': random.pick(agents),
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(form ? { body: new URLSearchParams(form).toString() } : {}),
      redirect: 'manual',
      signal: AbortSignal.timeout(15_000),
    });
    await answer.arrayBuffer();
    if (answer.status >= 500 || answer.status === 429) throw new Error(`The product answered ${answer.status}.`);
    return answer.status;
  }
}
