import { useCampaignTime } from '@skein/mfe/campaign-time';
import { useSandboxServersQuery } from '../api';

/** The sandbox's mail servers and its free mailboxes, with their passwords; undefined outside the sandbox and until they are known. */
export function useSandboxServers() {
  const { isSandbox } = useCampaignTime();
  const { data, isLoading } = useSandboxServersQuery(undefined, { skip: !isSandbox });
  return { servers: isSandbox ? data : undefined, isReading: isLoading };
}
export type SandboxServers = NonNullable<ReturnType<typeof useSandboxServers>['servers']>;
export type SandboxMailbox = SandboxServers['free_mailboxes'][number];
