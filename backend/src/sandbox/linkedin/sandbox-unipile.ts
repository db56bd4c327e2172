import { Hono } from 'hono';
import { createUnipileAccounts, personOf, type UnipileState } from './unipile-accounts';
import { addUnipileActions } from './unipile-actions';
import { refuse } from './unipile-errors';
import { messageReport } from './unipile-messages';
import { addUnipilePages } from './unipile-pages';
import { sandboxPerson, type SandboxPerson } from './sandbox-people';

export interface SandboxUnipileOptions {
  /** Where browsers reach `app`. */
  pagesUrl: string;
  key: string;
  state: UnipileState;
  /** Campaign time in milliseconds: LinkedIn's days pass with the campaigns'. */
  now: () => number;
  /** Real time in milliseconds, for links that end. */
  realNow: () => number;
  /** Brings what Unipile reports to the product. */
  deliver: (url: string, body: object) => Promise<void>;
  person?: (name: string) => SandboxPerson;
}

/**
 * Unipile by the interface that it publishes (developer.unipile.com, version 1), with a LinkedIn of its own in which
 * nothing real happens. The product's own client speaks to it over HTTP.
 */
export function createSandboxUnipile(options: SandboxUnipileOptions) {
  const accounts = createUnipileAccounts(options.state);
  const app = new Hono({ strict: false });
  app.use('/api/v1/*', async (context, next) =>
    context.req.header('x-api-key') === options.key ? next() : refuse(context, 'missing_credentials'),
  );
  addUnipilePages(app, accounts, options);
  addUnipileActions(app, accounts, { now: options.now, person: options.person ?? sandboxPerson });
  return {
    app,
    accounts,
    /** LinkedIn ends the session of an account, as it does when its owner changes the password. */
    signOut: (id: string) =>
      accounts.change(id, (account) => {
        account.status = 'CREDENTIALS';
      }),
    /** A person of that LinkedIn writes to an account, which is reported to whoever asked for it. */
    async write(id: string, name: string, text: string, isReported = true): Promise<void> {
      const message = { id: `${name}-${options.realNow()}-${text.length}`, text, at: options.now() };
      await accounts.change(id, (account) => {
        (personOf(account, name).written ??= []).push(message);
      });
      const account = await accounts.find(id);
      if (account && isReported)
        for (const { url } of await accounts.findWebhooks())
          await options.deliver(url, messageReport(account, name, message));
    },
  };
}

export type SandboxUnipile = ReturnType<typeof createSandboxUnipile>;
