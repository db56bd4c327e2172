import type { CallOutput } from '@skein/contracts/endpoint';
import type { integrationsContract } from '@skein/contracts/main/integrations.contract';
import type { useAccess } from '@skein/mfe/access';
import { Button } from '@skein/ui/button';
import { counted } from '@skein/ui/counted';
import { Push, Row } from '@skein/ui/layout';
import { StateStatus } from '@skein/ui/status';
import { LastSync } from './integration-card';
import { ProductCard } from './product-card';
import type { MarkOf } from './product-mark';

type Listed = CallOutput<(typeof integrationsContract)['endpoints']['listIntegrations']>;

/** A product that is managed on a page of its own. */
export interface LinkedProduct {
  name: string;
  mark: MarkOf;
  does: string;
  total: number;
  failing: number;
  lastSync: string | null;
  unit: string;
  label: string;
  /** What the button says while one of them fails. */
  fix: string;
  /** Address of its page, without `/app`. */
  to: string;
}

/** LinkedIn and webhooks, as far as the plan has them. */
export function linkedProducts(
  { linkedin, webhooks }: Pick<Listed, 'linkedin' | 'webhooks'>,
  access: Pick<ReturnType<typeof useAccess>, 'has'>,
): LinkedProduct[] {
  return [
    ...(access.has('linkedin')
      ? [
          {
            name: 'LinkedIn',
            mark: { product: 'LINKEDIN' } as const,
            does: 'Accounts that visit profiles, connect and write for LinkedIn steps.',
            total: linkedin.total,
            failing: linkedin.failing,
            unit: 'account',
            lastSync: linkedin.last_sync_at,
            label: 'LinkedIn accounts',
            fix: 'Sign in again',
            to: '/integrations/linkedin',
          },
        ]
      : []),
    ...(access.has('webhooks')
      ? [
          {
            name: 'Webhooks',
            mark: { icon: 'plug' } as const,
            does: 'Signed events to your own systems, retried for 72 hours.',
            total: webhooks.total,
            failing: webhooks.failing,
            unit: 'webhook',
            lastSync: webhooks.last_sync_at,
            label: 'Manage webhooks',
            fix: 'Show failing webhooks',
            to: '/settings/webhook',
          },
        ]
      : []),
  ];
}

/** Shows that a linked product works, and leads to its page. */
export function LinkedCard(props: LinkedProduct & { onOpen: () => void }) {
  const { total, failing, onOpen } = props;
  const needsMend = failing > 0;
  return (
    <ProductCard
      name={props.name}
      mark={props.mark}
      does={props.does}
      actions={
        <Button variant={needsMend ? 'primary' : 'default'} onClick={onOpen}>
          {needsMend ? props.fix : props.label}
        </Button>
      }
    >
      {total > 0 && (
        <Row $wrap>
          {needsMend ? (
            <StateStatus state="warning">{`${failing} of ${total} failing`}</StateStatus>
          ) : (
            <StateStatus state="good">{counted(total, props.unit)}</StateStatus>
          )}
          <Push>
            <LastSync at={props.lastSync} />
          </Push>
        </Row>
      )}
    </ProductCard>
  );
}
