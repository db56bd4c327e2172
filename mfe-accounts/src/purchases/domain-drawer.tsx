import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { styled } from 'styled-components';
import type { PurchasedDomain } from '@skein/contracts/smart-senders/purchase-views';
import { useAccess } from '@skein/mfe/access';
import { Badge } from '@skein/ui/badge';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Drawer } from '@skein/ui/drawer';
import { Field } from '@skein/ui/field';
import { Row, Stack } from '@skein/ui/layout';
import { StateStatus, type KnownState } from '@skein/ui/status';
import { Switch } from '@skein/ui/switch';
import { Text } from '@skein/ui/text';
import { TextInput } from '@skein/ui/text-input';
import { useUi } from '@skein/ui/ui-provider';
import { base, dayOf, dnsProblem, dollars } from './purchase-labels';
import { usePurchasedDomain } from './purchased.hooks';

const Value = styled.code`
  display: block;
  font: 11px/16px var(--mono);
  overflow-wrap: anywhere;
  color: var(--text-2);
`;
const states: Record<PurchasedDomain['records'][number]['state'], [KnownState, string]> = {
  PASS: ['good', 'Passes'],
  WAITING: ['waiting', 'Waiting'],
  MISSING: ['failed', 'Missing'],
  DIFFERENT: ['failed', 'Differs'],
  UNKNOWN: ['waiting', 'Not looked up'],
};

/** Records that are not called by their abbreviation. */
const kindNames: Partial<Record<PurchasedDomain['records'][number]['kind'], string>> = {
  VERIFICATION: 'Verification',
  TRACKING: 'Tracking',
};

/** A domain's records as expected and as found, its renewal, and where its visitors go. */
export function DomainDrawer({ domain, onClose }: { domain: PurchasedDomain; onClose: () => void }) {
  const { timeZone } = useUi();
  const navigate = useNavigate();
  const access = useAccess();
  const actions = usePurchasedDomain(domain.id);
  const [target, setTarget] = useState(domain.forwards_to);
  const problem = dnsProblem(domain);
  const writes = access.may('purchase.write');
  return (
    <Drawer open title={domain.name} onOpenChange={(open) => !open && onClose()}>
      <Stack $gap={4}>
        {problem && (
          <Callout tone="danger" title={`${problem}.`}>
            Receivers may refuse emails from this domain. Publish its records again.
          </Callout>
        )}
        {domain.records.map((record) => (
          <Stack key={`${record.kind} ${record.host} ${record.value}`} $gap={1}>
            <Row $gap={2} $justify="between">
              <span>
                <Badge>{record.type}</Badge> {record.host || '@'}
              </span>
              <StateStatus state={states[record.state][0]}>
                {kindNames[record.kind] ?? record.kind} {states[record.state][1].toLowerCase()}
              </StateStatus>
            </Row>
            <Value>{record.value}</Value>
            {record.state === 'DIFFERENT' && <Value>Found: {record.found.join(', ')}</Value>}
          </Stack>
        ))}
        {writes && (
          <Row $gap={2} $wrap>
            <Button size="small" loading={actions.isPublishing} onClick={() => void actions.publish()}>
              Publish the records again
            </Button>
            <Button size="small" icon="refresh" loading={actions.isChecking} onClick={() => void actions.check()}>
              Check again
            </Button>
          </Row>
        )}
        <Switch
          label={`Renew on ${dayOf(domain.expires_at, timeZone)} for ${dollars(domain.price_cents)}`}
          checked={domain.auto_renew}
          disabled={!writes || actions.isChanging}
          onCheckedChange={(auto_renew) => void actions.setRenewal(auto_renew)}
        />
        <Text $tone="muted">
          A renewal order is created 30 days before. You are notified 30 days, 7 days and 1 day before it expires.
        </Text>
        {access.may('purchase.pay') && domain.expires_at !== null && (
          <Row>
            <Button
              size="small"
              loading={actions.isRenewing}
              onClick={() => void actions.renew().then((order) => order && navigate(`${base}/${order.id}/view`))}
            >
              {domain.renewal_order_id === null ? 'Renew for a year' : 'Pay the renewal'}
            </Button>
          </Row>
        )}
        {writes && (
          <Row $gap={2} $align="end">
            <div style={{ flex: 1 }}>
              <Field label="Forwards to">
                <TextInput value={target} maxLength={253} onChange={(event) => setTarget(event.target.value)} />
              </Field>
            </div>
            <Button loading={actions.isChanging} onClick={() => void actions.forwardTo(target)}>
              Save
            </Button>
          </Row>
        )}
      </Stack>
    </Drawer>
  );
}
