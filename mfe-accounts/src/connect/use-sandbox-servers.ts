import { useCampaignTime } from '@skein/mfe/campaign-time';
import { useSandboxServersQuery } from '../api';

/** The sandbox's mail servers and its free mailboxes, with their passwords; undefined outside the sandbox and until they are known. */
export function useSandboxServers() {
  const { isSandbox } = useCampaignTime();
  const { data } = useSandboxServersQuery(undefined, { skip: !isSandbox });
  return isSandbox ? data : undefined;
}
export type SandboxServers = NonNullable<ReturnType<typeof useSandboxServers>>;
export type SandboxMailbox = SandboxServers['free_mailboxes'][number];
