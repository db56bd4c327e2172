import { categoriseCalendarAnswer } from './categorise-reply';
import { readCalendarAnswer } from './calendar-answer';
import { classifyMessage } from './classify-message';
import { parseMail } from './parse-mail';
import { rawMail } from './raw-mail.test-support';

/** A mail with a calendar beside its text, or with the calendar alone. */
const withCalendar = (lines: readonly string[], { text = '', headers = {}, isFile = false } = {}) =>
  rawMail(
    {
      Subject: 'Accepted: Intro call',
      'MIME-Version': '1.0',
      'Content-Type': 'multipart/mixed; boundary="b"',
      ...headers,
    },
    [
      ...(text === '' ? [] : ['--b', 'Content-Type: text/plain; charset=utf-8', '', text]),
      '--b',
      isFile
        ? 'Content-Type: application/octet-stream; name=invite.ics\nContent-Disposition: attachment; filename=invite.ics'
        : 'Content-Type: text/calendar; charset=utf-8; method=REPLY',
      '',
      ...lines,
      '--b--',
      '',
    ].join('\n'),
  );
const event = (lines: readonly string[], method = 'REPLY', zone: readonly string[] = []) => [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  `METHOD:${method}`,
  ...zone,
  'BEGIN:VEVENT',
  'UID:one@sender.test',
  ...lines,
  'END:VEVENT',
  'END:VCALENDAR',
];
const ada = (state: string) => `ATTENDEE;CN=Ada Lovelace;PARTSTAT=${state}:mailto:ada@acme.test`;
const inUtc = 'DTSTART:20260317T130000Z';
const read = async (lines: readonly string[], more = {}) =>
  readCalendarAnswer(await parseMail(withCalendar(lines, more)));

describe('what calendar programs send', () => {
  test('Google: in UTC, inline and once more as a file, the words in a parameter', async () => {
    const lines = event([
      inUtc,
      'DTEND:20260317T133000Z',
      'ORGANIZER;CN=Grace:mailto:grace@sender.test',
      'ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=DECLINED;CN=ada@acm',
      ' e.test;X-NUM-GUESTS=0;X-RESPONSE-COMMENT="Travelling; back on Monday: sorry":mail',
      ' to:ada@acme.test',
      'SUMMARY:Intro call',
    ]);
    const expected = {
      answer: 'declined',
      starts_at: '2026-03-17T13:00:00.000Z',
      comment: 'Travelling; back on Monday: sorry',
    };
    expect(await read(lines, { text: 'Ada has declined this invitation.' })).toEqual(expected);
    expect(await read(lines, { isFile: true })).toEqual(expected);
  });

  const outlookZone = [
    'BEGIN:VTIMEZONE',
    'TZID:W. Europe Standard Time',
    'BEGIN:STANDARD',
    'DTSTART:16010101T030000',
    'TZOFFSETFROM:+0200',
    'TZOFFSETTO:+0100',
    'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10',
    'END:STANDARD',
    'BEGIN:DAYLIGHT',
    'DTSTART:16010101T020000',
    'TZOFFSETFROM:+0100',
    'TZOFFSETTO:+0200',
    'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3',
    'END:DAYLIGHT',
    'END:VTIMEZONE',
  ];
  test.each([
    ['20260317T140000', '2026-03-17T13:00:00.000Z'],
    ['20260330T140000', '2026-03-30T12:00:00.000Z'],
    ['20261024T140000', '2026-10-24T12:00:00.000Z'],
    ['20261026T140000', '2026-10-26T13:00:00.000Z'],
  ])('Outlook: %s by the rules of a zone that has a name of its own', async (local, at) => {
    const lines = event(
      [
        'ATTENDEE;PARTSTAT=TENTATIVE;CN=Ada Lovelace:MAILTO:Ada@Acme.test',
        'COMMENT;LANGUAGE=en-US:Maybe\\, I have to ask\\nmy boss',
        `DTSTART;TZID=W. Europe Standard Time:${local}`,
        'BEGIN:VALARM',
        'DTSTART:20200101T000000Z',
        'END:VALARM',
      ],
      'REPLY',
      outlookZone,
    );
    expect(await read(lines)).toEqual({ answer: 'tentative', starts_at: at, comment: 'Maybe, I have to ask\nmy boss' });
  });

  test('Apple: a zone by its IANA name, folded lines', async () => {
    const lines = event([
      'DTSTART;TZID=America/New_York:20260317T090000',
      'ATTENDEE;CN=Ada;CUTYPE=INDIVIDUAL;EMAIL=ada@acme.test;PARTSTAT=ACC',
      '\tEPTED;ROLE=REQ-PARTICIPANT:mailto:ada@acme.test',
    ]);
    expect(await read(lines)).toEqual({ answer: 'accepted', starts_at: '2026-03-17T13:00:00.000Z', comment: '' });
  });

  test('another time is proposed, an own meeting is offered or called off', async () => {
    const own = ['ORGANIZER;CN=Ada:mailto:ada@acme.test', 'ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:grace@sender.test'];
    expect(await read(event([inUtc, ada('TENTATIVE')], 'COUNTER'))).toMatchObject({ answer: 'counter' });
    expect(await read(event([inUtc, ...own], 'REQUEST'))).toMatchObject({ answer: 'invited' });
    expect(await read(event([inUtc, ...own], 'CANCEL'))).toMatchObject({ answer: 'cancelled' });
    const others = ['ORGANIZER:mailto:grace@sender.test', ada('NEEDS-ACTION')];
    expect(await read(event([inUtc, ...others], 'REQUEST'))).toBeNull();
    expect(await read(event([inUtc, ...own], 'PUBLISH'))).toBeNull();
  });

  test('a whole day, a time without a zone and a zone that nobody knows have no instant', async () => {
    for (const start of [
      'DTSTART;VALUE=DATE:20260317',
      'DTSTART:20260317T090000',
      'DTSTART;TZID=Nowhere Time:20260317T090000',
      'DTSTART:20260231T090000Z',
      'DTSTART:soon',
      'SUMMARY:x',
    ])
      expect(await read(event([start, ada('ACCEPTED')]))).toMatchObject({ answer: 'accepted', starts_at: null });
  });
});

