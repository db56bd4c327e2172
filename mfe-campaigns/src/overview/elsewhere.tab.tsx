import { useAccess } from '@skein/mfe/access';
import { EmptyState } from '@skein/ui/empty-state';

const middle = { margin: 'auto' };

/** Needs access to dedicated-IP servers (docs/domain.md, Roles and access); says what opens it. */
export function DedicatedIpTab() {
  const refusal = useAccess().refusal({ feature: 'smart-servers' });
  return (
    <div style={middle}>
      {refusal ? (
        <EmptyState
          icon="lock"
          title={refusal.by === 'plan' ? 'Dedicated IP is not in your plan' : 'Dedicated IP is closed to you'}
        >
          {refusal.reason} {refusal.unlock}
        </EmptyState>
      ) : (
        <EmptyState icon="server" title="Dedicated IP" note="Not available in this version.">
          The servers that send for this campaign, with their addresses and their reputation.
        </EmptyState>
      )}
    </div>
  );
}
