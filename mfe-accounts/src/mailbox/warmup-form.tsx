import { useEffect, useState } from 'react';
import { warmupSettings, type WarmupSettingsView } from '@skein/contracts/warmup/warmup.contract';
import { problemOf } from '@skein/mfe/problem';
import { Callout } from '@skein/ui/callout';
import { Card, CardBody } from '@skein/ui/card';
import { Field } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { Switch } from '@skein/ui/switch';
import { TextInput } from '@skein/ui/text-input';
import { toasts } from '@skein/ui/toast-store';
import { SaveFoot } from './save-foot';
import { WarmupAmounts, WarmupRates, type WarmupDraft as Draft } from './warmup-fields';

const names = [
  'per_day',
  'is_randomised',
  'min_per_day',
  'is_rampup_enabled',
  'daily_rampup',
  'reply_rate',
  'open_rate',
  'important_rate',
  'spam_rescue_rate',
  'weekdays_only',
  'auto_adjust',
  'uses_tracking_domain',
  'key_tag',
] as const;

/** Caps, ramp, reply rate and tag, with their own Save. What changed elsewhere is taken over unless somebody is typing. */
export function WarmupForm({
  settings,
  onSave,
}: {
  settings: WarmupSettingsView;
  onSave: (changed: Partial<WarmupSettingsView>) => Promise<unknown>;
}) {
  const [draft, setDraft] = useState<Draft>(settings);
  const [before, setBefore] = useState(settings);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isDirty = names.some((name) => draft[name] !== before[name]);
  useEffect(() => {
    if (!isDirty) {
      setDraft(settings);
      setBefore(settings);
    }
  }, [settings, isDirty]);
  const set =
    <Name extends keyof Draft>(name: Name) =>
    (value: Draft[Name]) =>
      setDraft((present) => ({ ...present, [name]: value }));
  const parsed = warmupSettings
    .refine((settings) => !settings.is_randomised || settings.min_per_day <= settings.per_day, {
      path: ['min_per_day'],
      message: 'can be at most what a day may have',
    })
    .safeParse(draft);
  const errorOf = (name: keyof Draft) =>
    parsed.success
      ? undefined
      : draft[name] === null
        ? 'Enter a number.'
        : parsed.error.issues.find((issue) => issue.path[0] === name)?.message;
  const save = async () => {
    if (!parsed.success) return;
    setSaving(true);
    setProblem(null);
    try {
      await onSave(
        Object.fromEntries(
          names.filter((name) => draft[name] !== before[name]).map((name) => [name, parsed.data[name]]),
        ),
      );
      setBefore(parsed.data);
      setDraft(parsed.data);
      toasts.show({ title: 'Warmup saved' });
    } catch (error) {
      setProblem(problemOf(error).message);
    } finally {
      setSaving(false);
    }
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Card title="Settings" padded={false}>
        <CardBody>
          <Stack $gap={4}>
            <WarmupAmounts draft={draft} set={set} errorOf={errorOf} />
            <WarmupRates draft={draft} set={set} errorOf={errorOf} />
            <Switch
              checked={draft.weekdays_only}
              onCheckedChange={set('weekdays_only')}
              label="Weekdays only"
              hint="Nothing on Saturday and Sunday, in the mailbox’s time zone."
            />
            <Switch
              checked={draft.auto_adjust}
              onCheckedChange={set('auto_adjust')}
              label="Adjust automatically"
              hint="Below a reputation of 85 the ramp pauses; below 70 half as many are sent."
            />
            <Switch
              checked={draft.uses_tracking_domain}
              onCheckedChange={set('uses_tracking_domain')}
              label="Use the mailbox’s tracking domain"
              hint="Warmup emails load a pixel from it, as campaign emails do. It starts once the domain is verified."
            />
            <Field
              label="Tag"
              optional
              hint="Added to every warmup subject, so you can filter these emails in your email client."
              error={errorOf('key_tag')}
            >
              <TextInput
                value={draft.key_tag}
                onChange={(event) => set('key_tag')(event.target.value)}
                spellCheck={false}
                autoComplete="off"
                maxLength={40}
              />
            </Field>
            {problem && (
              <Callout tone="danger" role="alert">
                {problem}
              </Callout>
            )}
          </Stack>
        </CardBody>
        <SaveFoot
          isDirty={isDirty}
          isGood={parsed.success}
          isSaving={isSaving}
          onUndo={() => {
            setDraft(before);
            setProblem(null);
          }}
        />
      </Card>
    </form>
  );
}
