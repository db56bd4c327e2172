import type { IntegrationKind, IntegrationView } from '@skein/contracts/main/integrations.contract';
import type { KnownState } from '@skein/ui/status';
import type { MarkOf } from './product-mark';

/** Each product as its card says it. */
export const products: Record<IntegrationKind, { name: string; mark: MarkOf; does: string }> = {
  HUBSPOT: {
    name: 'HubSpot',
    mark: { product: 'HUBSPOT' },
    does: 'Import contacts and lists as leads. Emails, replies and categories are logged on the contact.',
  },
  SLACK: {
    name: 'Slack',
    mark: { product: 'SLACK' },
    does: 'Replies and warnings as messages, with buttons that open the thread.',
  },
  CLAY: {
    name: 'Clay',
    mark: { icon: 'columns' },
    does: 'Table rows come in with an API key. Replies and categories go back to a table.',
  },
  LEADMAGIC: {
    name: 'LeadMagic',
    mark: { icon: 'search' },
    does: 'Find and verify addresses, and look up job titles.',
  },
};

/** State of a connection as a glyph, a word and a tone. */
export function stateOf(view: IntegrationView): { state: KnownState; word: string } {
  if (view.state === 'PAUSED') return { state: 'paused', word: 'Paused' };
  if (view.state === 'FAILING') return { state: 'failed', word: 'Failing' };
  if (view.figures.rejected_today > 0)
    return { state: 'warning', word: `${view.figures.rejected_today.toLocaleString('en-US')} rejected` };
  return { state: 'good', word: 'Connected' };
}
