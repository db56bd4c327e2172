import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { clientsContract } from '@skein/contracts/main/clients.contract';
import { mailboxChangesContract } from '@skein/contracts/main/mailbox-changes.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { testKeptAddress } from '@skein/testing/kept-address';
import { AccountsArea } from '../accounts-area';

testKeptAddress({
  area: AccountsArea,
  bare: '/app/email-accounts',
  query: 'state=failing&provider=gmail&sort=email',
  asks: { state: 'failing', type: 'GMAIL', sort: 'email' },
  given: (server) =>
    server
      .answer(mailboxesContract, 'list', {
        rows: [],
        total: 0,
        totals: { all: 0, connected: 0, failing: 0, suspended: 0 },
      })
      .answer(campaignsContract, 'listTags', { tags: [] })
      .answer(clientsContract, 'listClients', { clients: [] })
      .answer(mailboxChangesContract, 'listMailboxChanges', { rows: [] }),
  reads: [mailboxesContract, 'list'],
});
