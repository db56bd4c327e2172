import type { linkedInStepTypes } from '@skein/contracts/main/linkedin.contract';
import { templateWords } from '@skein/contracts/plain-template';
import { useAccess } from '@skein/mfe/access';
import { Badge } from '@skein/ui/badge';
import { Callout } from '@skein/ui/callout';
import { Field, Hint } from '@skein/ui/field';
import { Grid, Row, Stack } from '@skein/ui/layout';
import { Link } from '@skein/ui/link';
import { NumberInput } from '@skein/ui/number-input';
import { Segmented } from '@skein/ui/segmented';
import { Select } from '@skein/ui/select';
import { Heading } from '@skein/ui/text';
import { TextArea } from '@skein/ui/text-area';
import { TextInput } from '@skein/ui/text-input';
import { useLinkedInAccounts } from './linkedin-accounts.hooks';
import { freshVariant, type DraftStep } from './draft-step';

type LinkedInType = (typeof linkedInStepTypes)[number];
const types: { value: LinkedInType; label: string; detail: string }[] = [
  { value: 'CONNECTION_REQUEST', label: 'Connection request', detail: 'With an optional note' },
  { value: 'MESSAGE', label: 'Message', detail: 'To people you are connected with' },
  { value: 'INMAIL', label: 'InMail', detail: 'Subject and text, also without a connection' },
  { value: 'VISIT_PROFILE', label: 'Visit profile', detail: 'They may see that you visited' },
  { value: 'LIKE_RECENT_ACTIVITY', label: 'Like recent activity', detail: 'The newest post' },
];
const priorities = [
  { id: 'HIGH', label: 'High' },
  { id: 'MEDIUM', label: 'Medium' },
  { id: 'LOW', label: 'Low' },
] as const;

/** Plain text as it stands in a template, and back. */
const toHtml = (text: string): string =>
  text
    .split('\n')
    .map((line) => `<p>${line.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')}</p>`)
    .join('');
