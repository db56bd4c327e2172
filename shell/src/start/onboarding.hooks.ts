import { useState } from 'react';
import type { OnboardingAnswers } from '@skein/contracts/main/auth-views';
import { navigateTo } from '@skein/mfe/navigation';
import { answersGiven, stageReached } from '@skein/mfe/slices/applicant';
import { userChanged } from '@skein/mfe/slices/auth';
import { useAppDispatch, useAppSelector } from '@skein/mfe/store';
import { useSaveOnboardingMutation } from '@skein/mfe/system-api';
import { showProblem } from '@skein/mfe/toasts';
import { useOnboardingQuery } from './onboarding-api';
import { onboardingSteps, stepsFor } from './onboarding-steps';

/**
 * The onboarding as the server has it, with what was typed here and not saved yet: it goes on where it was left, also on another
 * machine.
 */
export function useOnboarding(company: string) {
  const dispatch = useAppDispatch();
  const { answers: typed } = useAppSelector((state) => state.applicant);
  const { data, error, refetch } = useOnboardingQuery(undefined, { refetchOnMountOrArgChange: true });
  const [save, { isLoading: isSaving }] = useSaveOnboardingMutation();
  const [chosen, setChosen] = useState<number | null>(null);
  const answers: OnboardingAnswers = { company, ...data?.answers, ...typed };
  const steps = stepsFor(answers);
  const last = steps.length - 1;
  const stage = Math.min(chosen ?? data?.stage ?? 0, last);

  const go = async (to: 'next' | 'end') => {
    const isEnd = to === 'end' || stage === last;
    const own = Object.fromEntries(
      (steps[stage]?.fields ?? []).flatMap((field) => (answers[field]?.trim() ? [[field, answers[field]]] : [])),
    );
    try {
      const { user } = await save({
        body: {
          stage: isEnd ? onboardingSteps.length : stage + 1,
          answers: own,
          ...(isEnd ? { completed: true } : {}),
        },
      }).unwrap();
      dispatch(userChanged({ user }));
      dispatch(stageReached(stage + 1));
      if (isEnd) navigateTo('/app/get-started', { replace: true });
      else setChosen(stage + 1);
    } catch (problem) {
      showProblem('Your answer was not saved', problem);
    }
  };
  return {
    steps,
    stage,
    answers,
    error,
    refetch,
    isSaving,
    isLast: stage === last,
    isKnown: data !== undefined,
    mailboxes: data?.mailboxes ?? 0,
    onAnswer: (given: OnboardingAnswers) => dispatch(answersGiven(given as Record<string, string>)),
    back: () => setChosen(stage - 1),
    next: () => go('next'),
    skip: () => go('end'),
  };
}
