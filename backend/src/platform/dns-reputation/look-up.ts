import { promises as dns } from 'node:dns';

/** The kinds of records that the checks of deliverability ask for. */
type RecordType = 'A' | 'AAAA' | 'TXT' | 'MX' | 'PTR';

/**
 * One DNS question. Answers have the shapes of Node's `resolve`: TXT as lists of parts, MX as objects, the others as texts.
 * A name that is not there fails with the code ENOTFOUND, one without such a record with ENODATA; any other code means no answer.
 */
export type LookUp = (name: string, type: RecordType) => Promise<unknown[]>;

/** The DNS of the machine, or of the servers given (`127.0.0.1:5353`), with a limit on time: milliseconds for each of two attempts. */
export function systemLookUp(servers: readonly string[] = [], timeout = 3_000): LookUp {
  const resolver = new dns.Resolver({ timeout, tries: 2 });
  if (servers.length > 0) resolver.setServers([...servers]);
  return (name, type) => resolver.resolve(name, type) as Promise<unknown[]>;
}

/** Whether the failure says that there is no such record, in contrast to no answer. */
export const isAbsent = (error: unknown): boolean =>
  ['ENOTFOUND', 'ENODATA'].includes((error as { code?: string }).code ?? '');

/** The joined texts of a TXT answer. */
export const textsOf = (answer: readonly unknown[]): string[] =>
  answer.map((parts) => (Array.isArray(parts) ? parts.join('') : String(parts)));
