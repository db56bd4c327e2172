import { act, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import type { Contract } from '@skein/contracts/endpoint';
import type { Subject } from '@skein/mfe/access';
import type { FakeServer } from './fake-server';
import { productServer } from './product-server';
import { renderPage, type OpenPage } from './render-page';

/** A list whose filters and sort outlive a visit. */
export interface KeptList {
  area: ComponentType;
  /** The address that the navigation leads to. */
  bare: string;
  /** A query with filters and a sort, as the page itself writes it. */
  query: string;
  /** The name of the list's search in its address: q if not given. */
  search?: string;
  /** What the query asks of the server; nothing where the page itself sorts what it has. */
  asks?: Record<string, unknown>;
  as?: Subject;
  given: (server: FakeServer) => void;
  /** The call that reads the list. */
  reads: readonly [Contract, string];
}

/** Tests that a list opens as it was left, that a link stays what it is, and that cleared filters stay cleared. */
export function testKeptAddress({ area, bare, query, search = 'q', asks, as, given, reads }: KeptList): void {
  const visit = async (address: string): Promise<OpenPage & { server: FakeServer }> => {
    const server = productServer();
    given(server);
    const page = await renderPage(area, { address, server, as });
    await waitFor(() => expect(server.calls(...reads).length).toBeGreaterThan(0));
    return { ...page, server };
  };
  const leave = (page: OpenPage): void => {
    page.unmount();
    // Writes to the device are gathered, and done before a page goes away.
    window.dispatchEvent(new Event('pagehide'));
  };

  it('opens with the filters and the sort that it was left with, and asks for nothing else first', async () => {
    leave(await visit(`${bare}?${query}`));
    const { address, server } = await visit(bare);
    expect(address()).toBe(`${bare}?${query}`);
    expect(server.calls(...reads)).toMatchObject([asks ? { query: asks } : {}]);
  });

  it('shows what a link asks for, and a search leaves the filters alone', async () => {
    leave(await visit(`${bare}?${query}`));
    const linked = await visit(`${bare}?${search}=oak`);
    expect(linked.address()).toBe(`${bare}?${search}=oak`);
    leave(linked);
    expect((await visit(bare)).address()).toBe(`${bare}?${query}`);
  });

  it('stays without filters once they are cleared', async () => {
    const page = await visit(`${bare}?${query}`);
    await act(async () => {
      window.history.pushState(null, '', bare);
      window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
    });
    expect(page.address()).toBe(bare);
    leave(page);
    expect((await visit(bare)).address()).toBe(bare);
  });
}
