import { useAccess } from '@skein/mfe/access';
import { usePage } from '@skein/mfe/page';
import { PageSkeleton } from '@skein/mfe/page-skeleton';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Stack } from '@skein/ui/layout';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { AgeCard } from './age-card';
import { PoolCard } from './pool-card';
import { useWarmupPolicy } from './warmup-settings.hooks';

/** Shared pool and warmup age of the workspace: /app/email-accounts/warmup. */
export function WarmupSettingsPage() {
  usePage([{ label: 'Email accounts', to: '/app/email-accounts' }, { label: 'Warmup settings' }]);
  const { policy, problem, isFetching, refetch, save, isSaving } = useWarmupPolicy();
  const closed = useAccess().may('settings.write')
    ? {}
    : { disabledReason: 'Only the owner and admins can change this' };
  const both = { closed, isSaving, onSave: save };
  return (
    <>
      <PageHeader
        title="Warmup settings"
        detail={policy || problem ? 'For every mailbox of the workspace' : 'Loading warmup settings'}
      />
      <PageBody $well>
        {policy ? (
          <Stack $gap={4}>
            {policy.pool.is_shown && <PoolCard pool={policy.pool} {...both} />}
            <AgeCard key={`${policy.age_gate} ${policy.age_days}`} policy={policy} {...both} />
          </Stack>
        ) : problem ? (
          <Callout
            tone="danger"
            role="alert"
            title="Warmup settings could not be loaded."
            actions={
              <Button size="small" icon="refresh" loading={isFetching} onClick={() => void refetch()}>
                Try again
              </Button>
            }
          >
            {problem}
          </Callout>
        ) : (
          <PageSkeleton shape="form" />
        )}
      </PageBody>
    </>
  );
}
