// What deploy/prove.mjs works out without a network: its names, the hours it waits for, and how it compares two archives.
const { join } = require('node:path');
const { spawnSync } = require('node:child_process');

const deploy = join(__dirname, '..', 'deploy');

/** What an expression of these modules is, as a process of its own says: Jest would translate them. */
function of(expression) {
  const from = (file, names) => `import { ${names} } from ${JSON.stringify(join(deploy, file))};`;
  const program = `
    ${from('mail-settings.mjs', 'dnsmasqLines')}
    ${from('prove-world.mjs', 'eveningZone, firstRecords, missingKey')}
    ${from('prove-move.mjs', 'differences')}
    ${from('token-endpoint.mjs', 'createTokens')}
    ${from('mail-settings.mjs', 'dovecotLines')}
    console.log(JSON.stringify(${expression}));`;
  const result = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
  expect(result.stderr).toBe('');
  return JSON.parse(result.stdout);
}

test('cuts a record into strings of 255 bytes, and has no name but those it was given', () => {
  const text = of(`dnsmasqLines([
    { type: 'TXT', name: 'key.a.net', value: 'k'.repeat(300) },
    { type: 'MX', name: 'a.net', value: 'mx.a.net' },
    { type: 'PTR', name: 'mx.a.net', value: '9.9.9.91' },
  ])`);
  expect(text).toContain(`txt-record=key.a.net,"${'k'.repeat(255)}","${'k'.repeat(45)}"\n`);
  expect(text).toContain('mx-host=a.net,mx.a.net,10\n');
  expect(text).toContain('ptr-record=91.9.9.9.in-addr.arpa,mx.a.net\n');
  expect(text).toContain('local=/#/\n');
});

test('leaves the domain that will fail without SPF, DKIM and DMARC, and no other', () => {
  const keys = `['acme-north.com', 'globex-east.com'].map((name) => ({ type: 'TXT', name: 'mail._domainkey.' + name, value: 'v=DKIM1' }))`;
  const texts = of(`firstRecords(${keys})`).filter(({ type }) => type === 'TXT');
  expect(texts.filter(({ name }) => name.endsWith('acme-north.com'))).toEqual([]);
  for (const name of ['globex-east.com', '_dmarc.globex-east.com', 'mail._domainkey.globex-east.com'])
    expect(texts.filter((record) => record.name === name)).toHaveLength(1);
  expect(of(`missingKey(${keys})`).name).toBe('mail._domainkey.acme-north.com');
});

test('finds the zone whose evening is near, and leaves time for what is planned', () => {
  const zones = `['Etc/GMT', 'Europe/Berlin', 'Asia/Kolkata']`;
  const at = (time) => of(`eveningZone(new Date('2026-11-28T${time}:00Z'), ${zones})`);
  expect(at('15:20')).toEqual({ zone: 'Asia/Kolkata', left: 10 });
  expect(at('15:27')).toEqual({ zone: 'Europe/Berlin', left: 273 });
  expect(at('20:30')).toEqual({ zone: 'Etc/GMT', left: 30 });
});

test('renews an access token for its client and by its newest refresh token alone, until the consent is withdrawn', () => {
  const said = of(`(() => {
    let time = 0;
    const tokens = createTokens({ id: 'skein', secret: 's' }, { seconds: 60, now: () => time });
    const renew = (refresh_token, secret = 's') =>
      tokens.renew(new URLSearchParams({ client_id: 'skein', client_secret: secret, refresh_token }));
    const first = tokens.grant('a@b.net');
    const stranger = renew(first, 'other').body;
    const given = renew(first).body;
    const again = renew(first).body;
    const isHis = tokens.tell(given.access_token);
    time = 61_000;
    const late = tokens.tell(given.access_token);
    const next = renew(given.refresh_token).body;
    tokens.revoke('a@b.net');
    const after = [renew(next.refresh_token).body, tokens.tell(next.access_token).body];
    return { stranger, again, isHis, late, after };
  })()`);
  expect(said).toEqual({
    stranger: { error: 'invalid_client' },
    again: { error: 'invalid_grant' },
    isHis: { status: 200, body: { email: 'a@b.net' } },
    late: { status: 401, body: { error: 'invalid_token' } },
    after: [{ error: 'invalid_grant' }, { error: 'invalid_token' }],
  });
});

test('lets access tokens in where a provider gives them out, and nowhere else', () => {
  const [with_, without] = of(
    `[{ tokens: 1 }, {}].map((ports) => dovecotLines({ folder: '/f', host: 'h', address: '1.2.3.4', ports, judges: false }))`,
  );
  expect(with_).toContain('auth_mechanisms = plain xoauth2\npassdb {\n  driver = oauth2\n');
  expect(without).toContain('auth_mechanisms = plain\npassdb {\n  driver = passwd-file\n');
});

test('names the tables and files in which two archives differ', () => {
  const table = (name, sha256) => ({ name, rows: 1, sha256 });
  const one = { tables: [table('lead', 'a'), table('mailbox', 'b')], files: [{ name: 'x.png', sha256: 'c' }] };
  const other = { tables: [table('lead', 'a'), table('mailbox', 'd')], files: [] };
  expect(of(`differences(${JSON.stringify(one)}, ${JSON.stringify(one)})`)).toEqual([]);
  expect(of(`differences(${JSON.stringify(one)}, ${JSON.stringify(other)})`)).toEqual(['mailbox', 'x.png']);
});
