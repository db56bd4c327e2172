import type { OriginRule } from '#platform/http/cross-origin';
import type { PlatformEnvironment } from '#platform/env/env';
import { workspaceOfHost } from '#identity/identity.api';
import type { MainDeps } from '#main/deps';

type Installation = Pick<PlatformEnvironment, 'publicUrl' | 'allowedOrigins' | 'servicePorts'>;

/** The base URL of what this process serves on a port of its own, as seen from a page of this host. */
export function addressOfPort({ publicUrl }: Pick<Installation, 'publicUrl'>, port: number): string {
  const url = new URL(publicUrl);
  url.port = String(port);
  return url.origin;
}

/**
 * Whose pages may call the services: ours, those that the environment names, and those at a host name that an agency has proven, on
 * the ports where we serve pages.
 */
export function createOriginRule(deps: Pick<MainDeps, 'db' | 'config'>, installation: Installation): OriginRule {
  const ours = new URL(installation.publicUrl);
  const pages = installation.servicePorts.web;
  const fixed = new Set([
    ours.origin,
    ...(pages === undefined ? [] : [addressOfPort(installation, pages)]),
    ...installation.allowedOrigins,
  ]);
  const ports = new Set([ours.port, ...(pages === undefined ? [] : [String(pages)])]);
  return async (origin) => {
    if (fixed.has(origin)) return true;
    if (!URL.canParse(origin)) return false;
    const { protocol, hostname, port } = new URL(origin);
    return protocol === ours.protocol && ports.has(port) && (await workspaceOfHost(deps, hostname)) !== null;
  };
}
