import { useWatch, type UseFormReturn } from 'react-hook-form';
import type { CampaignView } from '@skein/contracts/main/campaigns.contract';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { Field } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { NumberInput } from '@skein/ui/number-input';
import { RadioGroup } from '@skein/ui/radio-group';
import { Switch } from '@skein/ui/switch';
import { TextInput } from '@skein/ui/text-input';
import { fieldError } from '@skein/ui/field-error';
import { TabBody } from './form-layout';
import { useLeadConditionForm, type Values } from './lead-condition.hooks';

const sources = [
  { value: 'CSV', label: 'A file', hint: 'CSV, TSV or Excel; columns are mapped on the next tab.' },
  { value: 'LIST', label: 'A lead list', hint: 'Leads that were gathered before, copied or moved.' },
  { value: 'MANUAL', label: 'By hand or paste', hint: 'One by one, or rows pasted from a sheet.' },
  { value: 'API', label: 'Through the API', hint: 'Another system adds leads; the campaign waits for them.' },
] as const;

const rules = [
  [
    'update_existing',
    'Update leads that are known',
    'Values of the file overwrite what a known lead has; without it only new fields are filled.',
  ],
  [
    'ignore_duplicate_leads_in_other_campaign',
    'Leave out leads of other campaigns',
    'An address that is in any other campaign is not added here.',
  ],
  [
    'ignore_active_in_other_campaign',
    'Leave out leads that are active elsewhere',
    'An address whose sequence runs in another campaign at this moment is not added here.',
  ],
  [
    'ignore_global_block_list',
    'Add addresses of the block list too',
    'They are imported, but still never mailed: the global block list always applies.',
  ],
  [
    'ignore_unsubscribe_list',
    'Add unsubscribed addresses too',
    'They are imported, but nobody who unsubscribed is mailed again.',
  ],
] as const;

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
            placeholder="Yard managers, Midwest"
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
      <Card title="Who to import">
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
          <Field label="Leave out whom any campaign mailed within" hint="Days. Empty asks nothing." disabled={disabled}>
            <NumberInput
              min={1}
              max={365}
              value={condition.contacted_within_days ?? null}
              onValueChange={(days) => set({ contacted_within_days: days })}
              unit="days"
            />
          </Field>
        </Stack>
      </Card>
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
          <Callout tone="warning" title="Your role can look, not change.">
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
