import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { leadCondition } from '@skein/contracts/main/campaign-settings';
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
import { useFormCreateCampaignMutation } from './api';
import { TabBody } from './form-layout';
import { useSaveSettings } from './form-page';
import { useAutosave } from './use-autosave';

const values = z.object({
  name: z.string().trim().min(1, 'is required').max(200, 'may have at most 200 characters'),
  lead_condition: leadCondition,
});
type Values = z.input<typeof values>;

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
      <Card title="Which of them may enter">
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

type Patch = { name?: string; lead_condition?: Values['lead_condition'] };

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
  const made = useRef<number | null>(campaign?.id ?? null);
  const [create] = useFormCreateCampaignMutation();
  const update = useSaveSettings();
  const autosave = useAutosave<Patch>({
    save: async (patch) => {
      if (made.current !== null) return update(made.current, patch);
      const { name, lead_condition } = patch;
      const draft = await create({
        body: { ...(name ? { name } : {}), ...(folderId === null ? {} : { folder_id: folderId }) },
      }).unwrap();
      made.current = draft.id;
      // Told at once: what fails from here on is tried again for this draft.
      onMade(draft);
      return lead_condition ? update(draft.id, { lead_condition }) : undefined;
    },
  });
  const form = useForm<Values>({
    resolver: zodResolver(values),
    mode: 'onChange',
    defaultValues: {
      name: campaign?.name ?? '',
      lead_condition: campaign?.settings.lead_condition ?? leadCondition.parse({}),
    },
  });
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values: current, name }) => {
          if (name === 'name' && values.shape.name.safeParse(current.name).success)
            autosave.queue({ name: current.name.trim() });
          else if (name === 'lead_condition') autosave.queue({ lead_condition: current.lead_condition });
        },
      }),
    [form, autosave],
  );
  useEffect(() => {
    if (nameAsked > 0) void form.trigger('name', { shouldFocus: true });
  }, [nameAsked, form]);
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