describe('whose answer it is', () => {
  test('an address of theirs that did not write answers, an assistant answers for somebody', async () => {
    expect(await read(event([inUtc, 'ATTENDEE;PARTSTAT=ACCEPTED:mailto:ada@lovelace.test']))).toMatchObject({
      answer: 'accepted',
    });
    const assisted = [
      'ATTENDEE;PARTSTAT=DECLINED:mailto:boss@acme.test',
      'ATTENDEE;PARTSTAT=ACCEPTED;SENT-BY="mailto:ada@acme.test":mailto:chief@acme.test',
    ];
    expect(await read(event([inUtc, ...assisted]))).toMatchObject({ answer: 'accepted' });
  });

  test('an answer of somebody else that is forwarded is none of the sender, nor our own that comes back', async () => {
    const others = event([inUtc, 'ATTENDEE;PARTSTAT=ACCEPTED:mailto:boss@acme.test']);
    expect(await read(others, { headers: { Subject: 'Fwd: Accepted: Intro call' } })).toBeNull();
    expect(await read(event([inUtc, 'ATTENDEE;PARTSTAT=ACCEPTED:mailto:grace@sender.test']))).toBeNull();
    const forwarded = { headers: { Subject: 'Fwd: Accepted: Intro call' } };
    expect(await read(event([inUtc, ada('ACCEPTED')]), forwarded)).toMatchObject({ answer: 'accepted' });
  });

  test('of several others, or of two answers, none is read', async () => {
    const others = ['one', 'two'].map((name) => `ATTENDEE;PARTSTAT=ACCEPTED:mailto:${name}@elsewhere.test`);
    expect(await read(event([inUtc, ...others]))).toBeNull();
    expect(await read(event([inUtc, ada('ACCEPTED;PARTSTAT=DECLINED')]))).toBeNull();
    expect(await read(event([inUtc, ada('ACCEPTED'), ada('DECLINED')]))).toBeNull();
    expect(await read(event([inUtc, ada('ACCEPTED;PARTSTAT=accepted')]))).toMatchObject({ answer: 'accepted' });
    expect(await read(event([inUtc, ada('DELEGATED')]))).toBeNull();
    expect(await read(event([inUtc]))).toBeNull();
  });
});

describe('calendars that are none', () => {
  test('without an end, with a line of a megabyte, or folded a thousand times', async () => {
    expect(await read(['BEGIN:VCALENDAR', 'METHOD:REPLY', 'BEGIN:VEVENT', inUtc, ada('ACCEPTED')])).toMatchObject({
      answer: 'accepted',
    });
    expect(await read(event([`X-LONG:${'x'.repeat(1_000_000)}`, inUtc, ada('ACCEPTED')]))).toBeNull();
    expect(
      await read(event([inUtc, 'SUMMARY:x', ...Array<string>(1_000).fill(' folded'), ada('ACCEPTED')])),
    ).toMatchObject({ answer: 'accepted' });
    expect(
      await read(event([inUtc, `ATTENDEE;CN="${'"'.repeat(2_000)};PARTSTAT=ACCEPTED:mailto:ada@acme.test`])),
    ).toBeNull();
    expect(await read(Array<string>(4_000).fill('BEGIN:VEVENT'))).toBeNull();
    expect(await read(Array<string>(4_000).fill('END:VTIMEZONE'))).toBeNull();
    expect(await read(['no calendar', ':', ';:', '=', 'METHOD'])).toBeNull();
  });

  test('rules of a zone that make no sense give no time', async () => {
    const zone = (rule: string) => [
      'BEGIN:VTIMEZONE',
      'TZID:Mine',
      'BEGIN:STANDARD',
      'DTSTART:20250101T000000',
      'TZOFFSETTO:+0100',
      rule,
      'END:STANDARD',
      'END:VTIMEZONE',
    ];
    const at = async (rule: string) =>
      (await read(event(['DTSTART;TZID=Mine:20260317T140000', ada('ACCEPTED')], 'REPLY', zone(rule))))?.starts_at;
    expect(await at('X-NOTHING:x')).toBe('2026-03-17T13:00:00.000Z');
    expect(await at('RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3;UNTIL=20200101T000000Z')).toBeNull();
    for (const rule of ['FREQ=SECONDLY', 'FREQ=YEARLY;BYDAY=9XX;BYMONTH=3', 'FREQ=YEARLY;BYDAY=1SU;BYMONTH=77', ''])
      expect(await at(`RRULE:${rule}`)).toBeNull();
  });
});

