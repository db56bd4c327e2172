import { Button } from '@skein/ui/button';
import { EmptyState } from '@skein/ui/empty-state';
import type { ReactNode } from 'react';
import { type Refusal, type Requirement, useAccess } from './access';
import { usePage } from './page';

/** Says that something is closed to the person, why, and who or what can open it. */
export function NoAccessPage({ title, refusal }: { title: string; refusal: Refusal }) {
  usePage([{ label: title }]);
  return (
    <div style={{ margin: 'auto' }}>
      <EmptyState
        icon="lock"
        title={refusal.by === 'plan' ? `${title} is not in your plan` : `${title} is closed to you`}
        actions={<Button href="/app/email-campaign/all">Go to campaigns</Button>}
      >
        {refusal.reason} {refusal.unlock}
      </EmptyState>
    </div>
  );
}

/** Shows its children to those who may see them, and the reason to others. */
export function Guarded({ title, requires, children }: { title: string; requires: Requirement; children: ReactNode }) {
  const refusal = useAccess().refusal(requires);
  return refusal ? <NoAccessPage title={title} refusal={refusal} /> : children;
}
