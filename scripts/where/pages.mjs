// The files of a page, by its address.
import { readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from '../load-contracts.mjs';
import { filesIn } from './routes.mjs';
import { fileOf, nodesOf, read, ts } from './source.mjs';

const remotes = ['shell', ...readdirSync(root).filter((folder) => folder.startsWith('mfe-'))];
const fromRoot = (file) => relative(root, file);

/** The files of the page at an address (`/app/settings/webhook`): where it is routed, its page, and what stands beside that. */
export function findPage(address) {
  const parts = address
    .replace(/^\/app(?=\/)/, '')
    .split('?')[0]
    .split('/')
    .filter(Boolean);
  const found = [];
  for (const area of remotes)
    for (const file of filesIn(join(root, area, 'src'), '.tsx')) {
      if (!/-area\.tsx$|app\.tsx$|-layout\.tsx$/.test(file)) continue;
      for (const route of routesIn(file)) {
        const score = matches(route.path, parts);
        if (score > 0) found.push({ score, file, route });
      }
    }
  const best = found.sort((one, other) => other.score - one.score)[0];
  if (!best) return null;
  const page = pageOf(best.file, best.route.element);
  const beside = page && page !== best.file ? filesIn(dirname(page), '.ts').concat(filesIn(dirname(page), '.tsx')) : [];
  const stem = (file) =>
    file
      .replace(/\.(?:page|hooks|machine)?\.tsx?$/, '')
      .split('/')
      .at(-1)
      .split('.')[0];
  return {
    route: fromRoot(best.file),
    page: page && fromRoot(page),
    hooks: beside.filter((file) => file.endsWith('.hooks.ts') && stem(file) === stem(page)).map(fromRoot)[0] ?? null,
  };
}

function* routesIn(file) {
  for (const node of nodesOf(read(file).tree)) {
    if (!ts.isJsxSelfClosingElement(node) && !ts.isJsxOpeningElement(node)) continue;
    if (node.tagName.getText?.(read(file).tree) !== 'Route') continue;
    const attribute = (name) =>
      node.attributes.properties.find((one) => ts.isJsxAttribute(one) && one.name.text === name)?.initializer;
    const path = attribute('path');
    if (path && ts.isStringLiteral(path)) yield { path: path.text, element: attribute('element') };
  }
}

/** How many parts of an address a pattern names; 0 where it does not fit. */
function matches(pattern, parts) {
  const wanted = pattern.split('/').filter(Boolean);
  if (pattern === '*' || wanted.length < parts.length - (pattern.endsWith('*') ? 99 : 0)) return 0;
  let score = 0;
  for (const [index, part] of wanted.entries()) {
    if (part === '*') return score + 0.1;
    const given = parts[index];
    if (given === undefined) return part.endsWith('?') ? score : 0;
    if (part === given) score += 2;
    else if (part.startsWith(':')) score += 1;
    else return 0;
  }
  return score;
}

/** The file of the first page that an element names, through `lazyPage`. */
function pageOf(file, element) {
  if (!element) return null;
  const source = read(file);
  for (const node of nodesOf(element)) {
    if (!ts.isJsxSelfClosingElement(node) && !ts.isJsxOpeningElement(node)) continue;
    const name = node.tagName.text;
    const link = source.imported.get(name);
    if (link) {
      const target = fileOf(file, link.from);
      if (target && !target.includes('/packages/')) return target;
      continue;
    }
    const declared = source.declared.get(name);
    for (const part of declared ? nodesOf(declared) : [])
      if (ts.isCallExpression(part) && part.expression.kind === ts.SyntaxKind.ImportKeyword)
        return fileOf(file, part.arguments[0].text);
    if (declared) return file;
  }
  return null;
}
