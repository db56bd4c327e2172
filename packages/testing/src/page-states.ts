import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { Contract } from '@skein/contracts/endpoint';
import type { Subject } from '@skein/mfe/access';
import { longest } from './crowd';
import type { Failure, FakeServer } from './fake-server';
import { person } from './person';
import { productServer } from './product-server';
import { renderPage, type OpenPage, type PageOptions } from './render-page';
import type { ComponentType } from 'react';

type Text = string | RegExp;

/** A page very full: more than fits, with the longest names. */
export interface FullState {
  given: (server: FakeServer) => void;
  shows: Text;
}

/** The six states of a page that reads something and shows it. */
export interface PageStates {
  /** The files of the pages and tabs that the block is for: `mfe-settings/src/tags/tags.page.tsx`. */
  page: string | readonly string[];
  area: ComponentType;
  /** A function where each test needs an address of its own. */
  address: string | (() => string);
  /** Who is logged in: the owner unless named; null for nobody. */
  as?: Subject | null;
  basename?: string;
  /** Answers for all that the page reads, with something to show. */
  given: (server: FakeServer) => void;
  /** The call without which the page has nothing to show. */
  reads: readonly [Contract, string];
  /** What is said while it is awaited. */
  loading: Text;
  /** Something that only stands there once the data does. */
  data: Text;
  /** `address`: where nothing is shown yet, when it is another one. */
  empty: { given: (server: FakeServer) => void; shows: Text; address?: string };
  /** What is said when the call fails; the server's own words when left out. The page offers to try again. */
  error?: { failure?: Failure; shows?: Text; retry?: Text };
  /**
   * Very full; or a text of what is read, which then is as long as people write it, and its list as long as a page. When left out,
   * that text is `data`.
   */
  full?: FullState | string;
  /** Who may not see it, and what happens then: they are told, or are sent elsewhere. */
  noAccess: { as: Subject; shows?: Text; goesTo?: string; given?: (server: FakeServer) => void } | 'everyone';
}

const serverSays = 'The database is being restarted.';

const addressOf = (address: PageStates['address']) => (typeof address === 'string' ? address : address());

/** Whether the page shows a text, in a field or as text. */
const isShown = (text: Text) =>
  screen.queryAllByText(text).length > 0 || screen.queryAllByDisplayValue(text).length > 0;

/** Awaits a text on the page, in a field or as text. */
export async function findShown(text: Text): Promise<void> {
  if (isShown(text)) return;
  // The message names what the page shows instead.
  await waitFor(() => (isShown(text) ? null : screen.getAllByText(text)));
}

const containing = (text: string) => new RegExp(text.replace(/[.*+?^$|()[\]{}\\]/g, '\\$&'));

/** What `full` says, or the answer of the page grown around the text that it shows. */
function fullOf({ data, full = typeof data === 'string' ? data : undefined, reads }: PageStates): FullState {
  if (full === undefined) throw new Error('The data is no plain text: say what is very full.');
  if (typeof full !== 'string') return full;
  return { given: (server) => void server.crowd(reads[0], reads[1], full), shows: containing(longest(full)) };
}

/** Tests that a page shows what it should in each of its states: loading, data, empty, error, very full, no access. */
export function testPageStates(states: PageStates): void {
  const { area, address, basename, given, reads } = states;
  const [contract, name] = reads;
  const open = (server: FakeServer, more: Partial<PageOptions> = {}): Promise<OpenPage> =>
    renderPage(area, { address: addressOf(address), server, as: states.as, basename, ...more });

  it('says that it is loading, then shows the data', async () => {
    const server = productServer();
    given(server);
    const release = server.hold(contract, name);
    await open(server);
    await screen.findByText(states.loading);
    expect(isShown(states.data)).toBe(false);
    release();
    await findShown(states.data);
    expect(screen.queryByText(states.loading)).toBeNull();
  });

  it('says what to do when there is nothing to show', async () => {
    const server = productServer();
    given(server);
    states.empty.given(server);
    await open(server, states.empty.address ? { address: states.empty.address } : {});
    await findShown(states.empty.shows);
    expect(isShown(states.data)).toBe(false);
  });

  it('tells why the data could not be read, and reads it again when asked', async () => {
    const server = productServer();
    given(server);
    server.fail(contract, name, states.error?.failure ?? { code: 'UNAVAILABLE', message: serverSays });
    await open(server);
    await findShown(states.error?.shows ?? new RegExp(serverSays));
    expect(isShown(states.data)).toBe(false);
    given(server);
    fireEvent.click(screen.getAllByRole('button', { name: states.error?.retry ?? 'Try again' })[0] as HTMLElement);
    await findShown(states.data);
  });

  it('shows the longest names whole when it is very full', async () => {
    const server = productServer();
    given(server);
    const full = fullOf(states);
    full.given(server);
    await open(server);
    await findShown(full.shows);
  });

  testAccess(states);
}

/** Tests who may see the page: whom it is not for is told or sent elsewhere, and a reader sees what everyone may see. */
function testAccess({ area, address, as, basename, given, reads, data, noAccess }: PageStates): void {
  const [contract, name] = reads;
  if (noAccess === 'everyone') {
    it('is open to everyone', async () => {
      const server = productServer();
      given(server);
      const reader = as === null ? null : person({ role: 'VIEW_ONLY_ACCESS' });
      await renderPage(area, { address: addressOf(address), server, basename, as: reader });
      await findShown(data);
    });
    return;
  }
  it('is closed to whom it is not for', async () => {
    const server = productServer();
    given(server);
    const { shows, goesTo, given: forThem } = noAccess;
    forThem?.(server);
    const page = await renderPage(area, { address: addressOf(address), server, basename, as: noAccess.as });
    if (shows) await screen.findAllByText(shows);
    if (goesTo) expect(page.address()).toBe(goesTo);
    expect(isShown(data)).toBe(false);
    expect(server.calls(contract, name)).toEqual([]);
  });
}
