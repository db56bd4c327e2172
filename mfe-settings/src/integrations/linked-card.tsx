import type { CallOutput } from '@skein/contracts/endpoint';
import type { integrationsContract } from '@skein/contracts/main/integrations.contract';
import type { useAccess } from '@skein/mfe/access';
import { Button } from '@skein/ui/button';
import { Card } from '@skein/ui/card';
import { counted } from '@skein/ui/counted';
import { Push, Row, Stack } from '@skein/ui/layout';
import { StateStatus } from '@skein/ui/status';
import { Text } from '@skein/ui/text';
import { LastSync, Mark } from './integration-card';

type Listed = CallOutput<(typeof integrationsContract)['endpoints']['listIntegrations']>;

/** A product that is managed on a page of its own. */
export interface LinkedProduct {
  name: string;
  short: string;
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
            short: 'Li',
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
            short: 'Wh',
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
  return (
    <Card>
      <Stack $gap={3}>
        <Row>
          <Mark aria-hidden>{props.short}</Mark>
          <Text as="h3" $weight="bold">
            {props.name}
          </Text>
        </Row>
        <Text $tone="muted">{props.does}</Text>
        {props.total === 0 ? (
          <div>
            <Button onClick={props.onOpen}>{props.label}</Button>
          </div>
        ) : (
          <>
            <Row $wrap>
              {props.failing > 0 ? (
                <StateStatus state="warning">{`${props.failing} of ${props.total} failing`}</StateStatus>
              ) : (
                <StateStatus state="good">{counted(props.total, props.unit)}</StateStatus>
              )}
              <Push>
                <LastSync at={props.lastSync} />
              </Push>
            </Row>
            <Row>
              <Push>
                <Button size="small" variant={props.failing > 0 ? 'primary' : 'default'} onClick={props.onOpen}>
                  {props.failing > 0 ? props.fix : props.label}
                </Button>
              </Push>
            </Row>
          </>
        )}
      </Stack>
    </Card>
  );
}
