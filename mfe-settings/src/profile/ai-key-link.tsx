import { useAccess } from '@skein/mfe/access';
import { Card, CardBody } from '@skein/ui/card';
import { Link } from '@skein/ui/link';

/** Where the person's key for writing with AI is. Only those who write sequences see it. */
export function AiKeyLink() {
  if (!useAccess().may('campaign.write')) return null;
  return (
    <div id="ai-writing">
      <Card title="AI writing" padded={false}>
        <CardBody>
          Your key for writing with AI is under <Link href="/app/settings/ai-assistant#ai-writing">AI assistant</Link>.
        </CardBody>
      </Card>
    </div>
  );
}
