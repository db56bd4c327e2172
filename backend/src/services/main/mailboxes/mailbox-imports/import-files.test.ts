import type { MailboxImportField, MailboxImportOptions } from '@skein/contracts/main/mailbox-imports.contract';
import { guessColumns } from './guess-columns';
import { readImportRow, type ReadRules } from './read-import-row';

const guess = (header: string[], row: string[], hasHeader = true) => guessColumns(header, [row], hasHeader);
const fields = (header: string[], row: string[], hasHeader = true) =>
  guess(header, row, hasHeader).map((column) => column.field);
const options: MailboxImportOptions = {
  provider: null,
  client_id: null,
  tag_ids: [],
  message_per_day: null,
  warmup: false,
};
const read = (given: Partial<Record<MailboxImportField, string>>, more: Partial<ReadRules> = {}) =>
  readImportRow(Object.values(given), {
    mapping: Object.keys(given) as MailboxImportField[],
    options,
    clients: new Map([['acme', 7]]),
    ...more,
  });
const rosa = { from_email: 'Rosa@Northlight.test', password: "'s3cret " };
const servers = { smtp_host: 'smtp.northlight.test', smtp_port: '465' };
const mailbox = (...given: Parameters<typeof read>) => {
  const found = read(...given);
  if (found.kind === 'wrong') throw new Error(found.cause);
  return found.row;
};

describe('columns', () => {
  it('are recognised in a file of Smartlead', () => {
    const header =
      'from_name,from_email,user_name,password,smtp_host,smtp_port,imap_host,imap_port,max_email_per_day,custom_tracking_url,bcc,signature,warmup_enabled,total_warmup_per_day,daily_rampup,reply_rate_percentage,client_id,imap_user_name,imap_password,time_to_wait_in_mins';
    expect(fields(header.split(','), ['Rosa', 'rosa@northlight.test'])).toEqual([
      'from_name',
      'from_email',
      'username',
      'password',
      'smtp_host',
      'smtp_port',
      'imap_host',
      'imap_port',
      'message_per_day',
      'custom_tracking_domain',
      'bcc_email',
      'signature',
      'warmup_enabled',
      'warmup_per_day',
      'warmup_daily_rampup',
      'warmup_reply_rate',
      'client',
      'imap_username',
      'imap_password',
      'min_time_to_wait_minutes',
    ]);
  });

  it('are recognised in a file of Instantly', () => {
    const header =
      'Email,First Name,Last Name,IMAP Username,IMAP Password,IMAP Host,IMAP Port,SMTP Username,SMTP Password,SMTP Host,SMTP Port,Daily Limit,Warmup Enabled,Warmup Limit,Warmup Increment,Reply To';
    expect(fields(header.split(','), ['rosa@northlight.test'])).toEqual([
      'from_email',
      'first_name',
      'last_name',
      'imap_username',
      'imap_password',
      'imap_host',
      'imap_port',
      'username',
      'password',
      'smtp_host',
      'smtp_port',
      'message_per_day',
      'warmup_enabled',
      'warmup_per_day',
      'warmup_daily_rampup',
      'different_reply_to_address',
    ]);
  });

  it('are told by their values where nothing names them', () => {
    expect(fields(['', '', ''], ['rosa@northlight.test', 'hunter2!', 'mail.northlight.test'], false)).toEqual([
      'from_email',
      'password',
      'host',
    ]);
    expect(
      fields(['', '', '', '', '', ''], ['rosa@n.test', 'x y', 'smtp.n.test', '465', 'imap.n.test', '993'], false),
    ).toEqual(['from_email', 'password', 'smtp_host', 'smtp_port', 'imap_host', 'imap_port']);
  });

  it('show no values where a password may be', () => {
    const columns = guess(['Email', 'Password', 'Notes', 'App key'], ['rosa@northlight.test', 'a', 'b', 'c']);
    expect(columns.map((column) => column.samples)).toEqual([['rosa@northlight.test'], null, null, null]);
  });
});

