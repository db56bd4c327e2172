import { addressChangeContract } from '@skein/contracts/main/address-change.contract';
import { listViewsContract } from '@skein/contracts/main/list-views.contract';
import { sandboxContract } from '@skein/contracts/main/sandbox.contract';
import { FakeServer } from './fake-server';

/**
 * A server that answers what pages ask beside their own data: campaign time (the real one), saved views (none), and no change
 * of address (the profile is where people without access are led).
 */
export function productServer(): FakeServer {
  return new FakeServer()
    .answer(sandboxContract, 'time', () => ({ is_sandbox: false, now: new Date().toISOString(), scale: 1 }))
    .answer(listViewsContract, 'listViews', {})
    .answer(addressChangeContract, 'readAddressChange', { change: null });
}
