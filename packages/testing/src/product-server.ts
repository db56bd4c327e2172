import { listViewsContract } from '@skein/contracts/main/list-views.contract';
import { sandboxContract } from '@skein/contracts/main/sandbox.contract';
import { FakeServer } from './fake-server';

/** A server that answers what pages ask beside their own data: campaign time (the real one) and saved views (none). */
export function productServer(): FakeServer {
  return new FakeServer()
    .answer(sandboxContract, 'time', () => ({ is_sandbox: false, now: new Date().toISOString(), scale: 1 }))
    .answer(listViewsContract, 'listViews', {});
}
