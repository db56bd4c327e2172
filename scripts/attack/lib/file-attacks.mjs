// Files beside which the process has to answer: looked at when they come in, and read to their end when they are imported.
import { caller, people } from './client.mjs';
import { leadsFile, repeated, wideRows, workbook } from './hostile-files.mjs';
import { waitFor } from './installation.mjs';

const megabyte = 1_000_000;

/** Files of 4 MB that are hard to read, by what makes them so. */
const hardFiles = [
  ['one quote that is never closed', () => `email,name\r\nada@quote.test,"${repeated('x', 3.9 * megabyte)}`],
  ['quotes and quotes', () => `email,name\r\nada@quote.test,${repeated('"",', 3.9 * megabyte)}`],
  ['single quotes', () => `email,name\r\nada@quote.test,${repeated("'", 3.9 * megabyte)}`],
  ['nothing but commas', () => repeated(',', 2 * megabyte)],
  ['half a million cells a row', () => wideRows(3.9 * megabyte)],
  ['letters of no encoding', () => Buffer.from(repeated('email;é\xff\xfe\x81\n', 3.9 * megabyte), 'latin1')],
];

/** @returns attacks as `{ name, work }` */
export async function fileAttacks(url, demo) {
  const team = people(url, demo);
  const { token } = await team.owner();
  const send = caller(url, { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' });
  const ask = caller(url, { authorization: `Bearer ${token}` });
  const seed = Date.now().toString(36);
  const several = (count, work) => Promise.all(Array.from({ length: count }, (_, index) => work(index)));
  const must = ({ status, data, text }) => {
    if (status < 300) return data;
    throw new Error(`${status}: ${text.slice(0, 300)}`);
  };

  const upload = (path, body, name = 'leads.csv') => send('POST', `${path}?file_name=${name}`, body);
  /** A file that is too large may be refused, and its connection closed, before all of it was sent. */
  const uploadTooLarge = (path, body) => upload(path, body).catch(() => undefined);
  /** Sends a file and imports it to its end. */
  async function importFile(path, body, choices) {
    const { id } = must(await upload(path, body));
    must(await ask('POST', `${path}/${id}/start`, choices));
    await waitFor(`The import ${id}`, 120, async () => {
      const { status } = must(await ask('GET', `${path}/${id}`));
      return !['IMPORTING', 'UPLOADED'].includes(status);
    });
  }
  const ignore = { kind: 'ignore' };
  const email = { kind: 'field', field: 'email' };
  const mapping = [email, ...Array.from({ length: 4 }, (_, at) => ({ kind: 'custom', name: `c${at}` })), ignore];

  const leads = leadsFile(60_000, seed);
  const list = leadsFile(60_000, `${seed}-list`);
  return [
    ...hardFiles.map(([name, file]) => ({
      name: `8 files of 4 MB are looked at: ${name}`,
      work: () => several(8, () => upload('/api/uploads', file())),
    })),
    {
      name: '4 block lists of 4 MB are looked at',
      work: () => several(4, () => upload('/api/block-list/uploads', wideRows(3.9 * megabyte))),
    },
    {
      name: '4 workbooks of 40,000 rows are looked at',
      work: async () => {
        const book = workbook(40_000, seed);
        await several(4, () => upload('/api/uploads', book, 'leads.xlsx'));
      },
    },
    {
      name: '4 files of mailboxes of 9 MB, a cell of a character each',
      work: () => several(4, () => uploadTooLarge('/api/mailbox-imports', wideRows(9 * megabyte))),
    },
    {
      name: '4 files of 4,900 mailboxes',
      work: () =>
        several(4, (index) =>
          upload(
            '/api/mailbox-imports',
            `email,password,smtp_host,imap_host\n${Array.from({ length: 4_900 }, (_, row) => `box-${seed}-${index}-${row}@box.test,secret-${row},smtp.box.test,imap.box.test`).join('\n')}`,
          ),
        ),
    },
    { name: 'an import of 60,000 leads', work: () => importFile('/api/uploads', leads, { mapping }) },
    { name: 'the same 60,000 leads again', work: () => importFile('/api/uploads', leads, { mapping }) },
    {
      name: 'an import of 12 MB with half a million cells a row',
      work: () => importFile('/api/uploads', wideRows(12 * megabyte), { mapping: [email, ignore] }),
    },
    {
      name: 'an import of 12 MB with a quote that is never closed',
      work: () =>
        importFile('/api/uploads', `email,name\r\nada@quote.test,"${repeated('x,"" ', 12 * megabyte)}`, {
          mapping: [email, ignore],
        }),
    },
    { name: 'a block list of 60,000', work: () => importFile('/api/block-list/uploads', list, { column: 0 }) },
  ];
}

/** A launch review of many long texts. */
export async function reviewAttacks(url, demo) {
  const ask = caller(url, { 'x-api-key': demo.api_key });
  const several = (count, work) => Promise.all(Array.from({ length: count }, (_, index) => work(index)));
  const attacks = [];
  for (const piece of ['buy now ', '<a href="', '{{', '{% if a %}', 'https://a.b/', '<b><i>']) {
    const { id } = (await ask('POST', '/api/campaigns', { name: `Attack ${piece}` })).data;
    const step = (at) => ({
      seq_type: 'EMAIL',
      seq_delay_details: { delayInDays: at ? 1 : 0, delayInHours: 0, delayInMinutes: 0 },
      variant_distribution_type: 'MANUAL_EQUAL',
      variants: [{ variant_label: 'A', subject: 'Hello', email_body: repeated(piece, 90_000), is_paused: false }],
    });
    const saved = await ask('PUT', `/api/campaigns/${id}/sequences`, {
      steps: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(step),
    });
    if (saved.status >= 300) throw new Error(`${saved.status}: ${saved.text.slice(0, 300)}`);
    attacks.push({
      name: `6 reviews of 10 steps of 90,000 characters of ${piece}`,
      work: () => several(6, () => ask('GET', `/api/campaigns/${id}/review`)),
    });
  }
  return attacks;
}
