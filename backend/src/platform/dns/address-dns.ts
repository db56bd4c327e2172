import { promises as dns } from 'node:dns';

/** The look-ups about an address and its names; injected, so that the sandbox answers from its own zone. */
export interface AddressDns {
  resolve4(name: string): Promise<string[]>;
  resolveTxt(name: string): Promise<string[][]>;
  /** Missing where no record asks for mail servers or addresses of IPv6. */
  resolveMx?(name: string): Promise<{ exchange: string; priority: number }[]>;
  resolve6?(name: string): Promise<string[]>;
  /** Names of an address (PTR). */
  reverse(ip: string): Promise<string[]>;
}

/** The machine's own DNS. */
export const systemAddressDns: AddressDns = {
  resolve4: (name) => dns.resolve4(name),
  resolveTxt: (name) => dns.resolveTxt(name),
  resolveMx: (name) => dns.resolveMx(name),
  resolve6: (name) => dns.resolve6(name),
  reverse: (ip) => dns.reverse(ip),
};

/** The answer, or none where the name does not exist. @throws when DNS did not answer */
export async function orNone<Value>(asked: Promise<Value[]>): Promise<Value[]> {
  try {
    return await asked;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
    throw error;
  }
}
