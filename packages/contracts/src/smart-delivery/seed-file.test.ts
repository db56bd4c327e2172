import { failedSeedsCsv, readSeedFile, type SeedRow } from './seed-file';

const rowsOf = (text: string): SeedRow[] => {
  const read = readSeedFile(text);
  if (typeof read === 'string') throw new Error(read);
  return read;
};

test('columns come in any order, and what is left out has its usual value', () => {
  const [seed] = rowsOf('Region,Password,EMAIL,note,Host\r\nEurope,"se,cr""et ",Ada@Gmail.test,x,IMAP.gmail.test\r\n');
  expect(seed).toEqual({
    row: 2,
    email: 'ada@gmail.test',
    problem: null,
    seed: {
      email: 'ada@gmail.test',
      region: 'Europe',
      kind: 'personal',
      host: 'imap.gmail.test',
      port: 993,
      security: 'TLS',
      password: 'se,cr"et ',
    },
  });
});

test('semicolons and tabs separate too, and every choice can be written in either case', () => {
  for (const separator of [';', '\t']) {
    const line = (...cells: string[]) => cells.join(separator);
    const [row] = rowsOf(
      `\uFEFF${line('email', 'password', 'host', 'region', 'port', 'security', 'provider', 'kind')}\n` +
        `${line('bo@yahoo.test', 'p', 'imap.yahoo.test', 'Asia', '143', 'starttls', 'Yahoo', 'Business')}\n\n`,
    );
    expect(row?.seed).toMatchObject({ port: 143, security: 'STARTTLS', provider: 'Yahoo', kind: 'business' });
  }
});

test('a row that cannot be a seed says what is wrong with it, and keeps no other out', () => {
  const rows = rowsOf(
    [
      'email,password,host,region,port,kind',
      'nobody,p,h.test,Europe,,',
      'a@x.test,,h.test,Europe,,',
      'b@x.test,p,h.test,Europe,70000,',
      'c@x.test,p,h.test,Europe,993,other',
      'd@x.test,p,h.test,Europe,993',
      'D@x.test,p,h.test,Europe,993,',
    ].join('\n'),
  );
  expect(rows.map(({ row, problem }) => [row, problem === null])).toEqual([
    [2, false],
    [3, false],
    [4, false],
    [5, false],
    [6, true],
    [7, false],
  ]);
  expect(rows[0]?.problem).toMatch(/^The email must look like name@/);
  expect(rows[1]?.problem).toBe(
    'The password is missing. Add it, or token_url, client_id, client_secret, refresh_token.',
  );
  expect(rows[2]?.problem).toMatch(/^The port /);
  expect(rows[3]?.problem).toMatch(/^The kind /);
  expect(rows[5]?.problem).toBe('The same address as row 6.');
});

test('a row has the grant of an OAuth client in place of a password, and may be for one workspace', () => {
  const columns = 'email,host,region,password,workspace_id,token_url,client_id,client_secret,refresh_token';
  const grant = 'https://id.test/token,client,top-secret,refresh-me';
  const rows = rowsOf(
    [
      columns,
      `a@x.test,h.test,Europe,,7,${grant}`,
      `b@x.test,h.test,Europe,p,,${grant}`,
      'c@x.test,h.test,Europe,,,https://id.test/token,client,,refresh-me',
      `d@x.test,h.test,Europe,,all,${grant}`,
    ].join('\n'),
  );
  expect(rows[0]?.seed).toMatchObject({
    workspace_id: 7,
    oauth: {
      token_url: 'https://id.test/token',
      client_id: 'client',
      client_secret: 'top-secret',
      refresh_token: 'refresh-me',
    },
  });
  expect(rows.slice(1).map(({ problem }) => problem)).toEqual([
    'The row has a password and an OAuth grant. Leave one of them empty.',
    'The client_secret is missing.',
    expect.stringMatching(/^The workspace_id /),
  ]);
  const file = failedSeedsCsv([{ email: 'a@x.test', seed: rows[0]?.seed ?? null, problem: 'refused' }]);
  expect(file).toContain('https://id.test/token');
  expect(file).not.toMatch(/top-secret|refresh-me/);
});

test('a file without the needed columns is refused by name', () => {
  expect(readSeedFile('')).toMatch(/^The file is empty/);
  expect(readSeedFile('email,password\na@x.test,p')).toMatch(/Missing: host\.$/);
});

test('what failed can be corrected and read again, and holds no password', () => {
  const [row] = rowsOf('email,password,host,region\na@x.test,top-secret,h.test,Europe');
  const file = failedSeedsCsv([{ email: 'a@x.test', seed: row?.seed ?? null, problem: '=refused, "no"' }]);
  expect(file).not.toContain('top-secret');
  expect(file).toContain(`"'=refused, ""no"""`);
  expect(rowsOf(file)[0]).toMatchObject({
    email: 'a@x.test',
    problem: expect.stringMatching(/^The password is missing\. /),
  });
});
