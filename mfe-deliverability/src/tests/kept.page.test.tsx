import { placementContract } from '@skein/contracts/smart-delivery/placement.contract';
import { testKeptAddress } from '@skein/testing/kept-address';
import { DeliverabilityArea } from '../deliverability-area';
import { base, owner } from '../testing';

testKeptAddress({
  area: DeliverabilityArea,
  bare: `${base}/auto/all-tests`,
  query: 'result=fail',
  asks: { type: 'auto', status: 'FAIL' },
  as: owner,
  given: (server) =>
    server
      .answer(placementContract, 'tests', { rows: [], total: 0 })
      .answer(placementContract, 'choices', { seeds: [], senders: [], monitors: { used: 0, limit: null } }),
  reads: [placementContract, 'tests'],
});
