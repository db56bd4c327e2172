import { usePage } from '@skein/mfe/page';
import { problemOf } from '@skein/mfe/problem';
import { nameOf, useUser } from '@skein/mfe/session';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { Progress } from '@skein/ui/progress';
import { Loading } from '@skein/ui/skeleton';
import { styled } from 'styled-components';
import { useOnboarding } from './onboarding.hooks';
import { onboardingSteps } from './onboarding-steps';

const Narrow = styled.div`
  width: 100%;
  max-width: 480px;
  margin: var(--s-8) auto;
  display: grid;
  gap: var(--s-6);
`;

const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-2);
  & > :last-child {
    margin-left: auto;
  }
`;

/** /app/onboarding: role, goal, company, first mailbox, team; resumes where it was left. */
export function OnboardingPage() {
  usePage([{ label: 'Welcome' }]);
  const user = useUser();
  const { stage, answers, mailboxes, error, refetch, isKnown, isLast, isSaving, onAnswer, back, next, skip } =
    useOnboarding(user.workspace.name);
  const step = onboardingSteps[stage] ?? onboardingSteps[0]!;
  return (
    <>
      <PageHeader title={`Welcome, ${nameOf(user)}`} detail={`Step ${stage + 1} of ${onboardingSteps.length}`} />
      <PageBody>
        <Narrow>
          {error && (
            <Callout
              tone="danger"
              role="alert"
              actions={
                <Button size="small" onClick={() => void refetch()}>
                  Retry
                </Button>
              }
            >
              {problemOf(error).message}
            </Callout>
          )}
          {!isKnown && !error && <Loading label="Loading where you left" />}
          {isKnown && (
            <>
              <Progress
                label="Onboarding"
                start={step.title}
                end={`${stage + 1} of ${onboardingSteps.length}`}
                value={stage + 1}
                max={onboardingSteps.length}
              />
              <step.Content answers={answers} onAnswer={onAnswer} mailboxes={mailboxes} />
              <Foot>
                {stage > 0 && <Button onClick={back}>Back</Button>}
                <Button variant="ghost" onClick={() => void skip()}>
                  Skip the rest
                </Button>
                <Button variant="primary" loading={isSaving} onClick={() => void next()}>
                  {isLast ? 'Finish' : 'Next'}
                </Button>
              </Foot>
            </>
          )}
        </Narrow>
      </PageBody>
    </>
  );
}
