import { replyTemplatesContract } from '@skein/contracts/main/reply-templates.contract';
import { api, endpointsFrom } from '@skein/mfe/api';

const templates = endpointsFrom(replyTemplatesContract);

/** Reply templates: what the composer asks and changes. */
export const templatesApi = api.injectEndpoints({
  endpoints: (build) => ({
    replyTemplates: templates.query(build, 'listReplyTemplates', { provides: ['template'] }),
    createReplyTemplate: templates.mutation(build, 'createReplyTemplate', { invalidates: ['template'] }),
    updateReplyTemplate: templates.mutation(build, 'updateReplyTemplate', { invalidates: ['template'] }),
    deleteReplyTemplate: templates.mutation(build, 'deleteReplyTemplate', { invalidates: ['template'] }),
    fillReplyTemplate: templates.mutation(build, 'fillReplyTemplate', { invalidates: ['template'] }),
  }),
});
