import { useEffect, useMemo, useState } from 'react';
import {
  findOffer,
  isRestrictedSenderName,
  priceOf,
  type MailboxPattern,
  type Offer,
} from '@skein/contracts/smart-senders/offers';
import type { Registrant } from '@skein/contracts/smart-senders/purchase-views';
import { domainsChoiceChanged } from '@skein/mfe/slices/domains';
import { counted } from '@skein/ui/counted';
import { useAppDispatch, useAppStore } from '@skein/mfe/store';
import {
  useGenerateMailboxesMutation,
  usePlaceOrderMutation,
  usePurchaseClientsQuery,
  usePurchaseOffersQuery,
  useSearchDomainsQuery,
  useSignSenderPictureMutation,
} from './api';

export interface Sender {
  first_name: string;
  last_name: string;
  picture_key: string | null;
}
export interface DraftMailbox extends Sender {
  local_part: string;
}
export interface DraftDomain {
  name: string;
  mailboxes: DraftMailbox[];
}
export interface Draft {
  key: string;
  offer_id: number;
  domains: DraftDomain[];
  per_domain: number;
  senders: Sender[];
  pattern: MailboxPattern;
  forwarding_domain: string;
  client_id: number | null;
  registrant: Registrant;
}

const place = 'skein-purchase-draft';
const noRegistrant: Registrant = {
  first_name: '',
  last_name: '',
  company: '',
  email: '',
  phone: '',
  address: '',
  address_2: '',
  city: '',
  state: '',
  postal_code: '',
  country: 'US',
};
/** @param provider the offer that was chosen last on this device */
export const newDraft = (provider: string | null = null): Draft => ({
  key: crypto.randomUUID(),
  offer_id: findOffer(Number(provider))?.id ?? 1,
  domains: [],
  per_domain: 3,
  senders: [],
  pattern: 'first.last',
  forwarding_domain: '',
  client_id: null,
  registrant: noRegistrant,
});

function keptDraft(provider: string | null): Draft {
  try {
    const kept = sessionStorage.getItem(place);
    return kept ? { ...newDraft(), ...(JSON.parse(kept) as Draft) } : newDraft(provider);
  } catch {
    return newDraft(provider);
  }
}

/** The order that is being put together; kept while the browser's tab is open. */
export function useDraft() {
  const store = useAppStore();
  const dispatch = useAppDispatch();
  const [draft, setDraft] = useState(() => keptDraft(store.getState().domains.selectedProvider));
  const offers = usePurchaseOffersQuery();
  useEffect(() => {
    try {
      sessionStorage.setItem(place, JSON.stringify(draft));
    } catch {
      // Without storage the draft lives as long as the page.
    }
  }, [draft]);
  const last = offers.data?.registrant;
  const [isFilled, setFilled] = useState(false);
  if (last && !isFilled) {
    setFilled(true);
    if (draft.registrant.email === '') setDraft({ ...draft, registrant: last });
  }
  const change = (part: Partial<Draft>) => {
    if (part.offer_id !== undefined) dispatch(domainsChoiceChanged({ selectedProvider: String(part.offer_id) }));
    setDraft((before) => ({ ...before, ...part }));
  };
  const [generate, generating] = useGenerateMailboxesMutation();
  /** Names the mailboxes of these domains anew, with the people, the number and the pattern of the draft. */
  const nameMailboxes = async (next: Draft, names: readonly string[]) => {
    if (names.length === 0) return;
    const offer = findOffer(next.offer_id) as Offer;
    const perDomain = Math.min(offer.mailboxes[1], Math.max(offer.mailboxes[0], next.per_domain));
    const made = await generate({
      body: {
        offer_id: next.offer_id,
        domains: [...names],
        senders: next.senders.map(({ first_name, last_name }) => ({ first_name, last_name })),
        per_domain: perDomain,
        pattern: next.pattern,
      },
    }).unwrap();
    setDraft((before) => ({
      ...before,
      per_domain: perDomain,
      domains: before.domains.map((domain) => {
        const found = made.domains.find((each) => each.name === domain.name);
        return found
          ? {
              name: domain.name,
              mailboxes: found.mailboxes.map((mailbox) => ({
                ...mailbox,
                picture_key:
                  next.senders.find(
                    (sender) => sender.first_name === mailbox.first_name && sender.last_name === mailbox.last_name,
                  )?.picture_key ?? null,
              })),
            }
          : domain;
      }),
    }));
  };
  const forget = () => sessionStorage.removeItem(place);
  return { draft, change, offers, nameMailboxes, isGenerating: generating.isLoading, forget };
}

