import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { crc32, deflateSync } from 'node:zlib';
import { reportsContract } from '@skein/contracts/analytics/reports.contract';
import { clientsContract } from '@skein/contracts/main/clients.contract';
import { readPdf } from '#platform/pdf/testing/read-pdf';
import type { ReportEmail, ReportPorts } from '#platform/mail/report-mail';
import { catchMails, type MailCatcher } from '#platform/testing/mail-catcher';
import { inlineWork } from '#platform/workers/heavy-work';
import { createTestServices, type TestServices } from '#server/testing/test-services';
import { createReportPorts } from '#main/main.api';
import type { SignedIn } from '#main/testing';
import type { AnalyticsDeps } from '../../deps';
import { planReports } from './plan-reports';
import { reportJobs } from './report.handlers';

let services: TestServices;
let catcher: MailCatcher;
let web: Server;
let me: SignedIn;
/** What was handed to the mail server, as it was. */
const sent: ReportEmail[] = [];
let deps: AnalyticsDeps;
const monday = Date.parse('2026-10-26T07:00:00Z');

/** A picture of one colour. */
function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const typed = Buffer.concat([Buffer.from(type), data]);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(typed));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, typed, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (1 + width * 3), 0x55);
  for (let row = 0; row < height; row += 1) rows[row * (1 + width * 3)] = 0;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
const agencyLogo: [number, number] = [11, 5];
const clientLogo: [number, number] = [7, 3];

beforeAll(async () => {
  services = await createTestServices();
  const { main } = services;
  me = await main.signIn();
  catcher = await catchMails();
  main.deps.config.systemMail.smtpUrl = catcher.url;
  const real = createReportPorts(main.deps);
  const reports: ReportPorts = {
    ...real,
    send: (workspaceId, to, email) => {
      sent.push(email);
      return real.send(workspaceId, to, email);
    },
  };
  deps = { ...main.deps, heavyWork: inlineWork, reports } as unknown as AnalyticsDeps;
  web = createServer((request, answer) =>
    request.url === '/logo.png' ? answer.end(png(...clientLogo)) : answer.writeHead(404).end(),
  );
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  await main.test.query(`update workspace set name = 'Agency Incorporated' where id = $1`, [me.workspaceId]);
  await main.deps.files.put('whitelabel/logo', Readable.from(png(...agencyLogo)), { type: 'image/png', maximum: 1e6 });
});
afterAll(async () => {
  await services.close();
  await catcher.close();
  await new Promise((resolve) => web.close(resolve));
});

const whitelabel = () =>
  services.main.test.query(
    `
      insert into whitelabel (
        workspace_id, name, accent, font, radius, domain, token, domain_verified_at, logo_key, logo_type, sender_name,
          sender_address, sender_verified_at, mail_greeting, mail_footer, support_address
      )
      values ($1, 'Northbeam', '#aa3311', 'serif', 'sharp', 'app.northbeam.test', 't', now(), 'whitelabel/logo',
        'image/png', 'Northbeam reports', 'reports@northbeam.test', now(), 'Good morning,', 'Northbeam, Harbour Road 1',
        'help@northbeam.test')
      on conflict do nothing
    `,
    [me.workspaceId],
  );
const addClient = async (name: string, logo: string | null) =>
  (
    await services.main.test.query<{ id: number }>(
      'insert into agency_client (workspace_id, name, email, logo_url) values ($1, $2, $3, $4) returning id',
      [me.workspaceId, name, `${name.toLowerCase()}@client.test`, logo],
    )
  )[0]?.id as number;

/** The email and the PDF of a report's week. */
async function mailReport(name: string, clientId: number | null, to = 'reader@bright.test') {
  const { main } = services;
  main.clock.set(monday - 3_600_000);
  const reports = services.asClient(reportsContract, me);
  const { id } = await reports.createReport({
    body: {
      name,
      page: 'global-analytics',
      address: '',
      is_shared: true,
      ...(clientId === null ? {} : { client_id: clientId }),
    },
  });
  await reports.scheduleReport({
    params: { reportId: id },
    body: { weekday: 1, hour: 8, time_zone: 'Europe/Berlin', is_active: true, recipients: [to] },
  });
  main.clock.set(monday + 60_000);
  sent.length = 0;
  catcher.mails.length = 0;
  await planReports(deps);
  await main.runJobs(reportJobs(deps));
  await reports.deleteReport({ params: { reportId: id } });
  expect(catcher.mails).toHaveLength(1);
  return { mail: catcher.mails[0], email: sent[0], pdf: readPdf(sent[0]?.pdf.bytes ?? new Uint8Array()) };
}

