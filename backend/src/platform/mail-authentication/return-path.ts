/**
 * The address of Return-Path. Its local part may be quoted, with anything in it (RFC 5321, 4.1.2), and some servers
 * write blanks without quotes.
 */
export function returnPathOf(headers: string): string {
  const field = /^return-path:[ \t]*([^\r\n]*(?:\r?\n[ \t][^\r\n]*)*)/im.exec(headers)?.[1] ?? '';
  const value = field.replace(/\r?\n[ \t]+/g, ' ').trim();
  const path = /^<((?:"(?:[^"\\]|\\.)*"|[^<>"])*)>/.exec(value)?.[1] ?? /^[^<>\s@]+@[^<>\s]+$/.exec(value)?.[0] ?? '';
  // A source route (RFC 5321, appendix C) is no part of the address.
  return path
    .replace(/^@[^:]{1,500}:/, '')
    .trim()
    .slice(0, 320);
}

/** What stands behind the last @: a quoted local part may hold others. */
export const domainOfAddress = (address: string): string =>
  address.includes('@') ? address.slice(address.lastIndexOf('@') + 1).trim() : '';
