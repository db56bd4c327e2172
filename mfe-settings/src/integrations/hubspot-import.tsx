import { useState } from 'react';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Dialog } from '@skein/ui/dialog';
import { Field } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { Select } from '@skein/ui/select';
import { useHubSpotImport } from './hubspot.hooks';

/** Contacts of a list, or all, become leads. */
export function ImportDialog({ integrationId, onClose }: { integrationId: number; onClose: () => void }) {
  const { lists, problem, targets, isLoading, begin } = useHubSpotImport(integrationId);
  const [list, setList] = useState('all');
  const [target, setTarget] = useState('none');
  const [failure, setFailure] = useState<string | null>(null);
  const start = async () => {
    const refused = await begin(list === 'all' ? null : list, target === 'none' ? null : Number(target));
    if (refused) setFailure(refused);
    else onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="medium"
      title="Import contacts from HubSpot"
      description="Each contact is one lead, matched by email. Contacts without an email are skipped."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" loading={isLoading} onClick={() => void start()}>
            Start import
          </Button>
        </>
      }
    >
      <Stack $gap={4}>
        {(failure ?? problem) && <Callout tone="danger">{failure ?? problem}</Callout>}
        <Field label="Contacts">
          <Select
            value={list}
            onValueChange={setList}
            options={[
              { value: 'all', label: 'All contacts' },
              ...(lists ?? []).map((one) => ({
                value: one.id,
                label: one.size === null ? one.name : `${one.name} (${one.size.toLocaleString('en-US')})`,
              })),
            ]}
          />
        </Field>
        <Field label="Into">
          <Select
            value={target}
            onValueChange={setTarget}
            options={[
              { value: 'none', label: 'All leads, no list' },
              ...targets.map((one) => ({ value: String(one.id), label: one.name })),
            ]}
          />
        </Field>
      </Stack>
    </Dialog>
  );
}
