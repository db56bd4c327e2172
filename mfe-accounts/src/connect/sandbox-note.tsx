import { styled } from 'styled-components';
import { useCampaignTime } from '@skein/mfe/campaign-time';
import { Button } from '@skein/ui/button';
import { Card } from '@skein/ui/card';
import { Hint } from '@skein/ui/field';
import { Skeleton } from '@skein/ui/skeleton';
import { Stack } from '@skein/ui/layout';
import { LinkButton } from '@skein/ui/link';
import { Text } from '@skein/ui/text';
import type { SandboxMailbox, SandboxServers } from './use-sandbox-servers';

const Free = styled.ul`
  & > li {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: var(--s-3);
    min-height: 40px;
    overflow-wrap: anywhere;
    @media (max-width: 720px) {
      min-height: 52px;
    }
  }
  & > li + li {
    border-top: 1px solid var(--border);
  }
`;

interface SandboxNoteProps {
  servers?: SandboxServers;
  isReading: boolean;
  /** The login that is in the form. */
  filled?: SandboxMailbox;
  /** Fills in the servers, and the address and password of the mailbox that was chosen. */
  onChoose?: (mailbox?: SandboxMailbox) => void;
}

/** The sandbox's mailboxes that are free: choosing one fills in the form. Nothing outside the sandbox. */
export function SandboxNote({ servers, isReading, filled, onChoose }: SandboxNoteProps) {
  const { isSandbox } = useCampaignTime();
  if (!isSandbox) return null;
  const free = servers?.free_mailboxes ?? [];
  const reading = (
    <Free aria-label="Free sandbox mailboxes" aria-busy>
      {[180, 210, 190].map((width) => (
        <li key={width}>
          <Skeleton $width={width} />
        </li>
      ))}
    </Free>
  );
  return (
    <Card title="Sandbox mailboxes" detail="email stays on this machine">
      <Stack $gap={3}>
        {isReading && reading}
        {free.length > 0 && (
          <Free aria-label="Free sandbox mailboxes">
            {free.map((mailbox) => (
              <li key={mailbox.email}>
                <span>{mailbox.email}</span>
                {mailbox.email === filled?.email && mailbox.password === filled.password ? (
                  <Text role="status" $tone="success" $weight="medium">
                    Filled in
                  </Text>
                ) : (
                  <Button size="small" onClick={() => onChoose?.(mailbox)} aria-label={`Use ${mailbox.email}`}>
                    Use
                  </Button>
                )}
              </li>
            ))}
          </Free>
        )}
        {servers && free.length === 0 && <span>All free mailboxes of the sandbox are connected.</span>}
        {servers ? (
          <Hint>
            They log in at SMTP{' '}
            <Text $mono>
              {servers.smtp.host}:{servers.smtp.port}
            </Text>{' '}
            and IMAP{' '}
            <Text $mono>
              {servers.imap.host}:{servers.imap.port}
            </Text>
            , security None. <LinkButton onClick={() => onChoose?.()}>Fill in the servers only</LinkButton>
          </Hint>
        ) : isReading ? null : (
          <Hint>
            <Text $mono>demo.json</Text> in the data folder names the sandbox’s servers and mailboxes.
          </Hint>
        )}
      </Stack>
    </Card>
  );
}
