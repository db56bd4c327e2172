import { slowStart } from '@skein/contracts/constants';
import { useAccess } from '@skein/mfe/access';
import { usePage } from '@skein/mfe/page';
import { useUser } from '@skein/mfe/session';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card, CardList } from '@skein/ui/card';
import { Glyph } from '@skein/ui/icon';
import { LoadProblem } from '@skein/ui/load-problem';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { Progress } from '@skein/ui/progress';
import { Loading } from '@skein/ui/skeleton';
import { styled } from 'styled-components';
import { AllSet } from './all-set';
import { countedSteps } from './counted-steps';
import { Step } from './step';
import { useStepAddresses, useSteps } from './use-steps';

const Narrow = styled.div`
  width: 100%;
  max-width: 720px;
  display: grid;
  gap: var(--s-4);
`;

/** The card has no title above its first step. */
const StepList = styled(CardList)`
  & > li:first-child {
    border-top: 0;
  }
`;

const steps = [
  {
    key: 'added_first_email_account',
    title: 'Connect a mailbox',
    text: 'We test the login and check SPF, DKIM and DMARC.',
    action: 'Connect mailbox',
    permission: 'mailbox.write',
  },
  {
    key: 'enabled_warmup_optimisation',
    title: 'Turn on warmup',
    text: 'New mailboxes warm up by default. Give one 2 to 4 weeks before sending at volume.',
    // Nobody has to have turned it on: a mailbox that is connected warms up.
    done: {
      title: 'Warmup is on',
      text: `On by default, with a slow start: a new mailbox sends ${slowStart.start} campaign emails on its first day and ${slowStart.increase} more each day, up to its daily limit.`,
    },
    action: 'Set up warmup',
    permission: 'mailbox.write',
  },
  {
    key: 'created_first_campaign',
    title: 'Create a campaign',
    text: 'Leads, a sequence, mailboxes and a schedule. The last step checks everything.',
    action: 'New campaign',
    permission: 'campaign.write',
  },
  {
    key: 'launched_first_campaign',
    title: 'Launch the campaign',
    text: 'We check every lead before anything is sent.',
    action: 'Review and launch',
    permission: 'campaign.write',
  },
] as const;

/** /app/get-started: the four first steps, as the server counts them; once all are done, what comes next. */
export function GetStartedPage() {
  usePage([{ label: 'Get started' }]);
  const user = useUser();
  const { progress, problem } = useSteps();
  const access = useAccess();
  const addresses = useStepAddresses();
  const isDone = progress !== undefined && progress.total_steps_completed >= steps.length;
  const next = steps.find(({ key }) => progress?.[key] !== 'COMPLETED');
  return (
    <>
      <PageHeader title="Get started" />
      <PageBody>
        <Narrow>
          {problem && !progress && <LoadProblem title="Your first steps could not be loaded." {...problem} />}
          {!user.has_onboarding_completed && !user.isClient && !user.isTeamMember && (
            <Callout
              tone="info"
              actions={
                <Button size="small" href="/app/onboarding">
                  Continue
                </Button>
              }
            >
              {user.onboarding_stage < countedSteps
                ? `Finish setting up (step ${user.onboarding_stage + 1} of ${countedSteps}).`
                : 'Finish setting up: invite your team.'}
            </Callout>
          )}
          {!progress && !problem && <Loading label="Loading your first steps" />}
          {isDone && <AllSet />}
          {progress && !isDone && (
            <Progress
              label="First steps"
              value={progress.total_steps_completed}
              max={steps.length}
              start={`${progress.total_steps_completed} of ${steps.length} steps done`}
              size={8}
            />
          )}
          {progress && !isDone && (
            <Card padded={false}>
              <StepList>
                {steps.map(({ key, action, permission, ...step }) => {
                  const done = progress[key] === 'COMPLETED';
                  const { title, text } = done && 'done' in step ? step.done : step;
                  return (
                    <li key={key}>
                      {done ? (
                        <Glyph name="done" title="Done" style={{ color: 'var(--success)' }} />
                      ) : (
                        <Glyph name="new" title="Not done yet" style={{ color: 'var(--muted)' }} />
                      )}
                      <Step>
                        <b>{title}</b>
                        <p>{text}</p>
                      </Step>
                      {!done && (
                        <Button
                          href={addresses[key]}
                          size="small"
                          variant={next?.key === key ? 'primary' : 'default'}
                          {...(access.may(permission) ? {} : { disabledReason: 'Your role can view, not edit' })}
                        >
                          {action}
                        </Button>
                      )}
                    </li>
                  );
                })}
              </StepList>
            </Card>
          )}
        </Narrow>
      </PageBody>
    </>
  );
}
