import { useState } from 'react';
import type { PlacementReport } from '@skein/contracts/smart-delivery/placement-shapes';
import { Button } from '@skein/ui/button';
import { CodeBlock } from '@skein/ui/code-block';
import { Dialog } from '@skein/ui/dialog';
import { Field } from '@skein/ui/field';
import { fullInstant } from '@skein/ui/instant';
import { Row, Stack } from '@skein/ui/layout';
import { Loading, SkeletonRows } from '@skein/ui/skeleton';
import { Select } from '@skein/ui/select';
import { SubLine } from '@skein/ui/text';
import { useUi } from '@skein/ui/ui-provider';
import { LoadProblem } from '@skein/ui/load-problem';
import { useShares } from '../placement.hooks';

const periods = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
];

/** Links by which a client sees the report without an account. */
export function ShareDialog({ report, onClose }: { report: PlacementReport; onClose: () => void }) {
  const { timeZone } = useUi();
  const shares = useShares(report.id);
  const [days, setDays] = useState('30');
  const [client, setClient] = useState<string | null>(null);
  const chosen = client ?? (shares.clients[0] ? String(shares.clients[0].id) : null);
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Share this report"
      description="Anyone with the link sees the latest results in your brand, until it ends or you revoke it. A client sees its own mailboxes only."
      footer={
        <Button
          variant="primary"
          loading={shares.isCreating}
          onClick={() => shares.create(chosen === null ? null : Number(chosen), Number(days))}
        >
          Create link
        </Button>
      }
    >
      <Stack $gap={4}>
        <Row $wrap $gap={4}>
          {shares.clients.length > 0 && (
            <Field label="Client">
              <Select
                value={chosen}
                options={shares.clients.map(({ id, name }) => ({ value: String(id), label: name }))}
                onValueChange={setClient}
              />
            </Field>
          )}
          <Field label="Works for">
            <Select value={days} options={periods} onValueChange={setDays} />
          </Field>
        </Row>
        {shares.problem && <LoadProblem title="Could not load the links" {...shares.problem} />}
        {shares.isLoading && (
          <Loading label="Loading the links">
            <SkeletonRows rows={2} />
          </Loading>
        )}
        {shares.rows.map((share) => (
          <Stack $gap={2} key={share.id}>
            <CodeBlock label={`Link ${share.id}`} code={share.url} wrap />
            <Row $wrap>
              <SubLine>
                {share.client === null ? '' : `For ${share.client}. `}
                {share.is_expired ? 'Ended' : 'Works until'} {fullInstant(share.expires_at, timeZone)}
              </SubLine>
              <Button size="small" variant="danger" onClick={() => shares.revoke(share.id)}>
                Revoke
              </Button>
            </Row>
          </Stack>
        ))}
      </Stack>
    </Dialog>
  );
}
