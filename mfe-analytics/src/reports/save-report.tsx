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
import { useReportClients, useSaveReport } from './reports.hooks';

const nobody = '';
const asNew = '';

interface SaveReportProps {
  page: ReportPage;
  /** The filters of the page, as its address has them. */
  address: string;
}

/**
 * Keeps the page with its filters: under a new name, for oneself, the team or a client, or as what an existing report shows from now on.
 */
export function SaveReport(props: SaveReportProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" icon="star" onClick={() => setOpen(true)}>
        Save report
      </Button>
      {isOpen && <SaveDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function SaveDialog({ page, address, onClose }: SaveReportProps & { onClose: () => void }) {
  const { own, isSaving, create, update } = useSaveReport(page, address);
  const [report, setReport] = useState(asNew);
  const [given, setGiven] = useState<NewReport>({ name: '', isShared: false, client: nobody });
  const [problem, setProblem] = useState<string | null>(null);
  const save = async () => {
    if (report === asNew && given.name.trim() === '') return setProblem('is required');
    try {
      const { id } =
        report === asNew
          ? await create({
              name: given.name,
              // A client sees its report only where it is shared.
              is_shared: given.isShared || given.client !== nobody,
              client_id: given.client === nobody ? null : Number(given.client),
            })
          : await update(Number(report));
      toasts.show({ title: report === asNew ? 'Report saved' : 'Report updated' });
      navigateTo(`/app/global-analytics/reports/${id}`);
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
          <Button variant="primary" loading={isSaving} onClick={() => void save()}>
            {report === asNew ? 'Save' : 'Update report'}
          </Button>
        </>
      }
    >
      <Stack $gap={4}>
        {own.length > 0 && (
          <Field
            label="Save as"
            error={
              report === asNew ? undefined : fieldError('Save as', problem === null ? undefined : { message: problem })
            }
            {...(report === asNew ? {} : { hint: 'Its weekly email uses these filters from the next one.' })}
          >
            <Select
              value={report}
              onValueChange={(chosen) => {
                setReport(chosen);
                setProblem(null);
              }}
              options={[
                { value: asNew, label: 'A new report' },
                ...own.map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
            />
          </Field>
        )}
        {report === asNew && (
          <NewReportFields
            given={given}
            problem={problem}
            onChange={(change) => {
              setGiven({ ...given, ...change });
              setProblem(null);
            }}
          />
        )}
      </Stack>
    </Dialog>
  );
}

interface NewReport {
  name: string;
  isShared: boolean;
  /** Id of a client, as the select has it. */
  client: string;
}

interface NewReportFieldsProps {
  given: NewReport;
  problem: string | null;
  onChange: (change: Partial<NewReport>) => void;
}

function NewReportFields({ given, problem, onChange }: NewReportFieldsProps) {
  const access = useAccess();
  const mayShare = access.may('insights.export');
  const mayChooseClient = mayShare && access.may('client.read');
  const clients = useReportClients(mayChooseClient);
  return (
    <>
      <Field label="Name" error={fieldError('Name', problem === null ? undefined : { message: problem })}>
        <TextInput
          maxLength={80}
          autoComplete="off"
          value={given.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </Field>
      {mayChooseClient && (
        <Field
          label="Client"
          hint="Shows this client’s campaigns only. Their people with full access see it under Analytics, Reports."
        >
          <Select
            value={given.client}
            onValueChange={(client) => onChange({ client })}
            options={[
              { value: nobody, label: 'Whole workspace' },
              ...clients.map((one) => ({ value: String(one.id), label: one.name })),
            ]}
          />
        </Field>
      )}
      {mayShare && given.client === nobody && (
        <Switch
          checked={given.isShared}
          onCheckedChange={(isShared) => onChange({ isShared })}
          label="Share with the team"
        />
      )}
    </>
  );
}