const toText = (html: string): string =>
  html
    .replace(/<\/p>\s{0,99}<p[^<>]*>|<br\s{0,9}\/?>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');

interface ManualStepProps {
  step: DraftStep;
  mayWrite: boolean;
  onStep: (step: DraftStep) => void;
}

/** A step that a person or LinkedIn does: the lead waits there until it is done. */
export function ManualStep({ step, mayWrite, onStep }: ManualStepProps) {
  const variant = step.variants[0] ?? freshVariant();
  const setText = (change: { subject?: string; body?: string }) =>
    onStep({ ...step, variants: [{ ...variant, ...change }, ...step.variants.slice(1)] });
  const setDetail = (change: Record<string, unknown>) => onStep({ ...step, detail: { ...step.detail, ...change } });
  const number = (name: string, usual: number) =>
    typeof step.detail[name] === 'number' ? (step.detail[name] as number) : usual;
  const shared = { variant, setText, setDetail, number, step, mayWrite };
  return step.kind === 'MANUAL' ? <ManualTask {...shared} /> : <LinkedInStep {...shared} />;
}

interface PartProps {
  step: DraftStep;
  variant: DraftStep['variants'][number];
  mayWrite: boolean;
  setText: (change: { subject?: string; body?: string }) => void;
  setDetail: (change: Record<string, unknown>) => void;
  number: (name: string, usual: number) => number;
}

function ManualTask({ step, variant, mayWrite, setText, setDetail, number }: PartProps) {
  const priority = priorities.find((entry) => entry.id === step.detail['priority'])?.id ?? 'MEDIUM';
  return (
    <Stack $gap={4}>
      <Heading as="h3" $size={3}>
        Manual task
      </Heading>
      <Field label="Task" disabled={!mayWrite} hint="Variables such as {{first_name}} are filled in for each lead.">
        <TextInput
          maxLength={200}
          placeholder="Call {{first_name}} at {{company_name}}"
          value={variant.subject}
          onChange={(event) => setText({ subject: event.target.value })}
        />
      </Field>
      <Field label="What to do" optional disabled={!mayWrite}>
        <TextArea
          rows={6}
          value={toText(variant.body)}
          onChange={(event) => setText({ body: toHtml(event.target.value) })}
        />
      </Field>
      <Grid $min={200}>
        <Field label="Priority" disabled={!mayWrite}>
          <Segmented
            label="Priority"
            value={priority}
            items={priorities.map((entry) => ({ ...entry }))}
            onValueChange={(value) => {
              if (mayWrite) setDetail({ priority: value });
            }}
          />
        </Field>
        <Field label="Due after" disabled={!mayWrite}>
          <NumberInput
            value={number('due_in_days', 1)}
            min={0}
            max={365}
            unit="days"
            onValueChange={(value) => {
              if (value !== null) setDetail({ due_in_days: value });
            }}
          />
        </Field>
      </Grid>
      <Hint>The lead waits here until the task is marked as done. The next step is due by its delay from then.</Hint>
    </Stack>
  );
}

function LinkedInStep({ step, variant, mayWrite, setText, setDetail, number }: PartProps) {
  const type = types.find((entry) => entry.value === step.detail['linkedin_type'])?.value ?? 'VISIT_PROFILE';
  const writes = type === 'CONNECTION_REQUEST' || type === 'MESSAGE' || type === 'INMAIL';
  return (
    <Stack $gap={4}>
      <Heading as="h3" $size={3}>
        On LinkedIn
      </Heading>
      <Field label="Does" disabled={!mayWrite}>
        <Select value={type} options={types} onValueChange={(value) => setDetail({ linkedin_type: value })} />
      </Field>
      {type === 'INMAIL' && (
        <Field label="Subject" disabled={!mayWrite}>
          <TextInput
            maxLength={200}
            value={variant.subject}
            onChange={(event) => setText({ subject: event.target.value })}
          />
        </Field>
      )}
      {writes && (
        <Field
          label={type === 'CONNECTION_REQUEST' ? 'Note' : 'Text'}
          optional={type === 'CONNECTION_REQUEST'}
          disabled={!mayWrite}
          hint={type === 'CONNECTION_REQUEST' ? `${templateWords(variant.body).length} of 300 characters` : undefined}
        >
          <TextArea
            rows={6}
            value={toText(variant.body)}
            onChange={(event) => setText({ body: toHtml(event.target.value) })}
          />
        </Field>
      )}
      {type === 'CONNECTION_REQUEST' && (
        <Field
          label="Stop waiting after"
          disabled={!mayWrite}
          hint="Then the next step, usually an email, is sent anyway."
        >
          <NumberInput
            value={number('accept_within_days', 7)}
            min={1}
            max={60}
            unit="days"
            onValueChange={(value) => {
              if (value !== null) setDetail({ accept_within_days: value });
            }}
          />
        </Field>
      )}
      <Accounts type={type} />
      <Hint>Leads without a LinkedIn profile skip this step. For others the sequence continues once it is done.</Hint>
    </Stack>
  );
}

/** Who acts, and how much of today's cap is used. */
function Accounts({ type }: { type: LinkedInType }) {
  const data = useLinkedInAccounts();
  const access = useAccess();
  if (!data) return null;
  if (data.provider === null)
    return (
      <Callout tone="info" title="No LinkedIn provider is set up here.">
        The step becomes a task for a person; the sequence continues when the task is done.
      </Callout>
    );
  return (
    <Stack $gap={2}>
      {data.provider === 'sandbox' && (
        <Callout tone="info" title="Sandbox.">
          Nothing real happens on LinkedIn. The stand-in accepts about three of five requests after some days.
        </Callout>
      )}
      {data.accounts.map((account) => {
        const today = account.today.find((entry) => entry.action === type);
        return (
          <Row key={account.id} $justify="between">
            <span>
              {account.name}
              {account.is_sandbox && (
                <>
                  {' '}
                  <Badge tone="outline">Sandbox</Badge>
                </>
              )}
              {account.state === 'INVALID' && (
                <>
                  {' '}
                  <Badge tone="danger">Not connected</Badge>
                </>
              )}
            </span>
            <Hint as="span">{today ? `${today.used} of ${today.cap} today` : ''}</Hint>
          </Row>
        );
      })}
      {data.accounts.length === 0 && <Hint>No LinkedIn account is connected: leads wait here.</Hint>}
      {data.accounts.length === 0 && access.may('mailbox.write') && (
        <Link href="/app/integrations/linkedin">Connect a LinkedIn account</Link>
      )}
    </Stack>
  );
}
