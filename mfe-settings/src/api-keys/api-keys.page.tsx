import { Link } from '@skein/ui/link';
import { SettingsLayout } from '../settings-layout';
import { ApiKeysCard } from './api-keys-card';

/** The keys with which programs use this workspace. */
export function ApiKeysPage() {
  return (
    <SettingsLayout page="api-keys" actions={<Link href="/docs/api">API documentation</Link>}>
      <ApiKeysCard />
    </SettingsLayout>
  );
}
