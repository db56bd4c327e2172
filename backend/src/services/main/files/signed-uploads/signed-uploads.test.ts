import { authContract } from '@skein/contracts/main/auth.contract';
import { signedUploadsContract } from '@skein/contracts/main/signed-uploads.contract';
import { createStorageApp } from '#platform/storage/storage-routes';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';

let main: TestMain;
let me: SignedIn;
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
});
afterAll(() => main.close());

const uploads = (person: SignedIn = me) => main.asClient(signedUploadsContract, person);
const send = (address: string, body: Buffer | string, type: string) =>
  createStorageApp(main.deps.files).request(address, {
    method: 'PUT',
    body: new Uint8Array(Buffer.from(body)),
    headers: { 'content-type': type },
  });

it('a profile picture is uploaded under a signed address, looked into, and shown', async () => {
  const signed = await uploads().profilePicture({ query: { fileType: 'image/png' } });
  await expect(uploads().useProfilePicture({ body: { key: signed.key } })).rejects.toMatchObject({
    details: [{ field: 'key' }],
  });
  expect((await send(signed.signedUrl, png, 'image/png')).status).toBe(200);
  const { profile_pic_url: url } = await uploads().useProfilePicture({ body: { key: signed.key } });
  expect(url).toBe(signed.url);
  expect((await main.asClient(authContract, me).me({})).user.profile_pic_url).toBe(url);
  const shown = await main.app.request(new URL(url).pathname);
  expect([shown.status, shown.headers.get('content-type'), shown.headers.get('x-content-type-options')]).toEqual([
    200,
    'image/png',
    'nosniff',
  ]);
  await uploads().dropProfilePicture({});
  expect((await main.asClient(authContract, me).me({})).user.profile_pic_url).toBeNull();
  expect((await main.app.request(new URL(url).pathname)).status).toBe(404);
});

it('refuses a program in the clothes of a picture, and the pictures of others', async () => {
  const signed = await uploads().profilePicture({ query: { fileType: 'image/png' } });
  await send(signed.signedUrl, '<svg onload="alert(1)">', 'image/png');
  await expect(uploads().useProfilePicture({ body: { key: signed.key } })).rejects.toMatchObject({
    code: 'UNSUPPORTED_MEDIA',
  });
  const mine = await uploads().profilePicture({ query: { fileType: 'image/png' } });
  await send(mine.signedUrl, png, 'image/png');
  const other = await main.signIn({ workspaceId: me.workspaceId });
  for (const key of [mine.key, 'images/profile/../../secrets.png', 'uploads/1/list.csv'])
    await expect(uploads(other).useProfilePicture({ body: { key } })).rejects.toMatchObject({
      details: [{ field: 'key' }],
    });
});

it('signs for one type and size only', async () => {
  await expect(uploads().profilePicture({ query: { fileType: 'image/svg+xml' as never } })).rejects.toMatchObject({
    code: 'VALIDATION',
  });
  await expect(
    uploads().profilePicture({ query: { fileType: 'image/png', fileSize: 50_000_000 } }),
  ).rejects.toMatchObject({ code: 'VALIDATION' });
  const signed = await uploads()
    .sequenceImage({ query: { fileName: '../../x.png', fileType: 'image/png' } as never })
    .catch((error: { code: string }) => error.code);
  expect(signed).toBe('VALIDATION');
  const image = await uploads().sequenceImage({
    query: { fileName: 'banner.png', fileType: 'image/png', fileSize: png.length },
  });
  expect((await send(image.signedUrl, Buffer.concat([png, png]), 'image/png')).status).toBe(413);
  expect((await send(image.signedUrl, png, 'text/html')).status).toBe(415);
  expect((await send(image.signedUrl, png, 'image/png')).status).toBe(200);
  const asset = await uploads().asset({
    body: { fileType: 'application/pdf', fileName: 'order.pdf', resourceEndpoint: 'smart-senders/orders' },
  });
  expect(asset.key).toMatch(/^images\/assets\/\d+-\d+-[0-9a-f-]{36}\.pdf$/);
});
