import { hasTemplateSigns } from '@skein/template/braces';

/** Says what is wrong with a fallback as it is typed: the signs of variables and spintax would never be sent as they stand. */
export const fallbackProblem = (fallback: string): string | undefined =>
  hasTemplateSigns(fallback) ? 'A fallback is plain text, so it cannot contain {, } or |.' : undefined;
