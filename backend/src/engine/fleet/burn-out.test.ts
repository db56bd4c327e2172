import fc from 'fast-check';
import { burnOutOf, signatureIssue, type BurnOutFacts } from './burn-out';

const healthy: BurnOutFacts = {
  sent: 400,
  failed: 0,
  bounced: 2,
  refused: 0,
  complained: 0,
  replied: 16,
  sentBefore: 400,
  repliedBefore: 16,
  placed: 60,
  spam: 2,
  failedRecords: [],
};

test('a healthy mailbox and one that barely sent have no risk', () => {
  expect(burnOutOf(healthy)).toEqual({ risk: 0, level: 'FINE', reasons: [] });
  expect(burnOutOf({ ...healthy, sent: 4, bounced: 3, placed: 3, spam: 3 }).risk).toBe(0);
});

test('a mailbox that burns out: each sign adds to the risk, and is told with its figures', () => {
  const bounces = burnOutOf({ ...healthy, bounced: 25 });
  expect(bounces).toMatchObject({ level: 'WATCH', reasons: [{ code: 'BOUNCES', text: 'Bounced 6.3%' }] });
  const worse = burnOutOf({ ...healthy, bounced: 25, spam: 26, replied: 3 });
  expect(worse.level).toBe('HIGH');
  expect(worse.reasons.map(({ text }) => text)).toEqual(
    expect.arrayContaining(['Bounced 6.3%', 'In spam 43.3%', 'Replies 4% to 0.8%']),
  );
  expect(burnOutOf({ ...healthy, failedRecords: ['SPF', 'DKIM'] })).toMatchObject({
    level: 'WATCH',
    reasons: [{ code: 'AUTHENTICATION', text: 'SPF and DKIM fails' }],
  });
  expect(burnOutOf({ ...healthy, refused: 20 })).toMatchObject({ reasons: [{ code: 'REFUSALS' }] });
  expect(burnOutOf({ ...healthy, sent: 2000, replied: 80, complained: 2 }).risk).toBe(0);
  expect(burnOutOf({ ...healthy, complained: 1 })).toMatchObject({
    level: 'WATCH',
    reasons: [{ code: 'COMPLAINTS', text: 'Reported as spam: 1 of 400' }],
  });
  expect(burnOutOf({ ...healthy, complained: 2, bounced: 20 }).level).toBe('HIGH');
  // Servers that take nothing at all leave no email that was sent.
  expect(burnOutOf({ ...healthy, sent: 0, failed: 25, replied: 0, bounced: 10, refused: 15 })).toMatchObject({
    level: 'HIGH',
    reasons: [{ text: 'Bounced 40%' }, { text: 'Refused as a sender 60%' }],
  });
  expect(burnOutOf({ ...healthy, sent: 20, failed: 20, replied: 0, bounced: 20 }).reasons).toMatchObject([
    { text: 'Bounced 50%' },
  ]);
});

test('more bounces, refusals, complaints or spam never make a mailbox safer', () => {
  fc.assert(
    fc.property(
      fc.tuple(fc.nat(100), fc.nat(100), fc.nat(5), fc.nat(60), fc.nat(40)),
      ([bounced, refused, complained, spam, more]) => {
        const facts = { ...healthy, bounced, refused, complained, spam };
        const { risk } = burnOutOf(facts);
        expect(risk).toBeLessThanOrEqual(100);
        expect(burnOutOf({ ...facts, bounced: bounced + more }).risk).toBeGreaterThanOrEqual(risk);
        expect(burnOutOf({ ...facts, refused: refused + more }).risk).toBeGreaterThanOrEqual(risk);
        expect(burnOutOf({ ...facts, complained: complained + more }).risk).toBeGreaterThanOrEqual(risk);
        expect(burnOutOf({ ...facts, spam: Math.min(60, spam + more) }).risk).toBeGreaterThanOrEqual(risk);
      },
    ),
  );
});

test('names and signatures that are unfinished', () => {
  expect(signatureIssue('Eva Moss', '<p>Eva Moss, Northlight</p>')).toBeNull();
  expect(signatureIssue('Eva Moss', '<p> </p>')).toBe('No signature.');
  expect(signatureIssue('Eva Moss', null)).toBe('No signature.');
  expect(signatureIssue('Eva Moss', '<p>Tom</p>')).toMatch(/first name/);
  expect(signatureIssue('eva@northlight.test', '<p>Eva</p>')).toMatch(/no person/);
});
