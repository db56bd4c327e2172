import { fireEvent, screen } from '@testing-library/react';
import type { Contract } from '@skein/contracts/endpoint';
import type { Subject } from '@skein/mfe/access';
import type { Failure, FakeServer } from './fake-server';
import { productServer } from './product-server';
import { renderPage, type OpenPage, type PageOptions } from './render-page';
import type { ComponentType } from 'react';

type Text = string | RegExp;

/** The five states of a page that reads something and shows it. */
export interface PageStates {
  area: ComponentType;
  address: string;
  as?: Subject;
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
  /** Who may not see it, and what happens then: they are told, or are sent elsewhere. Left out where everyone may see it. */
  noAccess?: { as: Subject; shows?: Text; goesTo?: string; given?: (server: FakeServer) => void };
}

const serverSays = 'The database is being restarted.';

/** Tests that a page shows what it should in each of its states: loading, data, empty, error, no access. */
export function testPageStates(states: PageStates): void {
  const { area, address, basename, given, reads } = states;
  const [contract, name] = reads;
  const open = (server: FakeServer, more: Partial<PageOptions> = {}): Promise<OpenPage> =>
    renderPage(area, { address, server, as: states.as, basename, ...more });

  it('says that it is loading, then shows the data', async () => {
    const server = productServer();
    given(server);
    const release = server.hold(contract, name);
    await open(server);
    await screen.findByText(states.loading);
    expect(screen.queryByText(states.data)).toBeNull();
    release();
    expect((await screen.findAllByText(states.data)).length).toBeGreaterThan(0);
    expect(screen.queryByText(states.loading)).toBeNull();
  });

  it('says what to do when there is nothing to show', async () => {
    const server = productServer();
    given(server);
    states.empty.given(server);
    await open(server, states.empty.address ? { address: states.empty.address } : {});
    expect((await screen.findAllByText(states.empty.shows)).length).toBeGreaterThan(0);
    expect(screen.queryByText(states.data)).toBeNull();
  });

  it('tells why the data could not be read, and reads it again when asked', async () => {
    const server = productServer();
    given(server);
    server.fail(contract, name, states.error?.failure ?? { code: 'UNAVAILABLE', message: serverSays });
    await open(server);
    const told = await screen.findAllByText(states.error?.shows ?? new RegExp(serverSays));
    expect(told.length).toBeGreaterThan(0);
    expect(screen.queryByText(states.data)).toBeNull();
    given(server);
    fireEvent.click(screen.getAllByRole('button', { name: states.error?.retry ?? 'Try again' })[0] as HTMLElement);
    expect((await screen.findAllByText(states.data)).length).toBeGreaterThan(0);
  });

  const { noAccess } = states;
  if (!noAccess) return;
  it('is closed to whom it is not for', async () => {
    const server = productServer();
    given(server);
    const { as, shows, goesTo, given: forThem } = noAccess;
    forThem?.(server);
    const page = await open(server, { as });
    if (shows) await screen.findAllByText(shows);
    if (goesTo) expect(page.address()).toBe(goesTo);
    expect(screen.queryByText(states.data)).toBeNull();
    expect(server.calls(contract, name)).toEqual([]);
  });
}
