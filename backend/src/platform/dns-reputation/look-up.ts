import { promises as dns } from 'node:dns';
import { domainToASCII } from 'node:url';
import { askNameServer } from './ask-name-server';

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
  return async (name, type) => {
    const asked = domainToQuery(name);
    if (asked === null) throw absent(name, type);
    if (plainName.test(asked)) return (await resolver.resolve(asked, type)) as unknown[];
    // Any byte may stand in a name (RFC 2181, 11); Node's resolver refuses most of them.
    const question = { name: asked, type, servers: resolver.getServers(), timeout };
    return askNameServer(question).catch((error: unknown) => {
      if (isAbsent(error)) throw error;
      return askNameServer(question);
    });
  };
}

const absent = (name: string, type: RecordType) =>
  Object.assign(new Error(`query${type} ENOTFOUND ${name}`), { code: 'ENOTFOUND' });

const plainName = /^[a-z0-9._-]*$/i;

/**
 * The name in the form in which it is asked for; null when no name in DNS can be it, because a part is empty or too long (RFC 1035, 2.3.4).
 */
function domainToQuery(name: string): string | null {
  const ascii = /[^\0-\x7f]/.test(name) ? domainToASCII(name) : name;
  const bare = ascii.replace(/\.$/, '');
  const labels = bare.split('.');
  return bare !== '' && bare.length <= 253 && labels.every(({ length }) => length > 0 && length <= 63) ? bare : null;
}

/** A look-up that answers "no such name" for one that cannot be in DNS, or that the resolver does not ask for. */
export const tolerantLookUp =
  (lookUp: LookUp): LookUp =>
  async (name, type) => {
    if (domainToQuery(name) === null) throw absent(name, type);
    return lookUp(name, type).catch((error: unknown) => {
      throw refusedNames.has((error as { code?: string }).code ?? '') ? absent(name, type) : error;
    });
  };

const refusedNames = new Set(['EBADNAME', 'EBADQUERY', 'ERR_INVALID_ARG_VALUE']);

/** Whether the failure says that there is no such record, in contrast to no answer. */
export const isAbsent = (error: unknown): boolean =>
  ['ENOTFOUND', 'ENODATA'].includes((error as { code?: string }).code ?? '');

/** The joined texts of a TXT answer. */
export const textsOf = (answer: readonly unknown[]): string[] =>
  answer.map((parts) => (Array.isArray(parts) ? parts.join('') : String(parts)));

/** Why a question has no answer, in words. */
export const noAnswer = (error: unknown): string =>
  `DNS did not answer (${(error as { code?: string }).code ?? (error as Error).message}).`;
