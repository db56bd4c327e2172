import { Card } from '@skein/ui/card';
import { EmptyState } from '@skein/ui/empty-state';
import { SettingsLayout, type SettingsPageId } from './settings-layout';

/** A page of the settings that is not built yet, and says so among the others. */
export function LaterPage({ page, title, children }: { page: SettingsPageId; title: string; children: string }) {
  return (
    <SettingsLayout page={page}>
      <Card padded={false}>
        <EmptyState icon="clock" title={title} note="Not available in this version.">
          {children}
        </EmptyState>
      </Card>
    </SettingsLayout>
  );
}
