import type { ReactNode } from 'react';
import { Button } from '@skein/ui/button';
import { EmptyState } from '@skein/ui/empty-state';
import type { IconName } from '@skein/ui/icon';
import { type Crumb, usePage } from './page';

export interface ComingPageProps {
  /** Name of the page: "Webhooks". */
  title: string;
  crumbs?: Crumb[];
  icon?: IconName;
  /** What will stand here, in one or two sentences. */
  children: ReactNode;
  /** Where the person can go meanwhile. */
  instead?: { label: string; to: string };
}

/** A page of the product that is not built yet, and says so. It offers nothing that does not work. */
export function ComingPage({ title, crumbs = [], icon = 'clock', children, instead }: ComingPageProps) {
  usePage([...crumbs, { label: title }]);
  return (
    <div style={{ margin: 'auto' }}>
      <EmptyState
        icon={icon}
        title={title}
        actions={instead && <Button href={instead.to}>{instead.label}</Button>}
        note="Not available in this version."
      >
        {children}
      </EmptyState>
    </div>
  );
}
