import { useState } from 'react';
import { mostReportRecipients, type ReportDetail } from '@skein/contracts/analytics/reports.contract';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card, CardBody, CardFoot } from '@skein/ui/card';
import { Field } from '@skein/ui/field';
import { fieldError } from '@skein/ui/field-error';
import { Row, Stack } from '@skein/ui/layout';
import { Select } from '@skein/ui/select';
import { Switch } from '@skein/ui/switch';
import { Text } from '@skein/ui/text';
import { TextArea } from '@skein/ui/text-area';
import { toasts } from '@skein/ui/toast-store';
import { useUi } from '@skein/ui/ui-provider';
import { ZoneChoice } from '../global/zone-choice';
import { instantText } from '../instant-text';
import { addressesIn, hourText, weekdays } from './report-labels';
import { useScheduleReport } from './reports.hooks';

const firstOf = ({ schedule, recipient_list }: ReportDetail, zone: string) => ({
  weekday: schedule?.weekday ?? 1,
  hour: schedule?.hour ?? 8,
  zone: schedule?.time_zone ?? zone,
  isActive: schedule?.is_active ?? false,
  recipients: recipient_list
    .filter((one) => one.stopped_at === null)
    .map((one) => one.email)
    .join('\n'),
});

/** When the report of the last seven days leaves, and to whom. */
export function ScheduleCard({ report }: { report: ReportDetail }) {
  const { timeZone } = useUi();
  const [value, setValue] = useState(() => firstOf(report, timeZone));
  const [problem, setProblem] = useState<{ field: string; message: string } | null>(null);
  const { schedule, isSaving } = useScheduleReport(report.id);
  const change = (part: Partial<typeof value>) => {
    setValue({ ...value, ...part });
    setProblem(null);
  };
  const save = async () => {
    try {
      const saved = await schedule({
        weekday: value.weekday,
        hour: value.hour,
        time_zone: value.zone,
        is_active: value.isActive,
        recipients: addressesIn(value.recipients),
      });
      setValue(firstOf(saved, timeZone));
      toasts.show({ title: 'Weekly email saved' });
    } catch (error) {
      const { details, message } = problemOf(error);
      const [first] = details;
      setProblem({ field: first ? 'recipients' : 'all', message: first?.message ?? message });
    }
  };
  const stopped = report.recipient_list.filter((one) => one.stopped_at !== null);
  return (
    <Card title="Weekly email" padded={false}>
      <CardBody>
        <Stack $gap={4}>
          <Switch
            checked={value.isActive}
            onCheckedChange={(isActive) => change({ isActive })}
            label="Email the last seven days as a PDF every week"
          />
          <Row $wrap $gap={3} $align="end">
            <Field label="Day">
              <Select
                value={String(value.weekday)}
                onValueChange={(day) => change({ weekday: Number(day) })}
                options={weekdays.map((label, index) => ({ value: String(index + 1), label }))}
              />
            </Field>
            <Field label="Time">
              <Select
                value={String(value.hour)}
                onValueChange={(hour) => change({ hour: Number(hour) })}
                options={Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour) }))}
              />
            </Field>
            <Field label="Time zone">
              <ZoneChoice
                size="medium"
                value={value.zone}
                personZone={timeZone}
                onChange={(zone) => change({ zone: zone ?? timeZone })}
              />
            </Field>
          </Row>
          <Field
            label="Recipients"
            hint={`One address per line, at most ${mostReportRecipients}. Each email has a link to stop it.`}
            error={fieldError('Recipients', problem?.field === 'recipients' ? { message: problem.message } : undefined)}
          >
            <TextArea
              rows={4}
              maxLength={6000}
              value={value.recipients}
              onChange={(event) => change({ recipients: event.target.value })}
            />
          </Field>
          {stopped.length > 0 && (
            <Text $tone="muted" $size={2}>
              Stopped by the recipient: {stopped.map((one) => one.email).join(', ')}
            </Text>
          )}
          {problem?.field === 'all' && (
            <Callout tone="danger" role="alert">
              {problem.message}
            </Callout>
          )}
        </Stack>
      </CardBody>
      <CardFoot style={{ justifyContent: 'flex-end', minHeight: 48 }}>
        {report.schedule?.next_at && (
          <Text $tone="muted" $size={2}>
            Next email {instantText(report.schedule.next_at, timeZone)}
          </Text>
        )}
        <Button variant="primary" loading={isSaving} onClick={() => void save()}>
          Save
        </Button>
      </CardFoot>
    </Card>
  );
}