/** What keeps an order from being placed, in words; null when nothing does. */
export function problemOf(draft: Draft): string | null {
  const offer = findOffer(draft.offer_id) as Offer;
  const [fewest, most] = offer.domains;
  if (draft.domains.length < Math.max(1, fewest))
    return fewest > 1 ? `Choose at least ${fewest} domains.` : 'Choose at least one domain.';
  if (draft.domains.length > most) return `This offer takes at most ${counted(most, 'domain')}.`;
  const [least, greatest] = offer.mailboxes;
  if (draft.domains.some(({ mailboxes }) => mailboxes.length < least || mailboxes.length > greatest))
    return `This offer takes ${least} to ${greatest} mailboxes on each domain.`;
  const wrong = draft.domains.flatMap((domain) =>
    domain.mailboxes.filter((each) => nameProblem(domain, each) !== null),
  );
  if (wrong.length > 0) return `${wrong.length} mailbox ${wrong.length === 1 ? 'name needs' : 'names need'} a change.`;
  if (draft.forwarding_domain.trim() === '') return 'Name the domain that visitors are forwarded to.';
  const { first_name, last_name, email, phone, address, city, postal_code } = draft.registrant;
  return [first_name, last_name, email, phone, address, city, postal_code].some((text) => text.trim() === '')
    ? 'Complete the registrant.'
    : null;
}

/** Why a mailbox cannot have its name; null when it can. */
export function nameProblem(domain: DraftDomain, mailbox: DraftMailbox): string | null {
  const name = mailbox.local_part.trim().toLowerCase();
  if (isRestrictedSenderName(name)) return `“${name}” is a restricted sender name.`;
  if (!/^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/.test(name)) return 'Use letters, digits, dots, hyphens and underscores.';
  return domain.mailboxes.filter((each) => each.local_part.trim().toLowerCase() === name).length > 1
    ? 'This name is on the domain twice.'
    : null;
}

export const usePrice = (draft: Draft) =>
  useMemo(() => {
    const mailboxes = draft.domains.reduce((sum, domain) => sum + domain.mailboxes.length, 0);
    return { mailboxes, ...priceOf(findOffer(draft.offer_id) as Offer, draft.domains.length, mailboxes) };
  }, [draft]);

/** Domains with a name or like it, in the given endings; an empty name asks nothing. */
export function useDomainSearch(name: string, offer_id: number, endings: readonly string[]) {
  const { data, error, isFetching } = useSearchDomainsQuery(
    { query: { name, offer_id, endings: [...endings] } },
    { skip: name === '' },
  );
  return { found: name === '' ? undefined : data?.rows, problem: error?.message ?? null, isSearching: isFetching };
}

/** Clients that bought mailboxes can be for. */
export const usePurchaseClients = () => usePurchaseClientsQuery({ query: {} }).data?.clients ?? [];

/** Places the order of a draft; answers where it is paid. Rejects with the server's problem. */
export function usePlaceOrder() {
  const [place, { isLoading: isPlacing }] = usePlaceOrderMutation();
  return {
    isPlacing,
    place: ({ key, domains, client_id, forwarding_domain, offer_id, registrant }: Draft) =>
      place({ body: { request_key: key, domains, client_id, forwarding_domain, offer_id, registrant } }).unwrap(),
  };
}

/** Uploads the picture of a sender; answers its key. Rejects with what went wrong. */
export function useUploadPicture() {
  const [sign] = useSignSenderPictureMutation();
  return async (file: File): Promise<string> => {
    const signed = await sign({
      body: {
        fileType: file.type as Parameters<typeof sign>[0]['body']['fileType'],
        fileName: 'picture',
        resourceEndpoint: 'senders/pictures',
        fileSize: file.size,
      },
    }).unwrap();
    const answer = await fetch(signed.signedUrl, { method: signed.method, headers: signed.headers, body: file });
    if (!answer.ok) throw new Error(`The upload answered ${answer.status}.`);
    return signed.key;
  };
}
