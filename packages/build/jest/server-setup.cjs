'use strict';
// Deliberate: five minutes instead of Jest's 5 s. Real PostgreSQL, SMTP and IMAP on two shared cores are quick on average
// and slow on a bad day; a test that hangs is still ended.
jest.setTimeout(300_000);
