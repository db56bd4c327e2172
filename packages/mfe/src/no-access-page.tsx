import { Button } from '@skein/ui/button';
import { EmptyState } from '@skein/ui/empty-state';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { type Refusal, type Requirement, useAccess } from './access';
import { usePage } from './page';

/** Says that something is closed to the person, why, and who or what can open it. */
export function NoAccessPage({ title, refusal }: { title: string; refusal: Refusal }) {
  usePage([{ label: title }]);
  return (
    <div style={{ margin: 'auto' }}>
      <EmptyState
        icon="lock"
        title={refusal.by === 'plan' ? `${title} is not in your plan` : `You don’t have access to ${title}`}
        actions={<Button href="/app/email-campaign/all">Go to campaigns</Button>}
      >
        {refusal.reason} {refusal.unlock}
      </EmptyState>
    </div>
  );
}

export interface GuardedProps {
  title: string;
  requires: Requirement;
  /** Where the specification sends people who may not see it; without it they are told why. */
  otherwise?: string;
  children: ReactNode;
}

/** Shows its children to those who may see them. */
export function Guarded({ title, requires, otherwise, children }: GuardedProps) {
  const refusal = useAccess().refusal(requires);
  if (!refusal) return children;
  return otherwise ? <Navigate to={otherwise} replace /> : <NoAccessPage title={title} refusal={refusal} />;
}
