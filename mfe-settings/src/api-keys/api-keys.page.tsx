import { SettingsLayout } from '../settings-layout';
import { ApiKeysCard } from './api-keys-card';

/** The keys with which programs use this workspace. */
export function ApiKeysPage() {
  return (
    <SettingsLayout page="api-keys">
      <ApiKeysCard />
    </SettingsLayout>
  );
}
