import { serviceNames, type ServiceName } from '@skein/contracts/endpoint';
import { servicePrefix } from '@skein/contracts/health';

/** What answers below these addresses, beside `/api/<service>`. */
const further: [prefix: string, owner: ServiceName][] = [
  ['/api', 'main'],
  ['/docs', 'main'],
  ['/storage', 'main'],
  ['/graphql', 'data-query'],
  ['/o', 'tracking'],
  ['/c', 'tracking'],
  ['/u', 'tracking'],
];
const prefixes: [prefix: string, owner: ServiceName][] = [
  ...serviceNames.filter((name) => name !== 'main').map((name): [string, ServiceName] => [servicePrefix(name), name]),
  ...further,
];
const isUnder = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`);

/** Which service an address belongs to: `web` for the pages, null for health and figures, which every process has. */
export function serviceOfPath(path: string): ServiceName | 'web' | null {
  if (isUnder(path, '/health') || path === '/metrics') return null;
  return prefixes.find(([prefix]) => isUnder(path, prefix))?.[1] ?? 'web';
}
