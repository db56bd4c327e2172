import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { leadFields } from '@skein/contracts/constants';
import { campaignSettingsInput, type CampaignSettingsView } from '@skein/contracts/main/campaign-setting-list';
import { defaultOutOfOffice } from '@skein/contracts/main/campaign-settings';
import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { useFormSequenceQuery } from '../api';
import { isUnderWay } from '../form-page';
import { useReplyCategories, useSaveSettings } from '../form-page.hooks';
import { fieldNames } from '../import/mapping';
import { useBegunWithKept, useKeptEdits } from '../kept-edits';
import { keptPlace } from '../unapplied';
import { useAutosave } from '../use-autosave';

export type Settings = Omit<CampaignSettingsView, 'lead_condition' | 'draft'>;
type Key = keyof Settings;

/** What can be chosen in the settings: fields of leads, and categories of replies. */
function useSettingChoices(campaignId: number) {
  const categories = useReplyCategories();
  const { data: sequence } = useFormSequenceQuery({ params: { campaignId } });
  return {
    fieldOptions: [
      ...leadFields
        .filter((field) => field !== 'email')
        .map((field) => ({ value: field as string, label: fieldNames[field] })),
      ...(sequence?.merge_fields ?? [])
        .filter((field) => field.is_custom)
        .map((field) => ({ value: field.name, label: field.name, group: 'Custom fields' })),
    ],
    categoryOptions: categories.map((category) => ({
      value: String(category.id),
      label: category.name,
    })),
  };
}

/** The settings of a campaign as they are edited: each is saved by itself once it is valid. */
export function useSettingsForm(campaign: CampaignView, mayKeep: () => boolean) {
  const save = useSaveSettings();
  const isLive = isUnderWay(campaign);
  const edits = useKeptEdits<Settings>(keptPlace(campaign.id, 'settings'), campaignSettingsInput);
  const autosave = useAutosave<Partial<Settings>>({
    save: async (patch) => {
      await save(campaign.id, patch);
      edits.saved(patch);
    },
    isHeld: () => isLive,
    keepHeld: () => mayKeep() && edits.keep(),
  });
  const choices = useSettingChoices(campaign.id);
  const { lead_condition: _condition, draft: _draft, ...settings } = campaign.settings;
  const form = useForm<Settings>({
    resolver: zodResolver(campaignSettingsInput) as never,
    mode: 'onChange',
    defaultValues: settings,
  });
  const values = useWatch({ control: form.control }) as Settings;
  const { errors } = form.formState;
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values: current, name }) => {
          const key = name?.split('.')[0] as Key | undefined;
          if (!key || !campaignSettingsInput.shape[key].safeParse(current[key]).success) return;
          autosave.queue({ [key]: current[key] });
          edits.note({ [key]: current[key] });
        },
      }),
    [form, autosave, edits],
  );
  const set = <K extends Key>(key: K, value: Settings[K]) =>
    form.setValue(key, value as never, { shouldValidate: true, shouldDirty: true });
  useBegunWithKept(edits, autosave, set);
  const absence = { ...defaultOutOfOffice, ...values.out_of_office_detection_settings };
  return {
    ...choices,
    isLive,
    autosave,
    values,
    errors,
    set,
    absence,
    setAbsence: (change: Partial<typeof absence>) => set('out_of_office_detection_settings', { ...absence, ...change }),
    /** The edit as its effect is asked about. */
    edit: () => ({ settings: form.getValues() }),
    discard: () => {
      autosave.discard();
      edits.forget();
      form.reset(settings);
    },
  };
}
export type SettingsForm = ReturnType<typeof useSettingsForm>;
