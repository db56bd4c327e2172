import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { useRef, useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { zodResolver } from '@hookform/resolvers/zod';
import { leadCondition } from '@skein/contracts/main/campaign-settings';
import { z } from 'zod';
import { useFormCreateCampaignMutation } from './api';
import { useSaveSettings } from './form-page.hooks';
import { useAutosave } from './use-autosave';

const values = z.object({
  name: z.string().trim().min(1, 'is required').max(200, 'can have at most 200 characters'),
  lead_condition: leadCondition,
});

/** This browser’s time zone. */
const deviceZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export type Values = z.input<typeof values>;

export type Patch = { name?: string; lead_condition?: Values['lead_condition'] };

/** The first tab as a form: the draft is made with the first change, and each change is saved by itself. */
export function useLeadConditionForm({
  campaign,
  folderId,
  onMade,
  nameAsked,
}: {
  campaign: CampaignView | null;
  folderId: number | null;
  onMade: (campaign: CampaignView) => void;
  nameAsked: number;
}) {
  const made = useRef<number | null>(campaign?.id ?? null);
  const [create] = useFormCreateCampaignMutation();
  const update = useSaveSettings();
  const autosave = useAutosave<Patch>({
    save: async (patch) => {
      if (made.current !== null) return update(made.current, patch);
      const { name, lead_condition } = patch;
      const draft = await create({
        body: {
          ...(name ? { name } : {}),
          ...(folderId === null ? {} : { folder_id: folderId }),
          device_time_zone: deviceZone,
          with_only_mailbox: true,
        },
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
  return { autosave, form };
}
