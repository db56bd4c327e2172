import type { BlockList } from './block-list';
import { isAbsent, noAnswer, textsOf, type LookUp } from './look-up';

/** What one list says. `NOT_ASKED`: it gave no answer that may be believed, with the reason in `text`. */
export interface ListAnswer {
  zone: string;
  list: string;
  state: 'LISTED' | 'CLEAR' | 'NOT_ASKED';
  codes: string[];
  /** Why it is listed, in the list's own published words, or why it could not be asked. */
  text: string;
  weight: BlockList['weight'];
  page: string;
}

const hour = 3_600_000;

/**
 * Asks one list at a time. Answers are believed only while the list's test points stand as RFC 5782 section 5 demands:
 * 127.0.0.2 is listed and 127.0.0.1 is not (for domains `test` and `invalid`). A resolver that a list refuses, a list
 * that ended, and a provider that answers every name are told apart from a listing that way.
 * @param options `now` in real milliseconds; test points are asked again after an hour
 */
export function createListAsker(options: { lookUp: LookUp; now: () => number }) {
  const tested = new Map<string, { at: number; problem: Promise<string | null> }>();

  const addressesOf = async (name: string): Promise<string[]> => {
    try {
      return (await options.lookUp(name, 'A')).map(String);
    } catch (error) {
      if (isAbsent(error)) return [];
      throw error;
    }
  };

  async function findProblem(list: BlockList): Promise<string | null> {
    const [listed, clear] = list.lists === 'ip' ? ['2.0.0.127', '1.0.0.127'] : [list.testName ?? 'test', 'invalid'];
    try {
      const [first, second] = await Promise.all([
        addressesOf(`${listed}.${list.zone}`),
        addressesOf(`${clear}.${list.zone}`),
      ]);
      const refusal = [...first, ...second].find((code) => isRefusal(list, code));
      if (refusal) return refusalText(refusal);
      if (first.length === 0)
        return 'The list does not answer for its test entry: it ended, or does not serve this DNS resolver.';
      if (first.some((code) => !isCode(code)) || second.length > 0)
        return 'The list answers for every name, so its answers say nothing.';
      return null;
    } catch (error) {
      return noAnswer(error);
    }
  }

  function problemOf(list: BlockList): Promise<string | null> {
    const known = tested.get(list.zone);
    if (known && options.now() - known.at < hour) return known.problem;
    const problem = findProblem(list);
    tested.set(list.zone, { at: options.now(), problem });
    return problem;
  }

  /** @param labels what the list knows the address or the domain by */
  async function ask(list: BlockList, labels: string): Promise<ListAnswer> {
    const answer = (state: ListAnswer['state'], text: string, codes: string[] = []): ListAnswer => ({
      zone: list.zone,
      list: list.name,
      state,
      codes,
      text: text.slice(0, 500),
      weight: list.weight,
      page: list.page,
    });
    const problem = await problemOf(list);
    if (problem !== null) return answer('NOT_ASKED', problem);
    const name = `${labels}.${list.zone}`;
    try {
      const codes = await addressesOf(name);
      if (codes.length === 0) return answer('CLEAR', 'Not listed.');
      const refusal = codes.find((code) => isRefusal(list, code));
      if (refusal) return answer('NOT_ASKED', refusalText(refusal), codes);
      const { reasons, unknown } = readCodes(list, codes);
      if (reasons.length > 0) {
        const texts = await options.lookUp(name, 'TXT').then(textsOf, () => []);
        return answer('LISTED', [...reasons, ...texts.slice(0, 2)].join('. '), codes);
      }
      return unknown.length > 0
        ? answer('NOT_ASKED', `The list answered with ${unknown.join(', ')}, which it does not document.`, codes)
        : answer('CLEAR', 'Not listed.', codes);
    } catch (error) {
      return answer('NOT_ASKED', noAnswer(error));
    }
  }

  return ask;
}

const isCode = (code: string): boolean => code.startsWith('127.');
const isRefusal = (list: BlockList, code: string): boolean =>
  code.startsWith('127.255.255.') || (list.refusals?.includes(code) ?? false);
const refusalText = (code: string): string =>
  code === '127.255.255.254'
    ? 'The list does not serve public DNS resolvers. Use a resolver of your own, or register with the list.'
    : code === '127.255.255.255'
      ? 'The list was asked too often by this DNS resolver. Register with the list.'
      : `The list does not serve this DNS resolver (${code}).`;

function readCodes(list: BlockList, codes: readonly string[]): { reasons: string[]; unknown: string[] } {
  const [reasons, unknown]: [string[], string[]] = [[], []];
  for (const code of codes) {
    const last = Number(code.split('.')[3]);
    const bits = Object.entries(list.bits ?? {}).filter(([bit]) => (last & Number(bit)) !== 0);
    if (list.bits && code.startsWith('127.0.0.') && bits.length > 0) reasons.push(...bits.map(([, reason]) => reason));
    else if (code in list.codes) {
      const reason = list.codes[code];
      if (reason) reasons.push(reason);
    } else if (!list.bits && Object.keys(list.codes).length === 0 && code.startsWith('127.0.')) reasons.push('listed');
    else unknown.push(code);
  }
  return { reasons: [...new Set(reasons)], unknown };
}
