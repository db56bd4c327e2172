import { useState } from 'react';
import type { ReportPage } from '@skein/contracts/analytics/reports.contract';
import { useAccess } from '@skein/mfe/access';
import { navigateTo } from '@skein/mfe/navigation';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { Dialog } from '@skein/ui/dialog';
import { Field } from '@skein/ui/field';
import { fieldError } from '@skein/ui/field-error';
import { Stack } from '@skein/ui/layout';
import { Select } from '@skein/ui/select';
import { Switch } from '@skein/ui/switch';
import { TextInput } from '@skein/ui/text-input';
import { toasts } from '@skein/ui/toast-store';
import { useAnalyticsClientsQuery, useAnalyticsCreateReportMutation } from '../api';

const nobody = '';

/** Keeps the page with its filters under a name, for oneself, the team, or a client. */
export function SaveReport({ page, address }: { page: ReportPage; address: string }) {
  const access = useAccess();
  const [isOpen, setOpen] = useState(false);
  const mayShare = access.may('insights.export');
  return (
    <>
      <Button size="small" icon="star" onClick={() => setOpen(true)}>
        Save report
      </Button>
      {isOpen && <SaveDialog page={page} address={address} mayShare={mayShare} onClose={() => setOpen(false)} />}
    </>
  );
}

function SaveDialog({
  page,
  address,
  mayShare,
  onClose,
}: {
  page: ReportPage;
  address: string;
  mayShare: boolean;
  onClose: () => void;
}) {
  const [create, { isLoading }] = useAnalyticsCreateReportMutation();
  const access = useAccess();
  const mayChooseClient = mayShare && access.may('client.read');
  const clients = useAnalyticsClientsQuery(undefined, { skip: !mayChooseClient });
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const [client, setClient] = useState(nobody);
  const [problem, setProblem] = useState<string | null>(null);
  const save = async () => {
    if (name.trim() === '') return setProblem('is required');
    try {
      const made = await create({
        body: {
          name,
          page,
          address,
          // A client sees its report only where it is shared.
          is_shared: isShared || client !== nobody,
          client_id: client === nobody ? null : Number(client),
        },
      }).unwrap();
      toasts.show({ title: 'Report saved' });
      navigateTo(`/app/global-analytics/reports/${made.id}`);
      onClose();
    } catch (error) {
      const { details, message } = problemOf(error);
      setProblem(details[0]?.message ?? message);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Save report"
      description="Keeps this page with its filters. You can also have it emailed every week."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" loading={isLoading} onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      <Stack $gap={4}>
        <Field label="Name" error={fieldError('Name', problem === null ? undefined : { message: problem })}>
          <TextInput
            maxLength={80}
            autoComplete="off"
            value={name}
            onChange={(event) => {
              setName(event.target.value);
              setProblem(null);
            }}
          />
        </Field>
        {mayChooseClient && (
          <Field
            label="Client"
            hint="Shows this client’s campaigns only. Their people with full access see it under Analytics, Reports."
          >
            <Select
              value={client}
              onValueChange={setClient}
              options={[
                { value: nobody, label: 'Whole workspace' },
                ...(clients.data?.clients ?? []).map((one) => ({ value: String(one.id), label: one.name })),
              ]}
            />
          </Field>
        )}
        {mayShare && client === nobody && (
          <Switch checked={isShared} onCheckedChange={setShared} label="Share with the team" />
        )}
      </Stack>
    </Dialog>
  );
}
