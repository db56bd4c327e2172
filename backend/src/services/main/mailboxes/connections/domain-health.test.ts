import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { noticesContract } from '@skein/contracts/main/notices.contract';
import { zoneResolver, type Zone } from '#platform/mail/zone-resolver';
import { createTestMain, type TestMain } from '#main/testing';

const domain = 'northlight.test';
const zone: Zone = {
  txt: {
    [domain]: ['v=spf1 include:_spf.google.com ~all'],
    '_spf.google.com': ['v=spf1 ip4:192.0.2.0/24 ~all'],
    [`google._domainkey.${domain}`]: ['v=DKIM1; p=MIIB'],
    [`s1._domainkey.${domain}`]: ['v=DKIM1; p=MIIB'],
  },
  mx: { [domain]: [{ exchange: 'aspmx.l.google.com', priority: 1 }] },
};
let main: TestMain;
beforeAll(async () => {
  main = await createTestMain({ resolver: zoneResolver(zone) });
});
afterAll(() => main.close());

test('selectors are named, what is missing comes as a record to paste, and a change for the worse gives one notice a domain', async () => {
  const me = await main.signIn();
  const boxes = main.asClient(mailboxesContract, me);
  const ids = await main.test.query<{ id: number }>(
    `
      insert into mailbox (workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port, imap_username)
      select $1, 'Rosa', name || '@northlight.test', 'smtp.test', 587, 'x', 'imap.test', 993, 'x'
      from unnest(array['rosa', 'lena']) name
      returning id
    `,
    [me.workspaceId],
  );
  const look = async () => {
    const found = [];
    for (const { id } of ids) found.push(await boxes.checkDns({ params: { mailboxId: id }, body: {} }));
    return found[0];
  };
  const notices = async () => (await main.asClient(noticesContract, me).listNotices({})).rows;
  expect(await look()).toMatchObject({
    dkim: { verdict: 'pass', text: 'Key found under google, s1.' },
    dmarc: { paste: { name: `_dmarc.${domain}`, value: `v=DMARC1; p=none; rua=mailto:dmarc@${domain}` } },
  });
  zone.txt[`_dmarc.${domain}`] = ['v=DMARC1; p=none; pct=100'];
  expect((await look())?.dmarc.paste?.value).toBe('v=DMARC1; p=quarantine; pct=100');
  expect(await notices()).toEqual([]);

  zone.txt[domain] = [];
  expect((await look())?.spf.paste?.value).toBe('v=spf1 include:_spf.google.com ~all');
  expect(await notices()).toMatchObject([{ kind: 'mailbox-dns', title: `SPF of ${domain} failed` }]);
  zone.txt[domain] = ['v=spf1 include:_spf.google.com +all'];
  expect((await look())?.spf.paste?.value).toBe('v=spf1 include:_spf.google.com ~all');
  expect(await notices()).toHaveLength(1);
});
