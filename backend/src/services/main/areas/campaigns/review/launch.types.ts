import type { TemplateTree } from '@skein/template';

/** One enabled variant with its trees. */
export interface ParsedVariant {
  stepId: string;
  stepNumber: number;
  variantId: string;
  label: string;
  subject: TemplateTree;
  body: TemplateTree;
}
