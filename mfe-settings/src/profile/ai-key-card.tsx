import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { aiModels, type AiKeyView } from '@skein/contracts/main/ai-writing.contract';
import { useAccess } from '@skein/mfe/access';
import { withSentence } from '@skein/mfe/with-sentence';
import { Badge } from '@skein/ui/badge';
import { Card } from '@skein/ui/card';
import { LoadProblem } from '@skein/ui/load-problem';
import { Loading } from '@skein/ui/skeleton';
import { ServiceForm } from '../ai/service-form';
import {
  useAiKeyQuery,
  useAiModelsQuery,
  useDeleteAiKeyMutation,
  useSandboxWriterMutation,
  useSaveAiKeyMutation,
} from '../api';

/** The person's own key for writing with AI. Only those who write sequences see it. */
export function AiKeyCard() {
  const isWriter = useAccess().may('campaign.write');
  return isWriter ? <KeyCard /> : null;
}

function KeyCard() {
  const card = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  const { data, error, refetch } = useAiKeyQuery();
  const isLoaded = data !== undefined;
  // The editor's link leads here, below the profile itself.
  useEffect(() => {
    if (isLoaded && hash === '#ai-writing') card.current?.scrollIntoView({ block: 'start' });
  }, [isLoaded, hash]);
  return (
    <div ref={card} id="ai-writing">
      <Card
        title="AI writing"
        padded={false}
        actions={data?.key?.is_sandbox ? <Badge tone="info">Sandbox</Badge> : undefined}
      >
        {error && !data && (
          <LoadProblem
            title="The key could not be looked up."
            message={error.message}
            onRetry={() => void refetch()}
            style={{ margin: 'var(--s-3)' }}
          />
        )}
        {!data && !error && <Loading label="Loading the key" />}
        {data && <KeyForm key={data.key?.updated_at ?? 'none'} kept={data.key} hasSandbox={data.has_sandbox} />}
      </Card>
    </div>
  );
}

function KeyForm({ kept, hasSandbox }: { kept: AiKeyView | null; hasSandbox: boolean }) {
  const [save] = useSaveAiKeyMutation();
  const [takeSandbox] = useSandboxWriterMutation();
  const [remove] = useDeleteAiKeyMutation();
  const { data } = useAiModelsQuery();
  return (
    <ServiceForm
      kept={kept && { ...kept, model: kept.default_model }}
      hasSandbox={hasSandbox}
      models={data?.models ?? aiModels}
      purpose="Writes sequence steps with your own key of an OpenAI-compatible service. It is sealed, used for you alone and never shown again."
      standIn="It puts your words into sentences; no AI service is used. Your own key replaces it."
      removal="AI writing stops until you add a key again. Texts already used stay."
      onSave={({ model, ...values }) => save({ body: { ...values, default_model: model } }).unwrap()}
      onSandbox={() => takeSandbox({ body: {} }).unwrap()}
      onRemove={() => withSentence(remove({}).unwrap())}
    />
  );
}
