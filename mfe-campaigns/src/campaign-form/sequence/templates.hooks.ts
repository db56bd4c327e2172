import type { StepTemplate } from '@skein/contracts/main/step-templates.contract';
import { showProblem } from '@skein/mfe/toasts';
import { toasts } from '@skein/ui/toast-store';
import {
  useFormChangeTemplateMutation,
  useFormDeleteTemplateMutation,
  useFormSaveTemplateMutation,
  useFormTemplatesQuery,
} from '../api';

/** The text of a variant, as templates keep it. */
export interface StepText {
  subject: string;
  body: string;
}

const notRestored = (problem: unknown) => showProblem('The template was not restored', problem);

/** The templates of the workspace, and what can be done with them. What is lost by it comes back for ten seconds. */
export function useTemplates() {
  const { data, error, refetch } = useFormTemplatesQuery({});
  const [change] = useFormChangeTemplateMutation();
  const [save] = useFormSaveTemplateMutation();
  const [remove] = useFormDeleteTemplateMutation();
  const setText = (template: StepTemplate, { subject, body }: StepText) =>
    change({ params: { templateId: template.id }, body: { subject, email_body: body } }).unwrap();
  const add = (name: string, { subject, body }: StepText) =>
    save({ body: { name, subject, email_body: body } }).unwrap();
  const textOf = (template: StepTemplate): StepText => ({ subject: template.subject, body: template.email_body });

  const drop = async (template: StepTemplate) => {
    try {
      await remove({ params: { templateId: template.id } }).unwrap();
      const run = () => void add(template.name, textOf(template)).catch(notRestored);
      toasts.show({ title: `Template “${template.name}” deleted`, undo: { run } });
    } catch (problem) {
      showProblem('The template was not deleted', problem);
    }
  };
  const replace = async (template: StepTemplate, text: StepText) => {
    try {
      await setText(template, text);
      const run = () => void setText(template, textOf(template)).catch(notRestored);
      toasts.show({ title: `“${template.name}” has the text of this step now`, undo: { run } });
    } catch (problem) {
      showProblem('The template was not changed', problem);
    }
  };
  return {
    data,
    error,
    refetch,
    drop,
    replace,
    /** @throws Problem */
    save: async (name: string, text: StepText) => void (await add(name, text)),
    /** @throws Problem */
    rename: async (template: StepTemplate, name: string) =>
      void (await change({ params: { templateId: template.id }, body: { name } }).unwrap()),
  };
}
