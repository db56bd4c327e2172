import { useState } from 'react';
import type { CallInput, CallOutput } from '@skein/contracts/endpoint';
import type { assistantContract } from '@skein/contracts/main/assistant.contract';
import { problemOf } from '@skein/mfe/problem';
import { withSentence } from '@skein/mfe/with-sentence';
import { toasts } from '@skein/ui/toast-store';
import { assistantApi } from './assistant-api';

type Endpoints = (typeof assistantContract)['endpoints'];
export type Assistant = CallOutput<Endpoints['readAssistant']>;
export type AssistantChange = CallInput<Endpoints['changeAssistant']>['body'];
export type Sorted = CallOutput<Endpoints['trySorting']>;
export type Category = NonNullable<ReturnType<typeof useCategoryList>>[number];

/** The workspace's assistant, and what its page changes. */
export function useAssistant() {
  const { data, error, refetch } = assistantApi.useAssistantQuery();
  const [connect] = assistantApi.useConnectAssistantMutation();
  const [takeSandbox] = assistantApi.useSandboxAssistantMutation();
  const [change] = assistantApi.useChangeAssistantMutation();
  const [disconnect] = assistantApi.useDisconnectAssistantMutation();
  return {
    data,
    problem: error ? { message: error.message, onRetry: () => void refetch() } : null,
    connect: (body: CallInput<Endpoints['connectAssistant']>['body']) => connect({ body }).unwrap(),
    useSandbox: () => takeSandbox({ body: {} }).unwrap(),
    disconnect: () => withSentence(disconnect({}).unwrap()),
    /** @returns the field's problem in a sentence, or null when it is saved */
    save: async (body: AssistantChange, done: string): Promise<string | null> => {
      try {
        await change({ body }).unwrap();
        toasts.show({ title: done, tone: 'success' });
        return null;
      } catch (failure) {
        const { details, message } = problemOf(failure);
        return details[0]?.message ?? message;
      }
    },
  };
}

/** Categories that a model may choose: not the two that the product sets itself. */
export function useCategoryList() {
  const { data } = assistantApi.useAssistantCategoriesQuery();
  return data?.categories.filter((category) => category.id !== 8 && category.id !== 9);
}

/** Sorts a text typed on the page. */
export function useTrial() {
  const [ask, { isLoading }] = assistantApi.useTrySortingMutation();
  const [sorted, setSorted] = useState<Sorted | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  return {
    sorted,
    problem,
    isLoading,
    run: async (reply: string) => {
      setProblem(null);
      try {
        setSorted(await ask({ body: { reply } }).unwrap());
      } catch (failure) {
        setSorted(null);
        setProblem(problemOf(failure).message);
      }
    },
  };
}
