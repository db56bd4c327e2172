import type { ReplyTemplate } from '@skein/contracts/main/reply-templates.contract';
import { useAccess } from '@skein/mfe/access';
import { useUser } from '@skein/mfe/session';
import { useAppDispatch } from '@skein/mfe/store';
import { showProblem } from '@skein/mfe/toasts';
import { withSentence } from '@skein/mfe/with-sentence';
import { toasts } from '@skein/ui/toast-store';
import type { Draft } from '../composer/draft.types';
import { undoOf } from '../recent/undo-kept';
import { templatesApi } from './templates-api';

export interface TemplateInput {
  name: string;
  html: string;
  attachments: Draft['attachments'];
  is_shared: boolean;
}

/** Templates of this person, and what can be done with them. */
export function useReplyTemplates(enrolmentId: number) {
  const { data, error, refetch } = templatesApi.useReplyTemplatesQuery();
  const dispatch = useAppDispatch();
  const [fill] = templatesApi.useFillReplyTemplateMutation();
  const [create] = templatesApi.useCreateReplyTemplateMutation();
  const [update] = templatesApi.useUpdateReplyTemplateMutation();
  const [erase] = templatesApi.useDeleteReplyTemplateMutation();
  const { may } = useAccess();
  const { isClient } = useUser();
  return {
    templates: data?.templates ?? null,
    problem: error ? { message: error.message, retry: () => void refetch() } : null,
    mayShare: may('shared.write') && !isClient,
    /** The template with this lead's values; null when that failed, which was told. */
    fill: async (template: ReplyTemplate) => {
      try {
        const filled = await fill({ params: { enrolmentId, replyTemplateId: template.id } }).unwrap();
        if (filled.missing.length > 0)
          toasts.show({
            title: 'Some values are missing',
            text: `This lead has no ${filled.missing.join(', ')}. Check the text before you send it.`,
            tone: 'warning',
          });
        return filled;
      } catch (failure) {
        showProblem('The template was not inserted', failure);
        return null;
      }
    },
    save: async (input: TemplateInput, id?: number) => {
      if (id === undefined) await create({ body: input }).unwrap();
      else await update({ params: { replyTemplateId: id }, body: input }).unwrap();
      toasts.show({ title: `${input.name} saved`, tone: 'success' });
    },
    remove: async (template: ReplyTemplate) => {
      const { change_key: key } = await withSentence(erase({ params: { replyTemplateId: template.id } }).unwrap());
      const title = `${template.name} deleted`;
      toasts.show({ title, ...(key === null ? {} : { undo: undoOf(dispatch, key, title) }) });
    },
  };
}

const plain = (html: string): string => {
  const apart = html.replace(/<(?:\/p|br|\/li|\/h[1-6])\b/gi, ' $&');
  const text = new DOMParser().parseFromString(apart, 'text/html').body.textContent ?? '';
  return text.replace(/\s+/g, ' ').trim();
};

/** What a template says, in one line. */
export const previewOf = (template: ReplyTemplate): string => plain(template.html).slice(0, 240);

/** Templates whose name or words hold every word of the search; names first. */
export function findTemplates(templates: readonly ReplyTemplate[], search: string): ReplyTemplate[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const holds = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const named = templates.filter((template) => holds(template.name));
  const said = templates.filter((template) => !named.includes(template) && holds(previewOf(template)));
  return [...named, ...said].slice(0, 50);
}
