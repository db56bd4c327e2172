import { useState } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { counted } from '@skein/ui/counted';
import { Field } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { NumberInput } from '@skein/ui/number-input';
import { RadioGroup } from '@skein/ui/radio-group';
import { Switch } from '@skein/ui/switch';
import { TextInput } from '@skein/ui/text-input';
import { fieldError } from '@skein/ui/field-error';
import { TabBody } from './form-layout';
import { FoldedSection } from './setup/setup-section';
import { useLeadConditionForm, type Values } from './lead-condition.hooks';

const sources = [
  { value: 'CSV', label: 'A file', hint: 'CSV, TSV or Excel. You map the columns next.' },
  { value: 'LIST', label: 'A lead list', hint: 'Leads you already have in a list, copied or moved.' },
  { value: 'MANUAL', label: 'Typed or pasted', hint: 'One by one, or rows pasted from a sheet.' },
  { value: 'API', label: 'Through the API', hint: 'Another system adds leads; the campaign waits for them.' },
] as const;

const rules = [
  [
    'update_existing',
    'Update existing leads',
    'Values from the file replace existing ones. When off, only empty fields are filled.',
  ],
  [
    'ignore_duplicate_leads_in_other_campaign',
    'Skip leads in other campaigns',
    'Addresses that are in any other campaign are not imported.',
  ],
  [
    'ignore_active_in_other_campaign',
    'Skip leads active in another campaign',
    'Only addresses whose sequence is still running elsewhere are skipped.',
  ],
  [
    'ignore_global_block_list',
    'Import blocked addresses',
    'They are listed, but never emailed: the block list always applies.',
  ],
  ['ignore_unsubscribe_list', 'Import unsubscribed addresses', 'They are listed, but never emailed.'],
] as const;

/** What is set in the folded rules, in one line. */
function rulesSummary(condition: Values['lead_condition']): string {
  const skipped = [
    condition.ignore_duplicate_leads_in_other_campaign
      ? 'leads in other campaigns'
      : condition.ignore_active_in_other_campaign && 'leads active in another campaign',
    !condition.ignore_global_block_list && /* text */ 'blocked',
    !condition.ignore_unsubscribe_list && /* text */ 'unsubscribed',
    condition.contacted_within_days && `emailed in the last ${counted(condition.contacted_within_days, 'day')}`,
  ].filter(Boolean);
  return [
    condition.update_existing ? 'Existing leads are updated' : 'Existing leads are kept as they are',
    ...(skipped.length > 0 ? [`Skipped: ${skipped.join(', ')}`] : []),
  ].join('. ');
}

function Conditions({
  form,
  disabled,
  isNew,
}: {
  form: UseFormReturn<Values>;
  disabled: boolean;
  /** Nothing is to be read before the name is typed. */ isNew: boolean;
}) {
  const condition = useWatch({ control: form.control, name: 'lead_condition' });
  const [isOpen, setOpen] = useState(false);
  const set = (change: Partial<Values['lead_condition']>) =>
    form.setValue('lead_condition', { ...condition, ...change }, { shouldDirty: true });
  return (
    <Stack $gap={4}>
      <Card>
        <Field
          label="Name of the campaign"
          required
          error={fieldError('Name', form.formState.errors.name)}
          disabled={disabled}
        >
          <TextInput
            placeholder="Shop owners in Berlin"
            maxLength={200}
            autoComplete="off"
            autoFocus={isNew}
            {...form.register('name')}
          />
        </Field>
      </Card>
      <Card title="Where leads come from">
        <Field label="Source" labelHidden disabled={disabled}>
          <RadioGroup
            cards
            direction="row"
            value={condition.source ?? 'CSV'}
            onValueChange={(source) => set({ source })}
            options={sources}
          />
        </Field>
      </Card>
      <FoldedSection
        part="rules"
        title="Duplicates and exclusions"
        summary={rulesSummary(condition)}
        open={isOpen}
        onToggle={() => setOpen(!isOpen)}
      >
        <Stack $gap={4}>
          {rules.map(([key, label, hint]) => (
            <Switch
              key={key}
              label={label}
              hint={hint}
              disabled={disabled}
              checked={condition[key] ?? false}
              onCheckedChange={(on) => set({ [key]: on })}
            />
          ))}
          <Field
            label="Skip anyone emailed in the last"
            hint="Days. Leave empty to include everyone."
            disabled={disabled}
          >
            <NumberInput
              min={1}
              max={365}
              value={condition.contacted_within_days ?? null}
              onValueChange={(days) => set({ contacted_within_days: days })}
              unit="days"
            />
          </Field>
        </Stack>
      </FoldedSection>
    </Stack>
  );
}

interface LeadConditionProps {
  /** Null before the draft is made. */
  campaign: CampaignView | null;
  mayWrite: boolean;
  folderId: number | null;
  onMade: (campaign: CampaignView) => void;
  /** Raised when somebody wants to go on without a name. */
  nameAsked: number;
}

/**
 * The first tab: what the campaign is called, where its leads come from, which of them may enter. The draft is made with the
 * first change, without another page: the cursor stays where it is.
 */
export function LeadConditionTab({ campaign, mayWrite, folderId, onMade, nameAsked }: LeadConditionProps) {
  const { autosave, form } = useLeadConditionForm({ campaign, folderId, onMade, nameAsked });
  return (
    <TabBody $narrow>
      <Stack $gap={4}>
        {!mayWrite && (
          <Callout tone="warning" title="Your role can view, not edit.">
            The owner or an administrator can give you another role.
          </Callout>
        )}
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            autosave.flush().catch(() => undefined);
          }}
        >
          <Conditions form={form} disabled={!mayWrite} isNew={campaign === null && mayWrite} />
        </form>
      </Stack>
    </TabBody>
  );
}
