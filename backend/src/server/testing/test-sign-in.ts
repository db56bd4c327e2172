import { serve, type ServerType } from '@hono/node-server';
import type { AddressInfo } from 'node:net';
import { Hono } from 'hono';
import { createSandboxSignIn, type SandboxSignIn } from '#sandbox/sign-in/sandbox-sign-in';
import type { Grants } from '#sandbox/sign-in/sign-in-accounts';

/** The stand-in for the sign-in of Google, Microsoft and Zoho behind a real port. */
export interface TestSignIn extends Pick<SandboxSignIn, 'access' | 'verifyToken'> {
  /** Where its pages are. */
  url: string;
  /** Which consents were given and withdrawn. */
  grants(): Grants | null;
  /** What a person does on the page of a consent. */
  answer(page: string, account: string, decision?: 'allow' | 'refuse'): Promise<Response>;
  close(): Promise<unknown>;
}

/** @param mailPorts where the mailboxes are that its tokens open */
export async function startTestSignIn(options: {
  publicUrl: string;
  mailPorts: () => { smtp: number; imap: number };
}): Promise<TestSignIn> {
  const holder: { signIn: SandboxSignIn | null } = { signIn: null };
  const app = new Hono().all('/s/*', (context) =>
    new Hono().route('/s', (holder.signIn as SandboxSignIn).pages).fetch(context.req.raw),
  );
  const server = await new Promise<ServerType>((resolve) => {
    const started = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(started));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/s`;
  let grants: Grants | null = null;
  holder.signIn = createSandboxSignIn({
    pagesUrl: url,
    localUrl: url,
    publicUrl: options.publicUrl,
    secret: 'test',
    state: {
      read: async () => grants,
      write: async (given) => {
        grants = given;
      },
    },
    mailPorts: async () => options.mailPorts(),
    now: () => Date.now(),
  });
  return {
    access: holder.signIn.access,
    verifyToken: holder.signIn.verifyToken,
    url,
    grants: () => grants,
    answer: (page, account, decision = 'allow') =>
      fetch(page, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ ...Object.fromEntries(new URL(page).searchParams), account, decision }),
      }),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
