import { authContract } from '@skein/contracts/main/auth.contract';
import type { Page } from '@playwright/test';
import { callProduct } from './call-product';
import { readDemo } from './product';

interface KeptSession {
  token: string | null;
  expires_at: string | null;
  user: unknown;
  plan: unknown;
  readAt: number;
}

/** An access token lives 15 minutes; one that has less than half of that left is not handed out. */
const freshFor = 7 * 60_000;
let kept: KeptSession | undefined;

async function openSession(): Promise<KeptSession> {
  if (kept && Date.now() - kept.readAt < freshFor) return kept;
  const { email, password } = readDemo();
  const { token, expires_at, user, plan } = await callProduct(authContract, () => ({})).login({
    body: { email, password },
  });
  kept = { token, expires_at, user, plan, readAt: Date.now() };
  return kept;
}

/**
 * Lets a page begin with a session, as after a login and a reload: the demo's person unless another is given. The login
 * form itself has its own journey.
 */
export async function beginLoggedIn(page: Page, session?: Omit<KeptSession, 'readAt'>): Promise<void> {
  const { token, expires_at, user, plan } = session ?? (await openSession());
  const auth = { token, expires_at, user, plan };
  // Any address of the same origin will do; this one loads no page.
  await page.goto('/health/live');
  await page.evaluate((areas) => localStorage.setItem('skein', JSON.stringify({ version: 1, areas })), { auth });
}
