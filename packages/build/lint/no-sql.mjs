// Only stores hold SQL (decision 17). A statement is told by its text, wherever it is kept until it runs. SQL is written in one case, so a
// sentence such as "Select leads from a list" is none.
const message = 'Only stores hold SQL: move the statement into a *.store.ts beside this file.';

const beginnings = [
  String.raw`(?:select|SELECT)\s[\s\S]*\b(?:from|FROM)\s`,
  String.raw`(?:select|SELECT)\s+\w+\(`,
  String.raw`(?:insert\s+into|INSERT\s+INTO)\s`,
  String.raw`(?:update|UPDATE)\s+[\w".]+(?:\s+\w+)?\s+(?:set|SET)\s`,
  String.raw`(?:delete\s+from|DELETE\s+FROM)\s`,
  String.raw`(?:with|WITH)\s+(?:recursive\s+|RECURSIVE\s+)?\w+\s+(?:as|AS)\s+(?:materialized\s+|MATERIALIZED\s+)?\(`,
];
const statement = String.raw`^\s*(?:${beginnings.join('|')})`;
const part = String.raw`\(\s*(?:select|SELECT)\s[\s\S]*\b(?:from|FROM)\s`;

export const noSql = [
  { selector: `Literal[value=/${statement}|${part}/]`, message },
  { selector: String.raw`TemplateElement[value.raw=/${statement}|${part}|^\s*(?:select|SELECT)\s+$/]`, message },
  { selector: "CallExpression[callee.object.name=/^(sql|tx)$/][callee.property.name='query']", message },
];
