import { useCampaignTime } from '@skein/mfe/campaign-time';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Stack } from '@skein/ui/layout';
import { LinkButton } from '@skein/ui/link';
import { Text } from '@skein/ui/text';
import type { SandboxServers } from './use-sandbox-servers';

interface SandboxNoteProps {
  servers?: SandboxServers;
  /** Fills in the servers, and the address when one was chosen. */
  onChoose?: (address?: string) => void;
}

/** What can be connected in the sandbox, and where that is written; nothing outside it. */
export function SandboxNote({ servers, onChoose }: SandboxNoteProps) {
  const { isSandbox } = useCampaignTime();
  if (!isSandbox) return null;
  const free = servers?.free_mailboxes ?? [];
  return (
    <Callout tone="warning" title="This is the sandbox.">
      <Stack $gap={2}>
        {servers ? (
          <span>
            Connect mailboxes of its own mail servers: SMTP{' '}
            <Text $mono>
              {servers.smtp.host}:{servers.smtp.port}
            </Text>
            , IMAP{' '}
            <Text $mono>
              {servers.imap.host}:{servers.imap.port}
            </Text>
            , security None.
          </span>
        ) : (
          <span>
            Mailboxes of its own mail servers can be connected: choose Other, security None.{' '}
            <Text $mono>demo.json</Text> in the data folder names host and ports.
          </span>
        )}
        {free.length > 0 && (
          <span>
            Free to connect:{' '}
            {free.map(({ email }, index) => (
              <span key={email}>
                {index > 0 && ', '}
                <LinkButton onClick={() => onChoose?.(email)} aria-label={`Fill in ${email}`}>
                  {email}
                </LinkButton>
              </span>
            ))}
            . Their passwords are in <Text $mono>demo.json</Text> in the data folder.
          </span>
        )}
        {servers && free.length === 0 && <span>All its free mailboxes are connected.</span>}
        {servers && (
          <div>
            <Button size="small" onClick={() => onChoose?.()}>
              Fill in these servers
            </Button>
          </div>
        )}
      </Stack>
    </Callout>
  );
}