describe('what such a mail is', () => {
  const classify = async (lines: readonly string[], more = {}) =>
    classifyMessage(await parseMail(withCalendar(lines, more)));

  test.each([
    ['a machine sent it', { headers: { 'Auto-Submitted': 'auto-generated', Precedence: 'bulk' } }],
    ['it reads like an absence', { text: 'I am out of the office until Monday.' }],
    ['it reads like a refused delivery', { text: '550 5.1.1 User unknown. Delivery has failed to these recipients.' }],
    [
      'its small print tells how to unsubscribe',
      {
        text: 'Ada has accepted this invitation.\n\nTo stop receiving these emails, change your notification settings.',
      },
    ],
  ])('a reply, though %s', async (_, more) => {
    for (const state of ['ACCEPTED', 'DECLINED'])
      expect(await classify(event([inUtc, ada(state)]), more)).toMatchObject({
        kind: 'reply',
        calendar: { answer: state.toLowerCase() },
        evidence: [{ rule: 'calendar answer' }],
      });
  });

  test('who declines and asks to be left alone is left alone', async () => {
    const asks = event([inUtc, ada('DECLINED'), 'COMMENT:Please remove me from your list.']);
    expect(await classify(asks)).toMatchObject({ kind: 'unsubscribe_request', calendar: null });
    expect(await classify(event([inUtc, ada('DECLINED')]), { text: 'Stop emailing me.' })).toMatchObject({
      kind: 'unsubscribe_request',
    });
    // Whatever they pressed: what they typed counts, and the program's own text does not.
    expect(await classify(event([inUtc, ada('TENTATIVE'), 'COMMENT:Please remove me from your list.']))).toMatchObject({
      kind: 'unsubscribe_request',
    });
    expect(await classify(event([inUtc, ada('ACCEPTED')]), { text: 'Unsubscribe from these emails.' })).toMatchObject({
      kind: 'reply',
    });
  });

  test('an invitation to thousands is no reply', async () => {
    const invitation = event([inUtc, 'ORGANIZER:mailto:ada@acme.test'], 'REQUEST');
    expect(await classify(invitation, { headers: { 'List-Unsubscribe': '<https://acme.test/u>' } })).toMatchObject({
      kind: 'other',
      calendar: null,
    });
    expect(await classify(invitation)).toMatchObject({ kind: 'reply', calendar: { answer: 'invited' } });
  });

  test('a program that tells of an absence and brings its entry in the calendar is no reply', async () => {
    const absence = event([inUtc, 'ORGANIZER:mailto:ada@acme.test', 'SUMMARY:Out of office'], 'REQUEST');
    const headers = { Subject: 'Out of office', 'Auto-Submitted': 'auto-replied' };
    expect(await classify(absence, { headers, text: 'I am out of the office until 30 March.' })).toMatchObject({
      kind: 'out_of_office',
      calendar: null,
    });
  });

  test('who would come wants to meet, and who declines decides nothing but by what they typed', () => {
    const category = (
      answer: 'accepted' | 'tentative' | 'declined' | 'counter' | 'invited' | 'cancelled',
      comment = '',
    ) => {
      const found = categoriseCalendarAnswer({ answer, comment, starts_at: null });
      expect(found.evidence[0]).toEqual({ rule: 'calendar answer', text: answer });
      return found.category;
    };
    for (const answer of ['accepted', 'tentative', 'counter', 'invited'] as const)
      expect(category(answer, 'Not interested.')).toBe(2);
    for (const answer of ['declined', 'cancelled'] as const) {
      expect(category(answer)).toBeNull();
      expect(category(answer, 'We are not interested, thank you.')).toBe(3);
      expect(category(answer, 'Could we have a call next week instead?')).toBe(2);
    }
  });
});
