import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useAccess } from '@skein/mfe/access';
import { withSentence } from '@skein/mfe/with-sentence';
import { Badge } from '@skein/ui/badge';
import { Card } from '@skein/ui/card';
import { LoadProblem } from '@skein/ui/load-problem';
import { Loading } from '@skein/ui/skeleton';
import { useAiKey, useAiModels, type AiKey } from '../ai/ai-key.hooks';
import { ServiceForm } from '../ai/service-form';

/** The person's own key for writing with AI. Only those who write sequences see it. */
export function AiKeyCard() {
  const isWriter = useAccess().may('campaign.write');
  return isWriter ? <KeyCard /> : null;
}

function KeyCard() {
  const card = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  const aiKey = useAiKey();
  const { kept, problem } = aiKey;
  const isLoaded = kept !== undefined;
  // The editor's link leads here, below the assistant of the workspace.
  useEffect(() => {
    if (isLoaded && hash === '#ai-writing') card.current?.scrollIntoView({ block: 'start' });
  }, [isLoaded, hash]);
  return (
    <div ref={card} id="ai-writing">
      <Card
        title="AI writing"
        detail="your own key"
        padded={false}
        actions={kept?.key?.is_sandbox ? <Badge tone="info">Sandbox</Badge> : undefined}
      >
        {problem && (
          <LoadProblem title="The key could not be looked up." {...problem} style={{ margin: 'var(--s-3)' }} />
        )}
        {!kept && !problem && <Loading label="Loading the key" />}
        {kept && <KeyForm key={kept.key?.updated_at ?? 'none'} aiKey={aiKey} kept={kept} />}
      </Card>
    </div>
  );
}

function KeyForm({
  aiKey,
  kept: { key, has_sandbox: hasSandbox },
}: {
  aiKey: AiKey;
  kept: NonNullable<AiKey['kept']>;
}) {
  const models = useAiModels();
  return (
    <ServiceForm
      kept={key && { ...key, model: key.default_model }}
      hasSandbox={hasSandbox}
      models={models}
      purpose="Writes sequence steps with your own key of an OpenAI-compatible service. It is sealed, used for you alone and never shown again."
      standIn="It puts your words into sentences; no AI service is used. Your own key replaces it."
      removal="AI writing stops until you add a key again. Texts already used stay."
      onSave={({ model, ...values }) => aiKey.save({ ...values, default_model: model })}
      onSandbox={aiKey.takeSandbox}
      onRemove={() => withSentence(aiKey.remove())}
    />
  );
}
