import { assistantContract } from '@skein/contracts/main/assistant.contract';
import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { api, endpointsFrom } from '@skein/mfe/api';

const assistant = endpointsFrom(assistantContract);
const categories = endpointsFrom(categoriesContract);

/** What the page of the AI assistant asks and changes. */
export const assistantApi = api.injectEndpoints({
  endpoints: (build) => ({
    assistant: assistant.query(build, 'readAssistant', { provides: ['integration', 'thread'] }),
    connectAssistant: assistant.mutation(build, 'connectAssistant', { invalidates: ['integration'] }),
    sandboxAssistant: assistant.mutation(build, 'useSandboxAssistant', { invalidates: ['integration'] }),
    changeAssistant: assistant.mutation(build, 'changeAssistant', { invalidates: ['integration'] }),
    disconnectAssistant: assistant.mutation(build, 'disconnectAssistant', { invalidates: ['integration'] }),
    trySorting: assistant.mutation(build, 'trySorting', { invalidates: ['integration'] }),
    assistantCategories: categories.query(build, 'listCategories', { provides: ['category'] }),
  }),
});
