import { SmtpFailure, type SmtpFailureClass, type SmtpStage } from '#platform/mail/smtp-failure';
import { judgeFailure } from './judge-failure';

const judged = (failureClass: SmtpFailureClass, stage: SmtpStage, response: string) => {
  const code = Number(/^\d{3}/.exec(response)?.[0] ?? NaN) || null;
  const status = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(response)?.[0] ?? null;
  const verdict = judgeFailure(new SmtpFailure(failureClass, stage, { code, status, response }));
  return verdict.kind === 'SENDER' ? verdict.sender.cause : verdict.kind;
};

test.each([
  ['credentials', 'auth', '535 5.7.8 Username and password not accepted', 'MAILBOX'],
  ['credentials', 'mail', '530 5.7.0 Authentication required', 'MAILBOX'],
  ['connection', 'connect', 'connect ECONNREFUSED 127.0.0.1:587', 'MAILBOX'],
  ['connection', 'connect', 'Error: too many connections, please wait', 'MAILBOX'],
  ['connection', 'connect', '421 4.7.0 Error: too many connections from 192.0.2.1', 'LIMIT'],
  ['connection', 'auth', '454 4.7.0 Too many login attempts, please try again later', 'LIMIT'],
  ['lost', 'rcpt', 'The server closed the connection', 'LATER'],
  ['doubt', 'dot', 'The server closed the connection', 'DOUBT'],
  ['refused', 'mail', '550 5.7.1 Not allowed', 'SENDER_REFUSED'],
  ['refused', 'rcpt', '550 5.1.1 User unknown', 'RECIPIENT'],
  ['refused', 'rcpt', '550 Rejected', 'REFUSED'],
  ['refused', 'rcpt', '450 4.2.0 Greylisted, try again', 'LATER'],
  ['refused', 'rcpt', '452 4.2.2 Mailbox is full', 'LATER'],
  ['refused', 'rcpt', '552 5.2.2 Mailbox is full', 'FULL'],
  ['refused', 'data', '550 5.4.5 Daily sending quota exceeded', 'LIMIT'],
  ['refused', 'dot', '554 5.7.1 Spam message rejected', 'SPAM_FILTER'],
  ['refused', 'dot', '554 5.6.0 Content refused', 'REFUSED'],
] as const)('%s at %s: %s asks for %s', (failureClass, stage, response, expected) => {
  expect(judged(failureClass, stage, response)).toBe(expected);
});
