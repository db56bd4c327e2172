import { Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { galleryPages } from '@skein/ui/gallery/gallery';
import { PageBody } from '@skein/ui/page-header';
import { Segmented } from '@skein/ui/segmented';
import { Tabs } from '@skein/ui/tabs';
import { useSignal } from '@skein/mfe/signal';
import { chooseTheme, themeChoice } from '../frame/theme-signal';

/** /gallery/:page: every component of the design system in every state. In development builds only. */
export function GalleryPage() {
  const { '*': id = '' } = useParams();
  const shown = galleryPages.find((page) => page.id === id) ?? galleryPages[0];
  const theme = useSignal(themeChoice);
  return (
    <main style={{ height: '100dvh', display: 'flex', flexDirection: 'column', background: 'var(--surface)' }}>
      <div style={{ display: 'flex', alignItems: 'center', gap: 16, padding: '0 24px' }}>
        <h1 style={{ fontWeight: 600 }}>Design system</h1>
        <Tabs
          label="Components"
          line={false}
          value={shown?.id ?? ''}
          items={galleryPages.map((page) => ({ id: page.id, label: page.title, href: `/gallery/${page.id}` }))}
        />
        <Segmented
          label="Theme"
          value={theme}
          onValueChange={chooseTheme}
          items={[
            { id: 'light', label: 'Light' },
            { id: 'dark', label: 'Dark' },
            { id: 'system', label: 'System' },
          ]}
        />
      </div>
      <PageBody>
        <Suspense fallback={null}>{shown && <shown.Component />}</Suspense>
      </PageBody>
    </main>
  );
}
