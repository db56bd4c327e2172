import { allEndpoints } from './all';
import type { Contract } from './endpoint';

/** The golden route table (ROUTES.md): one line an endpoint, with who may call it. */
export function routeTable(contracts?: Contract[]): string {
  const lines = allEndpoints(contracts).map(({ contract, name, endpoint }) => {
    const { access } = endpoint;
    const who = access.who === 'person' || access.who === 'session' ? `${access.who}: ${access.may}` : access.who;
    const aliases = endpoint.aliases?.length ? endpoint.aliases.map((alias) => `\`${alias}\``).join('<br>') : '';
    return `| ${endpoint.method} | \`${endpoint.path}\` | ${contract.service} | ${name} | ${who} | ${endpoint.answer ?? 'envelope'} | ${endpoint.summary.replace(/\|/g, '\\|')} | ${aliases} |`;
  });
  return [
    '# Routes',
    '',
    'Printed from the contracts; a test compares it. After a change: `npm run routes`, and review the difference.',
    '',
    '| Method | Path | Service | Operation | Who | Answer | What | Also |',
    '|---|---|---|---|---|---|---|---|',
    ...lines,
    '',
  ].join('\n');
}
