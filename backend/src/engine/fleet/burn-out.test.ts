import fc from 'fast-check';
import { burnOutOf, signatureIssue, type BurnOutFacts } from './burn-out';

const healthy: BurnOutFacts = {
  sent: 400,
  bounced: 2,
  refused: 0,
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
});

test('more bounces, refusals or spam never make a mailbox safer', () => {
  fc.assert(
    fc.property(fc.nat(100), fc.nat(100), fc.nat(60), fc.nat(40), (bounced, refused, spam, more) => {
      const facts = { ...healthy, bounced, refused, spam };
      const { risk } = burnOutOf(facts);
      expect(risk).toBeLessThanOrEqual(100);
      expect(burnOutOf({ ...facts, bounced: bounced + more }).risk).toBeGreaterThanOrEqual(risk);
      expect(burnOutOf({ ...facts, refused: refused + more }).risk).toBeGreaterThanOrEqual(risk);
      expect(burnOutOf({ ...facts, spam: Math.min(60, spam + more) }).risk).toBeGreaterThanOrEqual(risk);
    }),
  );
});

test('names and signatures that are unfinished', () => {
  expect(signatureIssue('Eva Moss', '<p>Eva Moss, Northlight</p>')).toBeNull();
  expect(signatureIssue('Eva Moss', '<p> </p>')).toBe('No signature.');
  expect(signatureIssue('Eva Moss', null)).toBe('No signature.');
  expect(signatureIssue('Eva Moss', '<p>Tom</p>')).toMatch(/first name/);
  expect(signatureIssue('eva@northlight.test', '<p>Eva</p>')).toMatch(/no person/);
});