const address = () => `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
const agencyWords = /agency|northbeam|skein/i;

it('wears the name and logo of the client and the colours of the brand, and names neither agency nor product', async () => {
  await whitelabel();
  const id = await addClient('Bright', null);
  const change = (logo_url: string | null) =>
    services.asClient(clientsContract, me).changeClient({ params: { clientId: id }, body: { logo_url } });
  await expect(change('javascript:alert(1)')).rejects.toMatchObject({ details: [{ field: 'logo_url' }] });
  expect(await change(`${address()}/logo.png`)).toMatchObject({ logo_url: `${address()}/logo.png`, name: 'Bright' });
  const { pdf, mail, email } = await mailReport('Weekly results', id);
  expect(pdf.text.split('\n')[0]).toBe('Bright');
  expect(pdf.text).toContain('Bright, Weekly results');
  expect(pdf.text).toContain('Oct 19 to Oct 25, 2026');
  expect(pdf.text).not.toMatch(agencyWords);
  expect(pdf.properties).toContain('Bright');
  expect(pdf.properties).not.toMatch(agencyWords);
  expect(pdf.fills).toContain('#aa3311');
  expect(pdf.fills).not.toContain('#3f4fcf');
  expect(pdf.pictures).toEqual([clientLogo]);
  expect(email?.pdf.name).toBe('weekly-results-2026-10-25.pdf');
  // The email comes from the address of the brand that the client knows, and says nothing of the product.
  expect(mail?.from).toBe('reports@northbeam.test');
  expect(JSON.stringify([mail?.subject, mail?.text, mail?.html, mail?.fromName])).not.toMatch(/skein|agency/i);
  expect([mail?.fromName, mail?.replyTo]).toEqual(['Northbeam reports', 'help@northbeam.test']);
  expect(mail?.text).toMatch(
    /^Good morning,\n\n[^]*-- \nNorthbeam, Harbour Road 1\nQuestions\? Write to help@northbeam[.]test/,
  );
  expect(mail?.attachments.map(({ name, contentId }) => [name, contentId])).toEqual([
    ['logo.png', 'brand-logo'],
    ['weekly-results-2026-10-25.pdf', null],
  ]);
  expect(mail?.html).toContain('src="cid:brand-logo"');
  // The PDF is set in the nearest free family of the brand's font.
  const raw = Buffer.from(email?.pdf.bytes ?? []).toString('latin1');
  expect(raw).toMatch(/\/FontName \/[A-Z]+\+SourceSerif4-/);
  expect(raw).not.toMatch(/\/FontName \/[A-Z]+\+Inter-/);
});

it('asks a recipient who wants the report no more in the look of the brand', async () => {
  await whitelabel();
  const { email } = await mailReport('Weekly results', null);
  const app = services.apps.analytics;
  const path = new URL(email?.stopUrl as string).pathname;
  // The report is deleted by now, and its link is still ours: the page asks, and then says that there is nothing to stop.
  const asked = await (await app?.request(path))?.text();
  expect(asked).toContain('background:#aa3311');
  expect(asked).not.toMatch(agencyWords);
  expect((await app?.request(path, { method: 'POST' }))?.status).toBe(404);
});

it('greets people of the workspace by their name, and others in words that need none', async () => {
  await whitelabel();
  const greet = (greeting: string) =>
    services.main.test.query('update whitelabel set mail_greeting = $2 where workspace_id = $1', [
      me.workspaceId,
      greeting,
    ]);
  await greet('Dear {{name}},');
  await services.main.test.query(`update app_user set name = 'Ada' where email = $1`, [me.email]);
  expect((await mailReport('Weekly results', null, me.email)).mail?.text).toMatch(/^Dear Ada,\n/);
  expect((await mailReport('Weekly results', null)).mail?.text).toMatch(/^Hello,\n/);
  await greet('Good morning,');
});

it('leaves out a client’s logo that cannot be fetched, and shows no other in its place', async () => {
  await whitelabel();
  const { pdf } = await mailReport('Weekly results', await addClient('Dull', `${address()}/gone.png`));
  expect(pdf.text.split('\n')[0]).toBe('Dull');
  expect([pdf.pictures, agencyWords.test(pdf.text)]).toEqual([[], false]);
});

it('wears the brand of the agency when it is about no client', async () => {
  await whitelabel();
  const { pdf } = await mailReport('All clients', null);
  expect(pdf.text.split('\n')[0]).toBe('Northbeam');
  expect(pdf.pictures).toEqual([agencyLogo]);
  expect(pdf.fills).toContain('#aa3311');
  expect(pdf.text).not.toMatch(/skein/i);
});

it('names the client, not the product, before the agency has proven a host name', async () => {
  await services.main.test.query('delete from whitelabel where workspace_id = $1', [me.workspaceId]);
  const { pdf } = await mailReport('Weekly results', await addClient('Plain', null));
  expect(pdf.text.split('\n')[0]).toBe('Plain');
  expect(pdf.text).not.toMatch(agencyWords);
  expect(pdf.fills).toContain('#3f4fcf');
});
