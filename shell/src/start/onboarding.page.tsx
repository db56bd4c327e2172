import { useState } from 'react';
import { navigateTo } from '@skein/mfe/navigation';
import { usePage } from '@skein/mfe/page';
import { nameOf, useUser } from '@skein/mfe/session';
import { answersGiven, stageReached } from '@skein/mfe/slices/applicant';
import { userChanged } from '@skein/mfe/slices/auth';
import { useAppDispatch, useAppSelector } from '@skein/mfe/store';
import { useSaveOnboardingMutation } from '@skein/mfe/system-api';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { Field } from '@skein/ui/field';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { Progress } from '@skein/ui/progress';
import { RadioGroup } from '@skein/ui/radio-group';
import { styled } from 'styled-components';

interface Question {
  key: string;
  title: string;
  hint: string;
  options: string[];
}

/** The five steps (section 2 of the specification). Every answer can be skipped; nothing in the product depends on one. */
const questions: Question[] = [
  { key: 'role', title: 'What describes you best?', hint: 'So that we know who we build for.', options: ['Agency', 'Sales team', 'Founder', 'Freelancer', 'Recruiter'] },
  { key: 'mailboxes', title: 'How many mailboxes will send?', hint: 'A mailbox sends about 30 to 50 cold mails a day.', options: ['1 to 3', '4 to 20', '21 to 100', 'More than 100'] },
  { key: 'volume', title: 'How many people do you want to reach a month?', hint: 'Ten mailboxes with three mails a lead reach about 3,000 people a month.', options: ['Up to 1,000', '1,000 to 10,000', '10,000 to 50,000', 'More than 50,000'] },
  { key: 'experience', title: 'Have you run cold mail campaigns before?', hint: 'Every figure in the product says what it means when you point at it.', options: ['This is the first time', 'A few', 'Many, with another tool'] },
  { key: 'goal', title: 'What shall a campaign bring you?', hint: 'Replies are sorted by what they mean, so each of these can be counted.', options: ['Meetings', 'Replies', 'Sign-ups', 'Partners or candidates'] },
];

const Narrow = styled.div`
  width: 100%;
  max-width: 480px;
  margin: var(--s-8) auto;
  display: grid;
  gap: var(--s-6);
`;

const Foot = styled.div`
  display: flex;
  gap: var(--s-2);
  & > :last-child { margin-left: auto; }
`;

/** /app/onboarding: five questions; resumes where it was left. */
export function OnboardingPage() {
  usePage([{ label: 'Welcome' }]);
  const user = useUser();
  const dispatch = useAppDispatch();
  const { answers } = useAppSelector((state) => state.applicant);
  const [stage, setStage] = useState(Math.min(user.onboarding_stage, questions.length - 1));
  const [save, { isLoading }] = useSaveOnboardingMutation();
  const question = questions[stage] ?? questions[0]!;
  const last = stage === questions.length - 1;

  const go = async (completed: boolean) => {
    try {
      const answer = await save({ body: { stage: completed ? questions.length : stage + 1, answers, ...(completed ? { completed } : {}) } }).unwrap();
      dispatch(userChanged({ user: answer.user }));
      dispatch(stageReached(stage + 1));
      if (completed) navigateTo('/app/get-started', { replace: true });
      else setStage(stage + 1);
    } catch (error) {
      showProblem('Your answer was not saved', error);
    }
  };

  return (
    <>
      <PageHeader title={`Welcome, ${nameOf(user)}`} detail={`Step ${stage + 1} of ${questions.length}`} />
      <PageBody>
        <Narrow>
          <Progress label="Onboarding" value={stage + 1} max={questions.length} />
          <Field label={question.title} hint={question.hint}>
            <RadioGroup
              options={question.options.map((option) => ({ value: option, label: option }))}
              value={answers[question.key] ?? ''}
              onValueChange={(value: string) => dispatch(answersGiven({ [question.key]: value }))}
            />
          </Field>
          <Foot>
            {stage > 0 && <Button onClick={() => setStage(stage - 1)}>Back</Button>}
            <Button variant="ghost" onClick={() => void go(true)}>Skip the rest</Button>
            <Button variant="primary" loading={isLoading} onClick={() => void go(last)}>
              {last ? 'Finish' : 'Next'}
            </Button>
          </Foot>
        </Narrow>
      </PageBody>
    </>
  );
}
