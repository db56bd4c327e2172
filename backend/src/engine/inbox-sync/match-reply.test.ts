import { isFreeMailDomain } from './free-mail-domains';
import { matchDeliveryReport, matchReply, type ReplyLookup, type SentCandidate } from './match-reply';
import { normaliseSubject } from './normalise-subject';
import { parseDeliveryReport } from './parse-delivery-report';
import { parseMail } from './parse-mail';
import { rawMail, rawReport } from './raw-mail.test-support';

const SENT: SentCandidate = {
  id: '1',
  enrolmentId: 'e1',
  leadEmail: 'ada@acme.test',
  mailboxEmail: 'grace@sender.test',
  messageId: '<intent1@sender.test>',
  subject: 'Question',
  sentAt: Date.UTC(2026, 2, 1),
};
const LATER: SentCandidate = {
  ...SENT,
  id: '2',
  enrolmentId: 'e2',
  messageId: '<intent2@sender.test>',
  subject: 'Other',
  sentAt: Date.UTC(2026, 2, 5),
};
const CONTEXT = { mailboxEmail: 'grace@sender.test', receivedAt: Date.UTC(2026, 2, 10) };

/** A lookup over rows in memory, as the store answers over its tables. */
function lookup(
  rows: SentCandidate[],
  tokens: Record<string, SentCandidate> = {},
  aliases: Record<string, SentCandidate> = {},
): ReplyLookup {
  const newest = [...rows].sort((a, b) => b.sentAt - a.sentAt);
  return {
    byMessageIds: async (ids) => newest.filter((row) => ids.includes(row.messageId)),
    byTokens: async (all) => all.flatMap((token) => tokens[token] ?? []),
    byLeadAddress: async (addresses) => newest.filter((row) => addresses.includes(row.leadEmail)),
    byAlias: async (addresses) => addresses.flatMap((address) => aliases[address] ?? []),
    byCompanyDomain: async (domain) => newest.filter((row) => row.leadEmail.endsWith(`@${domain}`)),
  };
}

async function match(headers: Record<string, string>, body = 'Hi', port = lookup([SENT, LATER])) {
  return matchReply(await parseMail(rawMail(headers, body)), CONTEXT, port);
}

it('matches in the order of certainty, with the evidence', async () => {
  expect(await match({ 'In-Reply-To': '<intent1@sender.test>' })).toMatchObject({
    kind: 'match',
    by: 'references',
    candidate: { id: '1' },
    fromOtherAddress: false,
  });
  expect(
    await match({ References: '<x@y.test>\r\n <intent1@sender.test>, <intent2@sender.test>', From: 'bob@other.test' }),
  ).toMatchObject({ by: 'references', candidate: { id: '2' }, fromOtherAddress: true });
  expect(
    await match(
      { 'In-Reply-To': '<unknown@x.test>', To: 'grace+tok_12345@sender.test', From: 'bob@other.test' },
      'Hi',
      lookup([SENT], { tok_12345: SENT }),
    ),
  ).toMatchObject({ by: 'token' });
  expect(await match({ Subject: 'AW: [EXT] Re: Question' })).toMatchObject({
    by: 'sender_subject',
    candidate: { id: '1' },
  });
  expect(await match({ Subject: 'Something new' })).toMatchObject({ by: 'sender', candidate: { id: '2' } });
  expect(
    await match({ From: 'ada@home.test', Subject: 'Hello' }, 'Hi', lookup([SENT], {}, { 'ada@home.test': SENT })),
  ).toMatchObject({ by: 'alias', fromOtherAddress: true });
});

it('only suggests for the same company, and not for personal mail domains', async () => {
  expect(await match({ From: 'bob@acme.test', Subject: 'Re: Question' })).toMatchObject({
    kind: 'suggestion',
    candidates: [{ id: '1' }, { id: '2' }],
  });
  const gmail = { ...SENT, leadEmail: 'ada@gmail.com' };
  expect(await match({ From: 'bob@gmail.com' }, 'Hi', lookup([gmail]))).toMatchObject({ kind: 'none' });
  expect(await match({ From: 'x@unknown.test' })).toMatchObject({
    kind: 'none',
    evidence: [{ rule: 'unknown sender' }],
  });
  expect(
    isFreeMailDomain('yahoo.co.uk') &&
      isFreeMailDomain('GMAIL.com') &&
      !isFreeMailDomain('acme.test') &&
      !isFreeMailDomain('outlook.acme.com'),
  ).toBe(true);
});

it('does not look further back than the window', async () => {
  expect(await match({ Subject: 'New' }, 'Hi', lookup([{ ...SENT, sentAt: Date.UTC(2025, 10, 1) }]))).toMatchObject({
    kind: 'none',
  });
});

it('finds the mail behind a report by envelope id, Message-ID, recipient', async () => {
  const report = async (port: ReplyLookup) => {
    const mail = await parseMail(
      rawReport({ fields: 'Final-Recipient: rfc822; ada@acme.test\nAction: failed\nStatus: 5.1.1' }),
    );
    return matchDeliveryReport(mail, parseDeliveryReport(mail)!, CONTEXT, port);
  };
  expect(await report(lookup([], { 'env-token-1': LATER }))).toMatchObject({ by: 'token', candidate: { id: '2' } });
  expect(await report(lookup([SENT]))).toMatchObject({ by: 'references', candidate: { id: '1' } });
  expect(await report(lookup([{ ...SENT, messageId: '<rewritten@provider.test>' }]))).toMatchObject({
    by: 'sender',
    candidate: { id: '1' },
  });
  expect(await report(lookup([]))).toMatchObject({ kind: 'none' });
});

it('takes the prefixes of every language off a subject', () => {
  for (const subject of [
    'Re: Question',
    'AW: Re: Question',
    'RE[2]: Question',
    'Antw.: Question'.replace('.', ''),
    '[EXTERNAL] Re: question ',
    '回复：Question',
    'SV: VS: Question',
    'Odp: Question',
    'Re : Question',
    'Automatic reply: Question',
  ]) {
    expect(normaliseSubject(subject)).toBe('question');
  }
});
