/** What an account did towards one person. */
export interface KnownPerson {
  invitationId: string | null;
  /** Campaign time in milliseconds, as all times here. */
  invitedAt: number | null;
  note: string | null;
  withdrawnAt: number | null;
  messages: { id: string; text: string; subject: string | null; isInMail: boolean; at: number }[];
  /** What the person wrote; missing where they never did. */
  written?: { id: string; text: string; at: number }[];
  liked: string[];
}

export interface UnipileAccount {
  id: string;
  name: string;
  status: 'OK' | 'CREDENTIALS';
  createdAt: number;
  people: Record<string, KnownPerson>;
}

/** A sign-in that was begun. */
export interface UnipileLink {
  reconnects: string | null;
  notifyUrl: string | null;
  successUrl: string | null;
  failureUrl: string | null;
  expiresAt: number;
  /** Whether it opens once only. */
  isSingleUse?: boolean;
  /** Whether a page of Unipile's own says that it worked, before the way back. */
  showsSuccess?: boolean;
  isUsed: boolean;
}

/** Where new messages are reported. */
export interface UnipileWebhook {
  id: string;
  name: string;
  url: string;
}

/** Facts that outlive a restart, by name. */
export interface UnipileState {
  read<Value>(key: string): Promise<Value | null>;
  write(key: string, value: unknown): Promise<void>;
}

/** Accounts and sign-ins of the stand-in. Changes take turns, so that none is lost. */
export function createUnipileAccounts(state: UnipileState) {
  const accountKey = (id: string) => `unipile:account:${id}`;
  const linkKey = (token: string) => `unipile:link:${token}`;
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return mine;
  };
  const read = (id: string) => state.read<UnipileAccount | 'deleted'>(accountKey(id));
  return {
    async find(id: string): Promise<UnipileAccount | null> {
      const account = await read(id);
      return account === 'deleted' ? null : account;
    },
    add: (account: UnipileAccount) => state.write(accountKey(account.id), account),
    /** @returns whether there is such an account */
    change: (id: string, work: (account: UnipileAccount) => void): Promise<boolean> =>
      inTurn(async () => {
        const account = await read(id);
        if (account === null || account === 'deleted') return false;
        work(account);
        await state.write(accountKey(id), account);
        return true;
      }),
    remove: (id: string) => inTurn(() => state.write(accountKey(id), 'deleted')),
    findLink: (token: string) => state.read<UnipileLink>(linkKey(token)),
    findWebhooks: async (): Promise<UnipileWebhook[]> => (await state.read<UnipileWebhook[]>('unipile:webhooks')) ?? [],
    addWebhook: (webhook: UnipileWebhook) =>
      inTurn(async () => {
        const known = (await state.read<UnipileWebhook[]>('unipile:webhooks')) ?? [];
        await state.write('unipile:webhooks', [...known, webhook]);
      }),
    /** @returns whether there was such a webhook */
    removeWebhook: (id: string): Promise<boolean> =>
      inTurn(async () => {
        const known = (await state.read<UnipileWebhook[]>('unipile:webhooks')) ?? [];
        const others = known.filter((webhook) => webhook.id !== id);
        await state.write('unipile:webhooks', others);
        return others.length < known.length;
      }),
    writeLink: (token: string, link: UnipileLink) => state.write(linkKey(token), link),
  };
}

export type UnipileAccounts = ReturnType<typeof createUnipileAccounts>;

/** What an account knows of somebody; made when it is first needed. */
export const personOf = (account: UnipileAccount, name: string): KnownPerson =>
  (account.people[name] ??= {
    invitationId: null,
    invitedAt: null,
    note: null,
    withdrawnAt: null,
    messages: [],
    liked: [],
  });
