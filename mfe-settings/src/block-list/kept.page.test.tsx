import { blockListContract } from '@skein/contracts/main/block-list.contract';
import { blockUploadsContract } from '@skein/contracts/main/block-uploads.contract';
import { clientsContract } from '@skein/contracts/main/clients.contract';
import { testKeptAddress } from '@skein/testing/kept-address';
import { SettingsArea } from '../settings-area';

testKeptAddress({
  area: SettingsArea,
  bare: '/app/settings/global-block-list',
  query: 'kind=domain&scope=clients',
  asks: { kind: 'domain', is_global: false },
  given: (server) =>
    server
      .answer(blockListContract, 'listBlockEntries', { rows: [], total: 0 })
      .answer(blockUploadsContract, 'listBlockUploads', { rows: [], total: 0 })
      .answer(clientsContract, 'listClients', {}),
  reads: [blockListContract, 'listBlockEntries'],
});
