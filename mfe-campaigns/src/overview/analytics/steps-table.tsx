import { useMemo, useState } from 'react';
import type { StepRow } from '@skein/contracts/analytics/campaign-analytics.contract';
import type { Measure } from '@skein/contracts/analytics/measures';
import { templateWords } from '@skein/contracts/plain-template';
import type { ReadProblem } from '@skein/mfe/requests';
import { Card } from '@skein/ui/card';
import { ColumnChooser } from '@skein/ui/column-chooser';
import { DataTable, defaultView, type DataTableColumn, type DataTableView } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { LinkButton } from '@skein/ui/link';
import { Status, type StatusTone } from '@skein/ui/status';
import { SubLine, Text } from '@skein/ui/text';
import { Tooltip } from '@skein/ui/tooltip';
import { number, share } from './figure-texts';

type Variant = StepRow['variants'][number];
interface Line {
  id: string;
  step: StepRow;
  variant: Variant;
  isFirst: boolean;
}
type StepMeasure = 'sent' | 'opened' | 'clicked' | 'replied' | 'positive' | 'bounced' | 'unsubscribed';

const typeWords: Record<string, string> = { EMAIL: 'Email', MANUAL: 'Manual', LINKEDIN: 'LinkedIn' };
const tones: Record<
  Variant['evidence']['kind'],
  { tone: StatusTone; glyph?: 'tri-up' | 'tri-down' | 'flat' | 'wait' }
> = {
  AHEAD: { tone: 'success', glyph: 'tri-up' },
  BEHIND: { tone: 'danger', glyph: 'tri-down' },
  NO_DIFFERENCE: { tone: 'off', glyph: 'flat' },
  NEEDS_MORE: { tone: 'off', glyph: 'wait' },
  BASELINE: { tone: 'off' },
  ONE_VARIANT: { tone: 'off' },
  NOT_MEASURED: { tone: 'off' },
};
const evidenceNotes: Record<Variant['evidence']['kind'], string> = {
  AHEAD:
    'Two-proportion test of the reply rate against the first variant, looked at once. Opens do not count: machines open too.',
  BEHIND:
    'Two-proportion test of the reply rate against the first variant, looked at once. Opens do not count: machines open too.',
  NO_DIFFERENCE:
    'With these samples a real difference between the reply rates cannot be distinguished from chance at 90%.',
  NEEDS_MORE: 'Emails until a doubling of the first variant’s reply rate would be noticed in 8 of 10 cases at 90%.',
  BASELINE: 'The others are compared with this one.',
  ONE_VARIANT: 'There is nothing to compare it with.',
  NOT_MEASURED: 'Only email steps are measured.',
};

/** Steps and variants with the share of the step's e-mails, and how sure the difference is. */
export function StepsTable({
  steps,
  loading,
  problem,
  onOpen,
}: {
  steps: StepRow[] | undefined;
  loading: boolean;
  problem: ReadProblem | null;
  onOpen: (measure: Measure, variant: { id: number; text: string }) => void;
}) {
  const columns = useMemo(() => stepColumns(onOpen), [onOpen]);
  const [view, setView] = useState<DataTableView>(() => ({ ...defaultView(columns), density: 'compact' }));
  const lines = useMemo(
    () =>
      (steps ?? []).flatMap((step) =>
        step.variants.map((variant, index): Line => ({
          id: `${step.step_id}-${variant.variant_id}`,
          step,
          variant,
          isFirst: index === 0,
        })),
      ),
    [steps],
  );
  return (
    <Card
      title="Steps and variants"
      detail="rates of the emails sent by each"
      actions={<ColumnChooser columns={columns} view={view} onViewChange={setView} />}
      padded={false}
    >
      <DataTable<Line>
        label="Steps and variants"
        columns={columns}
        rows={lines}
        rowId={(line) => line.id}
        rowLabel={(line) => `Step ${line.step.seq_number} ${line.variant.label}`}
        view={view}
        onViewChange={setView}
        gutter={16}
        loading={loading}
        error={problem}
        empty={
          <EmptyState level={3} title="No steps yet">
            Write the sequence, and each step and variant is measured here.
          </EmptyState>
        }
      />
    </Card>
  );
}

function stepColumns(
  onOpen: (measure: Measure, variant: { id: number; text: string }) => void,
): DataTableColumn<Line>[] {
  const figure = (measure: StepMeasure, label: string, definition: string, hidden = false): DataTableColumn<Line> => ({
    id: measure,
    label,
    definition,
    align: 'end',
    width: 92,
    ...(hidden ? { hiddenByDefault: true } : {}),
    cell: ({ step, variant }) => {
      const count = variant.counts[measure];
      if (step.seq_type !== 'EMAIL') return '–';
      const text = measure === 'sent' ? number(count) : share(count, variant.counts.sent);
      if (count === 0) return text;
      return (
        <LinkButton
          aria-label={`${label} ${text}, step ${step.seq_number} ${variant.label}: show the rows`}
          title={measure === 'sent' ? undefined : number(count)}
          style={{ color: 'inherit', fontWeight: 'inherit' }}
          onClick={() => onOpen(measure, { id: variant.variant_id, text: `step ${step.seq_number} ${variant.label}` })}
        >
          {text}
        </LinkButton>
      );
    },
  });
  return [
    {
      id: 'step',
      label: 'Step',
      width: 116,
      fixed: true,
      phone: 'status',
      cell: ({ step, isFirst }) => (
        <Text $weight="bold" style={{ visibility: isFirst ? 'visible' : 'hidden' }}>
          {step.seq_number} {typeWords[step.seq_type] ?? step.seq_type}
          {step.is_deleted && ' (removed)'}
        </Text>
      ),
    },
    {
      id: 'variant',
      label: 'Variant',
      flexible: true,
      minWidth: 140,
      phone: 'title',
      cell: ({ variant }) => (
        <>
          {variant.label} ·{' '}
          <span title={variant.subject || undefined}>{templateWords(variant.subject) || 'same thread'}</span>
          {(variant.is_paused || variant.is_deleted) && (
            <SubLine>{variant.is_deleted ? 'removed' : 'switched off'}</SubLine>
          )}
        </>
      ),
    },
    figure('sent', 'Sent', 'Emails of this variant that were accepted.'),
    figure(
      'opened',
      'Opened',
      'Leads that opened this email, of those it was sent to. A lead that opened several steps counts at each.',
    ),
    figure('clicked', 'Clicked', 'Leads that clicked in this email, of those it was sent to.', true),
    figure(
      'replied',
      'Replied',
      'Leads whose first answer was to this email, of those it was sent to. The steps sum to the campaign’s figure.',
    ),
    figure('positive', 'Positive', 'Those of them that are in a category of positive sentiment now.'),
    figure('bounced', 'Bounced', 'Emails that could not be delivered because of the recipient’s address.'),
    figure('unsubscribed', 'Unsubscribed', 'Leads that unsubscribed by this email.', true),
    {
      id: 'evidence',
      label: 'Evidence',
      width: 168,
      phone: 'line',
      cell: ({ variant }) => (
        <Tooltip content={evidenceNotes[variant.evidence.kind]}>
          <span tabIndex={0} role="note">
            <Status
              {...tones[variant.evidence.kind]}
              quiet={tones[variant.evidence.kind].tone === 'off'}
              style={{ fontSize: 'var(--fs-2)' }}
            >
              {variant.evidence.text}
            </Status>
          </span>
        </Tooltip>
      ),
    },
  ];
}
