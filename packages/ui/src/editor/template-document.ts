/** A mark of the editor's document. `open` is the exact tag it came from. */
export interface TemplateMark {
  type: string;
  attrs?: Record<string, unknown>;
}

/** What a top-level block was read from; as long as it reads the same, exactly this is written again. */
export interface BlockOrigin {
  lead: string;
  tail: string;
  source: string;
  canonical: string;
}

/** A node of the editor's document, as JSON. */
export interface TemplateNode {
  type: string;
  attrs?: Record<string, unknown>;
  content?: TemplateNode[];
  text?: string;
  marks?: TemplateMark[];
}

/** Marks by tag; outer to inner in the order they are written. */
export const markTags: Record<string, string> = {
  a: 'link',
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  s: 'strike',
  strike: 'strike',
  del: 'strike',
};

/** Order of marks from the outside in. */
export const markOrder = ['link', 'inlineTag', 'bold', 'italic', 'underline', 'strike'] as const;

/** Inline tags without a mark of their own, kept with their attributes. */
export const plainInlineTags = new Set([
  'span',
  'font',
  'small',
  'big',
  'sub',
  'sup',
  'code',
  'mark',
  'abbr',
  'cite',
  'q',
  'ins',
  'tt',
  'label',
  'bdi',
  'bdo',
  'time',
  'kbd',
  'var',
  'samp',
  'nobr',
]);

/** The name of a tag's source, in small letters. */
export function tagName(source: string): string {
  return (/^<\/?([a-zA-Z][^\s/>]*)/.exec(source)?.[1] ?? '').toLowerCase();
}
