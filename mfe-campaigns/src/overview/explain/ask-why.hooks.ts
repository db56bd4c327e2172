import { useState } from 'react';
import type { CallOutput } from '@skein/contracts/endpoint';
import type { assistantContract } from '@skein/contracts/main/assistant.contract';
import { problemOf } from '@skein/mfe/problem';
import { useOverviewAskWhyMutation, useOverviewAssistantAbilitiesQuery } from '../api';

/** Questions to the AI about one lead. */
export function useAskWhy(campaignId: number, enrolmentId: number) {
  const { data } = useOverviewAssistantAbilitiesQuery();
  const [send, { isLoading }] = useOverviewAskWhyMutation();
  const [answer, setAnswer] = useState<CallOutput<(typeof assistantContract)['endpoints']['askWhy']> | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  return {
    isAvailable: data?.questions ?? false,
    isSandbox: data?.is_sandbox ?? false,
    isLoading,
    answer,
    problem,
    ask: async (question: string) => {
      setProblem(null);
      try {
        setAnswer(await send({ params: { campaignId, enrolmentId }, body: { question } }).unwrap());
      } catch (failure) {
        setAnswer(null);
        setProblem(problemOf(failure).message);
      }
    },
  };
}
