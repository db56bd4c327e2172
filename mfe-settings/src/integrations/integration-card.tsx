import { styled } from 'styled-components';
import type { IntegrationView } from '@skein/contracts/main/integrations.contract';
import { Badge } from '@skein/ui/badge';
import { Button } from '@skein/ui/button';
import { Card } from '@skein/ui/card';
import { IconButton } from '@skein/ui/icon-button';
import { shortInstant } from '@skein/ui/instant';
import { Push, Row, Stack } from '@skein/ui/layout';
import { LinkButton } from '@skein/ui/link';
import { Menu } from '@skein/ui/menu';
import { StateStatus } from '@skein/ui/status';
import { SubLine, Text } from '@skein/ui/text';
import { useUi } from '@skein/ui/ui-provider';
import { products, stateOf } from './integration-labels';
import { ProductMark } from './product-mark';

const Bars = styled.div`
  display: flex;
  align-items: flex-end;
  gap: 2px;
  height: 24px;
  & > span {
    flex: 1;
    min-height: 2px;
    border-radius: 1px;
    background: var(--accent);
    opacity: 0.55;
  }
  & > span[data-failed] {
    background: var(--danger);
    opacity: 1;
  }
  & > span[data-none] {
    background: var(--border);
    opacity: 1;
  }
`;

/** What went through in each of the last 24 hours; hours with failures are red. The words below say the same. */
function Day({ hours }: { hours: { done: number; failed: number }[] }) {
  const most = Math.max(1, ...hours.map((hour) => hour.done + hour.failed));
  return (
    <Bars aria-hidden>
      {hours.map((hour, index) => (
        <span
          key={index}
          style={{ height: `${Math.max(8, ((hour.done + hour.failed) / most) * 100)}%` }}
          {...(hour.failed > 0 ? { 'data-failed': '' } : hour.done === 0 ? { 'data-none': '' } : {})}
        />
      ))}
    </Bars>
  );
}

/** When something last went through. */
export function LastSync({ at }: { at: string | null }) {
  const { timeZone } = useUi();
  return <Text $tone="muted">{at ? `Last sync ${shortInstant(at, new Date(), timeZone)}` : 'Not synced yet'}</Text>;
}

const number = (value: number) => value.toLocaleString('en-US');

/** A connected product: its state, what it exchanged, and what can be done. */
export function IntegrationCard({
  view,
  actions,
}: {
  view: IntegrationView;
  actions: {
    pause: (isPaused: boolean) => void;
    disconnect: () => void;
    again: () => void;
    check: () => void;
    log: () => void;
    open: { label: string; onSelect: () => void } | null;
    fix: { label: string; onSelect: () => void };
  };
}) {
  const { timeZone } = useUi();
  const product = products[view.kind];
  const { state, word } = stateOf(view);
  const { figures } = view;
  return (
    <Card>
      <Stack $gap={3}>
        <Row>
          <ProductMark of={product.mark} />
          <div style={{ minWidth: 0 }}>
            <Text as="h3" $weight="bold">
              {product.name}
            </Text>
            <SubLine>{[view.account, view.hint ? `…${view.hint}` : ''].filter(Boolean).join(' ')}</SubLine>
          </div>
          <Push>
            <Row>
              {view.is_sandbox && <Badge tone="warning">Simulated</Badge>}
              <Menu
                align="end"
                trigger={<IconButton icon="more" label={`More for ${product.name}`} />}
                entries={[
                  { label: 'Sync log', icon: 'list', onSelect: actions.log },
                  { label: 'Test connection', icon: 'refresh', onSelect: actions.check },
                  ...(figures.rejected_today > 0 || figures.waiting > 0
                    ? [{ label: 'Retry now', icon: 'undo' as const, onSelect: actions.again }]
                    : []),
                  view.state === 'PAUSED'
                    ? { label: 'Resume', icon: 'play', onSelect: () => actions.pause(false) }
                    : { label: 'Pause', icon: 'pause', onSelect: () => actions.pause(true) },
                  { kind: 'separator' },
                  { label: 'Disconnect', icon: 'unplug', tone: 'danger', onSelect: actions.disconnect },
                ]}
              />
            </Row>
          </Push>
        </Row>
        <Row $wrap>
          <StateStatus state={state}>{word}</StateStatus>
          <Push>
            <LastSync at={view.last_sync_at} />
          </Push>
        </Row>
        {view.error && (
          <Stack $gap={2} role="alert">
            <Text $tone="danger">{view.error.text}</Text>
            <SubLine>
              <code>{view.error.code}</code> since {shortInstant(view.error.since, new Date(), timeZone)}
              {figures.waiting > 0 && `, ${number(figures.waiting)} waiting. Nothing is lost.`}
            </SubLine>
            <div>
              <Button variant="primary" onClick={actions.fix.onSelect}>
                {actions.fix.label}
              </Button>
            </div>
          </Stack>
        )}
        {!view.error && figures.rejected_today > 0 && (
          <div>
            <LinkButton onClick={actions.log}>See what was rejected</LinkButton>
          </div>
        )}
        <Day hours={figures.hours} />
        <Row $wrap>
          <Text $tone="muted">
            Today: {number(figures.sent_today)} sent, {number(figures.received_today)} received
            {figures.rejected_today > 0 && `, ${number(figures.rejected_today)} rejected`}
            {figures.waiting > 0 && `, ${number(figures.waiting)} waiting`}
          </Text>
          {actions.open && (
            <Push>
              <Button size="small" onClick={actions.open.onSelect}>
                {actions.open.label}
              </Button>
            </Push>
          )}
        </Row>
      </Stack>
    </Card>
  );
}
