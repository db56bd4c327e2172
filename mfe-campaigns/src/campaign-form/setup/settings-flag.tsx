import { Switch } from '@skein/ui/switch';
import type { Settings, SettingsForm } from './settings-form.hooks';

/** What every card of settings gets. */
export interface SettingsCardProps {
  form: SettingsForm;
  mayWrite: boolean;
}

type FlagName = { [Key in keyof Settings]: Settings[Key] extends boolean ? Key : never }[keyof Settings];

/** A setting that is on or off. */
export function Flag({
  form: { values, set },
  mayWrite,
  name,
  label,
  hint,
}: SettingsCardProps & { name: FlagName; label: string; hint: string }) {
  return (
    <Switch
      label={label}
      hint={hint}
      disabled={!mayWrite}
      checked={values[name]}
      onCheckedChange={(on) => set(name, on)}
    />
  );
}
