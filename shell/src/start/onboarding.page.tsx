import { usePage } from '@skein/mfe/page';
import { problemOf } from '@skein/mfe/problem';
import { nameOf, useUser } from '@skein/mfe/session';
import { Button } from '@skein/ui/button';
import { LinkButton } from '@skein/ui/link';
import { LoadProblem } from '@skein/ui/load-problem';
import { Progress } from '@skein/ui/progress';
import { Loading } from '@skein/ui/skeleton';
import { styled } from 'styled-components';
import { PublicLayout } from '../public/public-layout';
import { countedSteps } from './counted-steps';
import { useOnboarding } from './onboarding.hooks';
import { logOut } from '../session/log-out';

const Steps = styled.div`
  display: grid;
  gap: var(--s-6);
`;

const Buttons = styled.div`
  display: flex;
  gap: var(--s-2);
  & > :last-child {
    margin-left: auto;
    min-width: 120px;
  }
`;

/** /app/onboarding, a page of its own like the login: role, goal, company, first mailbox, team; resumes at the last step. */
export function OnboardingPage() {
  usePage([{ label: 'Welcome' }]);
  const user = useUser();
  const { steps, stage, answers, mailboxes, error, refetch, isKnown, isLast, isSaving, onAnswer, back, next, skip } =
    useOnboarding(user.workspace.name);
  const step = steps[stage] ?? steps[0]!;
  const firstName = nameOf(user).split(' ')[0];
  return (
    <PublicLayout
      wide
      title={stage === 0 ? `Welcome, ${firstName}` : step.title}
      text={step.text}
      foot={
        <>
          <LinkButton onClick={() => void skip()}>Skip setup</LinkButton>
          <LinkButton onClick={() => void logOut()}>Log out</LinkButton>
        </>
      }
    >
      {error && (
        <LoadProblem
          title="Your answers could not be loaded."
          message={problemOf(error).message}
          onRetry={() => void refetch()}
        />
      )}
      {!isKnown && !error && <Loading label="Loading your answers" />}
      {isKnown && (
        <Steps>
          <Progress
            label="Onboarding"
            start={stage < countedSteps ? `Step ${stage + 1} of ${countedSteps}` : 'Optional'}
            value={Math.min(stage + 1, countedSteps)}
            max={countedSteps}
          />
          <step.Content answers={answers} onAnswer={onAnswer} mailboxes={mailboxes} />
          <Buttons>
            {stage > 0 && <Button onClick={back}>Back</Button>}
            <Button
              variant={step.isOffering?.(mailboxes) ? 'default' : 'primary'}
              loading={isSaving}
              onClick={() => void next()}
            >
              {isLast ? 'Finish' : 'Next'}
            </Button>
          </Buttons>
        </Steps>
      )}
    </PublicLayout>
  );
}
