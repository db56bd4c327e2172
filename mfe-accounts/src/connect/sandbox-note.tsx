import { useCampaignTime } from '@skein/mfe/campaign-time';
import { Callout } from '@skein/ui/callout';
import { Text } from '@skein/ui/text';

/** What can be connected in the sandbox, and where that is written; nothing outside it. */
export function SandboxNote() {
  const { isSandbox } = useCampaignTime();
  if (!isSandbox) return null;
  return (
    <Callout tone="warning" title="This is the sandbox.">
      Mailboxes of its own mail servers can be connected: choose Other. Host and ports of SMTP and IMAP stand on the screen that <Text $mono>npm start</Text> prints; <Text $mono>demo.json</Text> in the data folder names them again with addresses and passwords.
    </Callout>
  );
}
