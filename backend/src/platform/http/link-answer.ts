import { RefusedAddressError } from '../mail/resolve-host';
import { OutwardError, type AskServer } from './ask-server';

/** What is found out about a link. `isDead`: nobody answers, or with 404, 410 or a fault of the server. */
export interface LinkAnswer {
  status: number | null;
  isDead: boolean;
  isRedirect: boolean;
  text: string;
}

/** Opens the page behind a link once, as a reader of an email would. */
export async function readLink(ask: AskServer, url: string): Promise<LinkAnswer> {
  try {
    const { status } = await ask({ method: 'GET', url, headers: { accept: '*/*' } });
    const isDead = status === 404 || status === 410 || status >= 500;
    const isRedirect = status >= 300 && status < 400;
    const text = isDead ? 'The page is gone.' : isRedirect ? 'Leads to another address.' : 'Answers.';
    return { status, isDead, isRedirect, text };
  } catch (error) {
    // A page that is longer than what is read is there.
    if (error instanceof OutwardError && error.kind === 'too-long')
      return { status: 200, isDead: false, isRedirect: false, text: 'Answers.' };
    const isKnown = error instanceof OutwardError || error instanceof RefusedAddressError;
    return {
      status: null,
      isDead: true,
      isRedirect: false,
      text: isKnown ? error.message : 'The link cannot be read.',
    };
  }
}

/** How long an answer counts, in ms. */
const counts = 10 * 60_000;

export interface CheckedLinks {
  checked: number;
  broken: string[];
}
export type LinkCheck = (links: readonly string[]) => Promise<CheckedLinks>;

/**
 * Opens links, all at once, and says which of them are dead. What was asked within ten minutes is not asked again, so
 * that whoever looks twice costs the sites nothing.
 * @param now in ms of real time
 */
export function createLinkCheck(ask: AskServer, now: () => number): LinkCheck {
  const known = new Map<string, { isDead: boolean; at: number }>();
  const read = async (url: string): Promise<boolean> => {
    const before = known.get(url);
    if (before && before.at > now() - counts) return before.isDead;
    const { isDead } = await readLink(ask, url);
    if (known.size >= 5_000) known.clear();
    known.set(url, { isDead, at: now() });
    return isDead;
  };
  return async (links) => {
    const dead = await Promise.all(links.map(read));
    return { checked: links.length, broken: links.filter((_, index) => dead[index]) };
  };
}
