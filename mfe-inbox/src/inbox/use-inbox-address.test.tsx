import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Router } from 'react-router-dom';
import { emptyAddress, root } from './inbox-address';
import { useInboxAddress } from './use-inbox-address';

const navigator = { createHref: String, go() {}, push() {}, replace() {} };
/** A router that has not moved yet. */
const Unmoved = ({ children }: { children: ReactNode }) => (
  <Router location="/master-inbox" navigator={navigator}>
    {children}
  </Router>
);

beforeEach(() => window.history.replaceState(null, '', root));

it('is where it goes at once, before the router has moved', () => {
  const { result } = renderHook(useInboxAddress, { wrapper: Unmoved });
  act(() => result.current.go({ ...emptyAddress, conversation: 7 }));
  expect(window.location.pathname).toBe(`${root}/replies/7`);
  expect(result.current.address.conversation).toBe(7);
});

it.each([
  ['Back', root],
  ['a link elsewhere', '/app/leads/all'],
])('follows %s that comes before the router has moved', (_, left) => {
  const { result } = renderHook(useInboxAddress, { wrapper: Unmoved });
  act(() => result.current.go({ ...emptyAddress, conversation: 7 }));
  act(() => {
    window.history.replaceState(null, '', left);
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  expect(result.current.address.conversation).toBeNull();
});
