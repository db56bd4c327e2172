import type { Page, Route } from '@playwright/test';
import { readDemo } from './product';

/** What remotes.json says of a remote, as far as journeys need it. */
export interface ServedRemote {
  name: string;
  title: string;
  version: string;
  entry: string;
  basePaths: string[];
  integrity: Record<string, string>;
  [fact: string]: unknown;
}
export interface ServedList {
  version: string;
  remotes: ServedRemote[];
}

export const readServedRemotes = async (): Promise<ServedList> =>
  (await fetch(new URL('/remotes.json', readDemo().url))).json() as Promise<ServedList>;

/** One way in which a remote fails, by what comes over the wire. Answers how to end it. */
export interface Failure {
  name: string;
  /** Whether the page asks for the newer version: the specification's dialog for a script that does not load. */
  asks: boolean;
  /** What the panel says besides that the area did not load. */
  says?: RegExp;
  start(page: Page, remote: ServedRemote): Promise<() => Promise<void>>;
}

const scripts = (remote: ServedRemote) => new RegExp(`/remotes/${remote.name}/[^/]+/.+\\.js(\\?|$)`);
const entryOf = (remote: ServedRemote) => new RegExp(`/remotes/${remote.name}/[^/]+/remoteEntry\\.js`);
const chunksOf = (remote: ServedRemote) => new RegExp(`/remotes/${remote.name}/[^/]+/(?!remoteEntry)[^/]+\\.js`);

async function answering(
  page: Page,
  address: RegExp,
  answer: (route: Route) => Promise<void>,
): Promise<() => Promise<void>> {
  await page.route(address, answer);
  return () => page.unroute(address, answer);
}

/**
 * Lets a remote's files be others than those that were signed, by the override that developers have: what is tested so is how the shell
 * stands a version that breaks, not whether it lets it in.
 */
async function withOverride(
  page: Page,
  remote: ServedRemote,
  body: (original: string) => string,
): Promise<() => Promise<void>> {
  const set = (entry: string | null) =>
    page.evaluate(
      ([name, address]) => {
        if (address) localStorage.setItem('skein-remote-overrides', JSON.stringify({ [name as string]: address }));
        else localStorage.removeItem('skein-remote-overrides');
      },
      [remote.name, entry],
    );
  await set(remote.entry);
  const end = await answering(page, entryOf(remote), async (route) => {
    const original = await (await route.fetch()).text();
    await route.fulfill({ contentType: 'text/javascript', body: body(original) });
  });
  return async () => {
    await set(null);
    await end();
  };
}

/** An entry as the build makes it, whose area is what the expression says; it takes shared modules from the shell with `pick`. */
const entryWith = (remote: ServedRemote, area: string) => `var ${remote.name} = (() => {
  let scope;
  const pick = async (name) => { const found = Object.values(scope[name])[0]; return found.lib ? found.lib() : (await found.get())(); };
  return { init(given) { scope = given; }, async get() { const area = ${area}; return () => area; } };
})();`;

/** Versions that break once they are there. */
export const brokenVersions: Failure[] = [
  {
    name: 'throws on load',
    asks: true,
    start: (page, remote) => withOverride(page, remote, () => 'throw new Error("broken on load");'),
  },
  {
    name: 'throws in mount',
    asks: false,
    start: (page, remote) =>
      withOverride(page, remote, () =>
        entryWith(
          remote,
          "{ bootstrap: async () => {}, mount: async () => { throw new Error('broken in mount'); }, unmount: async () => {} }",
        ),
      ),
  },
  {
    name: 'throws in render',
    asks: false,
    start: (page, remote) =>
      withOverride(page, remote, () =>
        entryWith(
          remote,
          `(await pick('@skein/mfe/area')).createArea(${JSON.stringify({ name: remote.name, title: remote.title })}, () => { throw new Error('broken in render'); })`,
        ),
      ),
  },
  {
    name: 'newer than the shell',
    asks: false,
    start: (page, remote) => withOverride(page, remote, (original) => original.replaceAll('^0.1.0', '^9.0.0')),
  },
  {
    name: 'older than the shell',
    asks: false,
    start: (page, remote) => withOverride(page, remote, (original) => original.replaceAll('^0.1.0', '^0.0.1')),
  },
];

/** Never answers; how long the page waits is told by its configuration. */
export const neverAnswers = (seconds: number | null): Failure => ({
  name: 'never answers',
  asks: true,
  async start(page, remote) {
    const held: Route[] = [];
    const ends = [await answering(page, entryOf(remote), (route) => Promise.resolve(void held.push(route)))];
    // Otherwise they would be answered after all once nothing is held any more.
    ends.unshift(async () => void (await Promise.all(held.map((route) => route.abort().catch(() => undefined)))));
    // The configuration stands in the page itself.
    if (seconds !== null) {
      const isPage = (url: URL) =>
        !/\.[a-z0-9]+$/.test(url.pathname) && !/^\/(api|health|graphql)\//.test(url.pathname);
      const written = async (route: Route) => {
        const response = await route.fetch();
        await route.fulfill({
          response,
          body: (await response.text()).replace(
            'name="skein-configuration" content="{',
            `name="skein-configuration" content="{&quot;remoteTimeout&quot;:${seconds},`,
          ),
        });
      };
      await page.route(isPage, written);
      ends.push(() => page.unroute(isPage, written));
    }
    return async () => {
      for (const end of ends) await end();
    };
  },
});

/** Failures of what is delivered: of each remote, each of these. */
export const deliveries: Failure[] = [
  {
    name: 'absent',
    asks: true,
    says: /is missing on the server/,
    start: (page, remote) =>
      answering(page, scripts(remote), (route) =>
        route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' }),
      ),
  },
  {
    name: 'HTML instead of JavaScript',
    asks: true,
    says: /a page instead of the file/,
    start: (page, remote) =>
      answering(page, scripts(remote), (route) =>
        route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Hello</title>' }),
      ),
  },
  {
    name: 'a changed byte',
    asks: true,
    says: /was changed after it was deployed, and was refused/,
    start: (page, remote) =>
      answering(page, entryOf(remote), async (route) => {
        const body = await (await route.fetch()).text();
        await route.fulfill({
          contentType: 'text/javascript',
          body: body.slice(0, -1) + (body.endsWith(' ') ? '\n' : ' '),
        });
      }),
  },
  {
    name: 'no connection',
    asks: true,
    says: /did not answer for the file/,
    start: (page, remote) => answering(page, scripts(remote), (route) => route.abort('connectionreset')),
  },
  // The last: now the entry has come, and an entry that has come is not asked for again.
  {
    name: 'a chunk that is gone',
    asks: true,
    says: /is missing on the server/,
    start: (page, remote) =>
      answering(page, chunksOf(remote), (route) =>
        route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' }),
      ),
  },
];
