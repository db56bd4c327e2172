import { readProblem } from '@skein/mfe/requests';
import { toasts } from '@skein/ui/toast-store';
import { problemOf } from '@skein/mfe/problem';
import { useCheckTrackingDomainMutation, useListTrackingDomainsQuery, usePublishTrackingDomainMutation } from './api';

/**
 * Whether a host name may stand in links, and finding that out again; in the sandbox its record can be published.
 * Nothing is asked without one.
 */
export function useTrackingDomain(domain: string | null) {
  const asked = useListTrackingDomainsQuery(undefined, { skip: !domain });
  const [check, checking] = useCheckTrackingDomainMutation();
  const [publish, publishing] = usePublishTrackingDomainMutation();
  const run = async (ask: typeof check) => {
    if (!domain) return;
    try {
      const after = await ask({ body: { domain } }).unwrap();
      if (after.verified_at) toasts.show({ title: `${domain} is verified` });
    } catch (error) {
      toasts.show({ tone: 'danger', title: `${domain} could not be checked`, text: problemOf(error).message });
    }
  };
  return {
    found: asked.data?.rows.find((row) => row.domain === domain),
    problem: domain && !asked.data ? readProblem(asked) : null,
    isChecking: checking.isLoading,
    isPublishing: publishing.isLoading,
    check: () => run(check),
    publish: () => run(publish),
  };
}
