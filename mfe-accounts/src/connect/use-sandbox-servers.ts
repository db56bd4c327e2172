import { useCampaignTime } from '@skein/mfe/campaign-time';
import { useSandboxServersQuery } from '../api';

/** The sandbox's own mail servers and the mailboxes that are free there, with their passwords; undefined outside the sandbox and until they are known. */
export function useSandboxServers() {
  const { isSandbox } = useCampaignTime();
  const { data } = useSandboxServersQuery(undefined, { skip: !isSandbox });
  return isSandbox ? data : undefined;
}
export type SandboxServers = NonNullable<ReturnType<typeof useSandboxServers>>;
export type SandboxMailbox = SandboxServers['free_mailboxes'][number];
