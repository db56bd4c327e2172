import { aiModels } from '@skein/contracts/main/ai-writing.contract';
import { useAccess } from '@skein/mfe/access';
import { Badge } from '@skein/ui/badge';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { LoadProblem } from '@skein/ui/load-problem';
import { Loading } from '@skein/ui/skeleton';
import { ServiceForm } from '../ai/service-form';
import { SettingsLayout } from '../settings-layout';
import { AiKeyCard } from './ai-key-card';
import { AnswerRuleCard } from './answer-rule-card';
import { useAssistant, useCategoryList } from './assistant.hooks';
import { KnowledgeCard } from './knowledge-card';
import { LearningCard } from './learning-card';
import { SortingCard } from './sorting-card';
import { UseCard } from './use-card';

/** The AI of the workspace, for those who set it up, and the person's own key for writing. */
export function AssistantPage() {
  const setsUp = useAccess().refusal({ permission: 'settings.write', hiddenForClients: true }) === null;
  return (
    <SettingsLayout page="ai-assistant">
      {setsUp && <WorkspaceAssistant />}
      <AiKeyCard />
    </SettingsLayout>
  );
}

/** The workspace's AI: the service, what it may do, what it knows, what it costs. */
function WorkspaceAssistant() {
  const { data, problem, save, ...actions } = useAssistant();
  const categories = useCategoryList();
  return (
    <>
      {problem && (
        <LoadProblem
          title="The AI assistant could not be loaded."
          message={problem.message}
          onRetry={problem.onRetry}
        />
      )}
      {!data && !problem && <Loading label="Loading the AI assistant" />}
      {data?.last_problem && (
        <Callout tone="warning" title="The service did not answer. Rules sort replies until it does.">
          {data.last_problem.text}
        </Callout>
      )}
      {data && (
        <Card
          title="AI service"
          padded={false}
          actions={data.service?.is_sandbox ? <Badge tone="info">Sandbox</Badge> : undefined}
        >
          <ServiceForm
            key={data.service?.updated_at ?? 'none'}
            kept={data.service}
            hasSandbox={data.has_sandbox}
            models={aiModels}
            purpose="An OpenAI-compatible service for the whole workspace: it sorts replies, drafts answers and explains why a lead got no email. It sends nothing unless you switch that on below. The key is sealed and never shown again."
            standIn="It compares words; no AI service is used. Your own key replaces it."
            removal="Rules sort replies again and there are no drafts. The knowledge and the settings below are removed as well; the figures of its use stay."
            onSave={actions.connect}
            onSandbox={actions.useSandbox}
            onRemove={actions.disconnect}
          />
        </Card>
      )}
      {data?.service && categories && (
        <>
          <SortingCard assistant={data} categories={categories} onSave={save} />
          <AnswerRuleCard assistant={data} categories={categories} onSave={save} />
          <LearningCard examples={data.examples} categories={categories} />
          <KnowledgeCard knowledge={data.knowledge} onSave={(knowledge) => save({ knowledge }, 'Knowledge saved')} />
          <UseCard assistant={data} onSave={(change) => save(change, 'Prices and limits saved')} />
        </>
      )}
    </>
  );
}
