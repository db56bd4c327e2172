import { Row, Stack } from '@skein/ui/layout';
import { Segmented } from '@skein/ui/segmented';
import { useState } from 'react';
import type { BrandDraft } from './brand-draft';
import { MailPreview, UnsubscribePreview } from './framed-preview';
import { LoginPreview } from './login-preview';
import { ReportPreview } from './report-preview';

const places = {
  login: { label: 'Login', of: 'the login page', Preview: LoginPreview },
  email: { label: 'Email', of: 'an email', Preview: MailPreview },
  report: { label: 'Report', of: 'a report', Preview: ReportPreview },
  unsubscribe: { label: 'Unsubscribe', of: 'the unsubscribe page', Preview: UnsubscribePreview },
} as const;
type Place = keyof typeof places;
const items = (Object.keys(places) as Place[]).map((id) => ({ id, label: places[id].label }));

/** In view while the form next to it is scrolled. */
const beside = { position: 'sticky', top: 'var(--s-4)', alignSelf: 'start', minWidth: 0 } as const;

/** The brand where clients and recipients will see it, in both themes, before it is saved. */
export function BrandPreview({ draft }: { draft: BrandDraft }) {
  const [place, setPlace] = useState<Place>('login');
  const [theme, setTheme] = useState<'light' | 'dark'>('light');
  const { of, Preview } = places[place];
  return (
    <Stack $gap={2} role="group" aria-label={`Preview of ${of}`} style={beside}>
      <Row $gap={2} $wrap>
        <Segmented<Place> label="Preview" value={place} onValueChange={setPlace} items={items} />
        <Segmented<'light' | 'dark'>
          label="Theme of the preview"
          value={theme}
          onValueChange={setTheme}
          items={[
            { id: 'light', label: 'Light' },
            { id: 'dark', label: 'Dark' },
          ]}
        />
      </Row>
      <Preview draft={draft} theme={theme} />
    </Stack>
  );
}
