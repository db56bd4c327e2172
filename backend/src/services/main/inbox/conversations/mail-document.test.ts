import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';

let main: TestMain;
let me: SignedIn;
let messageId: number;
let otherId: number;

const html =
  '<p style="color:#b00">Call me.</p><script>alert(1)</script><img src="https://cdn.evil.test/x.png" onerror="alert(2)"><blockquote>old words</blockquote>';

beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
  const [mailbox] = await main.test.query<{ id: number }>(
    `
      insert into mailbox (
        workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port,
          imap_username
      )
      values ($1, 'Me', 'me@mine.test', 'h', 1, 'u', 'h', 1, 'u')
      returning id
    `,
    [me.workspaceId],
  );
  const add = async (key: string) =>
    Number(
      (
        await main.test.query<{ id: string }>(
          `
            insert into message (
              workspace_id, direction, mailbox_id, message_id, dedupe_key, from_email, html_body,
                untracked_state, at
            )
            values ($1, 'in', $2, $3, $3, 'who@else.test', $4, 'OPEN', now())
            returning id
          `,
          [me.workspaceId, mailbox?.id, key, html],
        )
      )[0]?.id,
    );
  messageId = await add('<one@else.test>');
  otherId = await add('<two@else.test>');
});
afterAll(() => main.close());

const link = async (person = me, id = messageId) =>
  (await main.asClient(inboxContract, person).openDocument({ params: { messageId: id } })).url;

test('a mail is its own document: cleaned, with its styles, and under a policy that runs and loads nothing', async () => {
  const answer = await main.app.request(await link());
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-security-policy')).toBe(
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
  );
  const text = await answer.text();
  expect(text).toContain('<p style="color:#b00">Call me.</p>');
  expect(text).not.toMatch(/<script|onerror|<img[^>]* src="https/);
});

test('remote images come only when asked for, and the quotation can be left out', async () => {
  const address = await link();
  const asked = await main.app.request(`${address}&images=1&own=1`);
  expect(asked.headers.get('content-security-policy')).toContain('img-src data: https:;');
  const text = await asked.text();
  expect(text).toContain('src="https://cdn.evil.test/x.png"');
  expect(text).toContain('blockquote{display:none}');
});

test('an address is good for one mail, for ten minutes, and for nobody who may not see it', async () => {
  const address = await link();
  expect((await main.app.request(address.replace(`/${messageId}/`, `/${otherId}/`))).status).toBe(403);
  expect(
    (
      await main.app.request(
        address.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')).replace(/ticket=\d+/, 'ticket=999'),
      )
    ).status,
  ).toBe(403);
  expect((await main.app.request(`/api/inbox/messages/${messageId}/document?ticket=x`)).status).toBe(403);
  await expect(link(await main.signIn())).rejects.toMatchObject({ status: 404 });
  await expect(
    link(await main.signIn({ workspaceId: me.workspaceId, client: { permissions: ['full_access'] } })),
  ).rejects.toMatchObject({ status: 404 });
  main.realClock.advance(601_000);
  expect((await main.app.request(address)).status).toBe(403);
});
