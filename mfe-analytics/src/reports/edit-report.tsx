import { useState } from 'react';
import type { ReportDetail } from '@skein/contracts/analytics/reports.contract';
import { useAccess } from '@skein/mfe/access';
import { navigateTo } from '@skein/mfe/navigation';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { Dialog } from '@skein/ui/dialog';
import { Field } from '@skein/ui/field';
import { fieldError } from '@skein/ui/field-error';
import { Stack } from '@skein/ui/layout';
import { Switch } from '@skein/ui/switch';
import { TextInput } from '@skein/ui/text-input';
import { toasts } from '@skein/ui/toast-store';
import { useChangeReport } from './reports.hooks';

/** Renames a report, shares it with the team, or stops sharing it. */
export function EditReport({ report }: { report: ReportDetail }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon="edit" onClick={() => setOpen(true)}>
        Edit
      </Button>
      {isOpen && <EditDialog report={report} onClose={() => setOpen(false)} />}
    </>
  );
}

function EditDialog({ report, onClose }: { report: ReportDetail; onClose: () => void }) {
  const access = useAccess();
  const { change, isSaving } = useChangeReport(report);
  const [name, setName] = useState(report.name);
  const [isShared, setShared] = useState(report.is_shared);
  const [problem, setProblem] = useState<string | null>(null);
  // A client sees its report only while it is shared.
  const mayShare = access.may('insights.export') && report.client_id === null;
  const save = async () => {
    if (name.trim() === '') return setProblem('is required');
    try {
      const changed = await change({
        ...(name.trim() === report.name ? {} : { name }),
        ...(isShared === report.is_shared ? {} : { is_shared: isShared }),
      });
      toasts.show({ title: 'Report saved' });
      // A colleague's report that is no longer shared is theirs alone again.
      if (!changed.is_own) navigateTo('/app/global-analytics/reports');
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
      title="Edit report"
      description="To change the filters, open the report’s page, set them, then choose Save report and pick this report."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" loading={isSaving} onClick={() => void save()}>
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
        {mayShare && <Switch checked={isShared} onCheckedChange={setShared} label="Share with the team" />}
      </Stack>
    </Dialog>
  );
}
