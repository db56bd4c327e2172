import type { SignedIn } from '#main/testing';
import { wireApi, type Api } from '#public-api/v1/testing';
import { createTestServices, type TestServices } from './testing/test-services';

let services: TestServices;
let me: SignedIn;
let api: Api;
let stranger: Api;

beforeAll(async () => {
  services = await createTestServices();
  me = await services.main.signIn();
  [api, stranger] = [await wireApi(services.main, me), await wireApi(services.main, await services.main.signIn())];
});
afterAll(() => services.close());

const userDetails = {
  email: 'maya@northlight.test',
  firstName: 'Maya',
  lastName: 'Lindqvist',
  company: '',
  country: 'us',
  city: 'Syracuse',
  state: 'NY',
  addressLineOne: '410 West Genesee Street',
  addressLineTwo: null,
  addressLineThree: '',
  postalCode: '13202',
  phoneCc: '1',
  phone: '315-555-0142',
  languagePreference: 'en',
};
const order = {
  vendor_id: 1,
  forwarding_domain: 'northlight.com',
  user_details: userDetails,
  domains: [
    {
      domain_name: 'getalder.com',
      mailbox_details: [
        {
          mailbox: 'Nora.Whitlock@getalder.com',
          first_name: 'Nora',
          last_name: 'Whitlock',
          profile_pic: 'https://x.test/a.jpg',
        },
      ],
    },
  ],
};

test('vendors have the prices of the screens in dollars, and a search says what can be bought', async () => {
  const { json } = await api('GET', '/smart-senders/get-vendors');
  const { ok, data } = json as { ok: boolean; data: { id: number }[] };
  expect(ok).toBe(true);
  expect(data.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(data[2]).toMatchObject({ mailbox_price: 3.99, domain_price: 19, max_domains: 15, is_available: true });
  expect((await api('GET', '/smart-senders/vendors')).json).toEqual(json);
  const found = await api('GET', '/smart-senders/search-domain?domain=taken-northlight.com&vendor_id=1');
  const rows = (found.json as { data: { domain_name: string; is_available: boolean; price: number | null }[] }).data;
  expect(rows.find((row) => row.domain_name === 'taken-northlight.com')).toMatchObject({
    is_available: false,
    price: null,
  });
  expect(rows.find((row) => row.is_available)).toMatchObject({ price: 15 });
});

test('addresses are made for each domain as it asks, from a list or from an object by name', async () => {
  const byName = await api('POST', '/smart-senders/auto-generate-mailboxes', {
    vendor_id: 1,
    domains: { 'getalder.com': { count: 2 }, 'tryalder.com': { count: 1 } },
  });
  const { data } = byName.json as { data: { domain_name: string; mailbox_details: { mailbox: string }[] }[] };
  expect(data.map((domain) => [domain.domain_name, domain.mailbox_details.length])).toEqual([
    ['getalder.com', 2],
    ['tryalder.com', 1],
  ]);
  const named = await api('POST', '/smart-senders/auto-generate-mailboxes', {
    vendor_id: 1,
    domains: [{ domain_name: 'getalder.com', mailbox_details: [{ first_name: 'Ines', last_name: 'Moreau' }] }],
  });
  expect(named.json).toMatchObject({
    data: [{ mailbox_details: [{ mailbox: 'ines.moreau@getalder.com', first_name: 'Ines' }] }],
  });
});

test('an order is placed once for its key, waits for its payment, and only its own workspace reads it', async () => {
  expect((await api('POST', '/smart-senders/place-order', { ...order, user_details: undefined })).status).toBe(400);
  const placed = await api('POST', '/smart-senders/place-order', order, { 'idempotency-key': 'first' });
  expect(placed).toMatchObject({
    status: 200,
    json: { ok: true, status: 'success', data: { total: 19, payment_url: expect.stringContaining('http') } },
  });
  const { order_id } = placed.json as { order_id: string };
  const again = await api('POST', '/smart-senders/place-order', order, { 'idempotency-key': 'first' });
  expect(again.json).toMatchObject({ order_id });
  const details = await api('GET', `/smart-senders/order-details?order_id=${order_id}`);
  expect(details.json).toMatchObject({
    ok: true,
    data: {
      order_id,
      status: 'AWAITING_PAYMENT',
      paid: 0,
      steps: expect.arrayContaining([expect.objectContaining({ name: 'DOMAIN_PAYMENT', status: 'in-progress' })]),
      domains: [
        {
          domain_name: 'getalder.com',
          status: 'PENDING',
          mailbox_details: [{ mailbox: 'nora.whitlock@getalder.com', status: 'PENDING', email_account_id: null }],
        },
      ],
    },
  });
  expect((await stranger('GET', `/smart-senders/order-details?order_id=${order_id}`)).status).toBe(404);
  // What nobody paid is not purchased yet.
  expect((await api('GET', '/smart-senders/get-domain-list')).json).toMatchObject({ data: [] });
  await services.main.test.query("update purchase_payment set status = 'PAID', paid_at = now() where order_id = $1", [
    order_id,
  ]);
  await services.main.test.query('update purchased_mailbox set renews_at = now() where order_id = $1', [order_id]);
  expect((await api('GET', '/smart-senders/get-domain-list')).json).toMatchObject({
    ok: true,
    data: [{ domain_name: 'getalder.com', order_id, vendor_id: 1, mailbox_count: 1 }],
  });
  expect((await api('GET', '/smart-senders/get-domain-list?offset=1')).json).toMatchObject({ data: [] });
  expect((await stranger('GET', '/smart-senders/get-domain-list')).json).toMatchObject({ data: [] });
  expect((await api('GET', '/smart-senders/auth-secret?email_account=nora.whitlock@getalder.com')).json).toMatchObject({
    ok: true,
    data: { two_factor: false, otp: null },
  });
  expect((await stranger('GET', '/smart-senders/auth-secret?email_account=nora.whitlock@getalder.com')).status).toBe(
    404,
  );
});

test('the registrant of the last order is taken where none is given, and what cannot be bought is named', async () => {
  const second = { ...order, user_details: undefined, domains: [{ ...order.domains[0], domain_name: 'tryalder.com' }] };
  const wrongMailbox = await api('POST', '/smart-senders/place-order', second);
  expect(wrongMailbox.status).toBe(400);
  const mailbox = { mailbox: 'nora.whitlock', first_name: 'Nora', last_name: 'Whitlock' };
  const placed = await api('POST', '/smart-senders/place-order', {
    ...second,
    domains: [{ domain_name: 'tryalder.com', mailbox_details: [mailbox] }],
  });
  expect(placed.status).toBe(200);
  const taken = await api('POST', '/smart-senders/place-order', {
    ...second,
    domains: [{ domain_name: 'taken-alder.com', mailbox_details: [mailbox] }],
  });
  expect(taken).toMatchObject({
    status: 409,
    json: { ok: false, message: expect.stringContaining('taken-alder.com') },
  });
});
