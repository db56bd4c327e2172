import { Node } from '@tiptap/pm/model';
import type { Schema } from '@tiptap/pm/model';
import { parseLine, parseTemplate } from './template-parse';
import { blockSource, serializeLine, serializeTemplate } from './template-serialize';
import type { BlockOrigin, TemplateNode } from './template-document';

/** Value to document. Each block learns how the editor itself would write it, so that an untouched one is recognised. */
export function readValue(schema: Schema, format: 'html' | 'line', value: string): TemplateNode {
  if (format === 'line') return parseLine(value);
  const parsed = parseTemplate(value);
  const content = (parsed.content ?? []).map((block) => {
    const origin = block.attrs?.origin as BlockOrigin;
    // Through the schema and back: the editor orders marks and fills attributes in its own way.
    const settled = Node.fromJSON(schema, block).toJSON() as TemplateNode;
    return { ...block, attrs: { ...block.attrs, origin: { ...origin, canonical: blockSource(settled) } } };
  });
  return { ...parsed, content };
}

/** Document to value. */
export function writeValue(format: 'html' | 'line', document: TemplateNode): string {
  return format === 'line' ? serializeLine(document) : serializeTemplate(document);
}
