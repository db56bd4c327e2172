import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { clientsContract } from '@skein/contracts/main/clients.contract';
import { billingContract } from '@skein/contracts/subscription/billing.contract';
import { testFormStates } from '@skein/testing/form-states';
import { person } from '@skein/testing/person';
import { SettingsArea } from '../settings-area';
import { billing } from '../testing';

testFormStates({
  page: 'mfe-settings/src/clients/new-client.page.tsx',
  area: SettingsArea,
  address: '/app/client-view/new-client',
  given: (server) =>
    server
      .answer(billingContract, 'readBilling', billing())
      .answer(categoriesContract, 'listCategories', {})
      .answer(clientsContract, 'createClient', { id: 7, name: 'Borealis', email: 'owner@borealis.test' })
      .answer(clientsContract, 'readClient', { id: 7, name: 'Borealis', email: 'owner@borealis.test' }),
  sends: [clientsContract, 'createClient'],
  fill: { Name: 'Borealis', Email: 'owner@borealis.test' },
  button: 'Create client',
  empty: /^Name is required/,
  done: 'Borealis is a client',
  full: { Name: 'Northern Warehousing and Logistics '.repeat(3).trim() },
  noAccess: { as: person({ planType: 'base', role: 'VIEW_ONLY_ACCESS' }), goesTo: '/app/settings/profile' },
});