describe('a row', () => {
  it('takes the password as it is, and the rest from the provider of its host', () => {
    expect(mailbox({ ...rosa, ...servers }).mailbox).toMatchObject({
      from_email: 'rosa@northlight.test',
      from_name: 'Rosa',
      username: 'Rosa@Northlight.test',
      password: "'s3cret",
      type: 'SMTP',
      smtp_port_type: 'SSL',
      imap_host: 'imap.northlight.test',
      imap_port: 993,
      imap_port_type: 'SSL',
    });
    expect(mailbox({ ...rosa, smtp_host: 'smtp.gmail.com' }).mailbox).toMatchObject({
      type: 'GMAIL',
      imap_host: 'imap.gmail.com',
    });
    expect(mailbox({ ...rosa, type: 'OUTLOOK' }).mailbox).toMatchObject({ smtp_host: 'smtp.office365.com' });
    expect(mailbox({ ...rosa, from_email: 'rosa@gmail.com' }).mailbox).toMatchObject({ smtp_host: 'smtp.gmail.com' });
    expect(mailbox(rosa, { options: { ...options, provider: 'ZOHO' } }).mailbox).toMatchObject({
      type: 'ZOHO',
      smtp_host: 'smtp.zoho.com',
    });
  });

  it.each([
    [{ smtp_port: '587' }, { smtp_port: 587, smtp_port_type: 'TLS' }],
    [
      { smtp_port: '2525', smtp_port_type: 'none' },
      { smtp_port: 2525, smtp_port_type: 'NONE' },
    ],
    [{ smtp_port_type: 'STARTTLS' }, { smtp_port: 587, smtp_port_type: 'TLS' }],
    [
      { smtp_port: '465', smtp_port_type: 'true' },
      { smtp_port: 465, smtp_port_type: 'SSL' },
    ],
    [{ smtp_host: 'mail.n.test:465' }, { smtp_host: 'mail.n.test', smtp_port: 465, smtp_port_type: 'SSL' }],
  ])('reads port and security %j', (given, expected) => {
    expect(mailbox({ ...rosa, smtp_host: 'mail.n.test', ...given }).mailbox).toMatchObject(expected);
  });

  it('brings names, tags, client, limits and warmup, up to what warmup allows', () => {
    const row = mailbox({
      ...rosa,
      ...servers,
      first_name: 'Rosa',
      last_name: 'Kessler',
      tags: 'Warm; EU',
      client: 'ACME',
      message_per_day: '30.0',
      custom_tracking_domain: 'https://go.northlight.test/',
      warmup_enabled: 'TRUE',
      warmup_per_day: '80',
    });
    expect(row.mailbox).toMatchObject({
      from_name: 'Rosa Kessler',
      client_id: 7,
      message_per_day: 30,
      custom_tracking_domain: 'go.northlight.test',
    });
    expect([row.tagNames, row.warmup]).toEqual([['Warm', 'EU'], { enabled: true, per_day: 50 }]);
  });

  it.each([
    [true, 'yes', true, { enabled: true }],
    [true, '', true, { enabled: true }],
    [true, 'no', false, null],
    [false, 'yes', false, { enabled: true }],
    [false, '', false, null],
  ])('with the switch at %s and “%s” in the file, the start is gentle: %s', (isOn, cell, isGentle, warmup) => {
    const row = mailbox({ ...rosa, ...servers, warmup_enabled: cell }, { options: { ...options, warmup: isOn } });
    expect([row.mailbox.starts_gently, row.warmup]).toEqual([isGentle, warmup]);
  });

  it.each([
    [{ ...servers, password: 'x' }, 'The email address is missing.'],
    [{ ...rosa, ...servers, password: '' }, 'The password is missing.'],
    [rosa, 'The SMTP host is missing.'],
    [{ ...rosa, ...servers, from_email: 'rosa' }, /^Email address /],
    [{ ...rosa, ...servers, smtp_port: '70000' }, /^SMTP port /],
    [{ ...rosa, ...servers, message_per_day: 'many' }, 'Campaign emails a day is not a whole number.'],
    [{ ...rosa, ...servers, client: 'Umbrella' }, 'No client is called “Umbrella”.'],
    [{ ...rosa, ...servers, warmup_enabled: 'perhaps' }, 'Warmup on or off is neither yes nor no.'],
    [{ ...rosa, ...servers, smtp_port_type: 'QUIC' }, 'SMTP security is neither SSL, TLS nor NONE.'],
  ])('%j is refused with its cause', (given, cause) => {
    expect(read(given)).toMatchObject({
      kind: 'wrong',
      cause: typeof cause === 'string' ? cause : expect.stringMatching(cause),
    });
  });
});
