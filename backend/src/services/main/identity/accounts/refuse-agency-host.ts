import { notFound } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { workspaceOfHost } from '../whitelabel/find-brand';
import type { Browser } from './open-session';

/**
 * An agency's address is the agency's: nobody opens a workspace of ours there, with an invitation or without.
 * @throws SkeinError NOT_FOUND
 */
export async function refuseAgencyHost(deps: Pick<MainDeps, 'db' | 'config'>, browser: Browser): Promise<void> {
  if ((await workspaceOfHost(deps, browser.raw.req.header('host'))) !== null) throw notFound('This page');
}
