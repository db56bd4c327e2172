'use strict';
// Which literals of the code a person reads. A rule reads the place of a literal in the syntax tree; where no rule can know, a comment in
// front of the literal decides: `/* text */ 'sent'` is read by people, `/* key */ 'Out of office'` is compared with something.
const ts = require('typescript');

/** Attributes and properties whose value is read by people, however short it is. */
const shownNames = new Set(
  (
    'label title alt aria-label placeholder hint detail details description note text texts caption confirm confirmLabel message ' +
    'actionLabel button headline summary subtitle help tip tooltip prefix suffix unit noun legend why reason aria-description ' +
    'aria-valuetext aria-roledescription question said word words one many sentence singular plural row rows rowsDone'
  ).split(' '),
);
/** Attributes that only machines read, even where their value is made of words. */
const machineAttributes =
  /^(?:class|className|style|href|to|d|id|key|htmlFor|type|role|viewBox|fill|stroke|transform|points|autoComplete|inputMode|pattern|rel|target|src|srcSet|as|data-.*|aria-(?:controls|labelledby|describedby|live|current|haspopup|sort|keyshortcuts|owns)|sandbox|allow|accept|lang|dir|tone|variant|size|icon|drawing|glyph|align|side|columns|grid|area|width|height|\$.*|media|sizes|property|crossOrigin|encType|method|mask|clipPath|fontFamily|spellCheck)$/;
/** Properties that only machines read. */
const machineProperties =
  /^(?:id|key|kind|type|role|icon|glyph|to|href|path|url|method|display|position|font|transition|background|border\w*|margin\w*|padding\w*|grid\w*|flex\w*|inset|overflow\w*|whiteSpace|justify\w*|align\w*|animation|boxShadow|transform\w*|color|colour|outline\w*|textAlign|textWrap|verticalAlign|cursor|pointerEvents|timeZone|timeZoneName|locale|zone|weekday|month|year|hour|day|dateStyle|timeStyle|shortcut|keys|className|class|Authorization|selector|pattern|operationName|accept|fontFeatureSettings)$/;
const machineCalls =
  /^(?:log|debug|info|warn|trace|fatal|query|queryRaw|executeRaw|querySelector|querySelectorAll|closest|matches|matchMedia|addEventListener|removeEventListener|dispatchEvent|getElementById|setAttribute|getAttribute|removeAttribute|hasAttribute|startsWith|endsWith|includes|indexOf|split|has|get|delete|createElement|setProperty|getPropertyValue|mark|measure|require|test|exec|match|localeCompare|getItem|setItem|removeItem|supports|execCommand|setHeader|header|enum|literal|createHmac|createHash|deriveKey|sql)$/;
/** The last name of what is called or made: `send` of `mail.to(lead).send`. */
const calledName = (node) =>
  ts.isPropertyAccessExpression(node) ? node.name.text : ts.isIdentifier(node) ? node.text : '';
const machineConstructors = /^(?:Set|RangeError|TypeError|RegExp|URL|Event|CustomEvent|Worker|BroadcastChannel)$/;
const comparisons = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.InKeyword,
]);
const keysOfKeyboards =
  /^(?:Enter|Escape|Mod|Tab|Backspace|Shift|Meta|Alt|Arrow\w+|Page(?:Up|Down)|Key[A-Z]|Digit\d|Authorization|Symbol|Element|Promise)$/;

const hasLetter = (text) => /\p{L}/u.test(text);
/** Several words, or values (\u0001) and words. */
function isProse(text) {
  const words = text.split(/\s+/).filter((word) => /[\p{L}\d\u0001]/u.test(word));
  return words.length > 1 && words.some((word) => /\p{L}{2}/u.test(word));
}
const isCapitalWord = (text) => /^[A-Z][a-z]+(?:[-’'][a-z]+)*[.…:?]?$/.test(text.trim()) && !keysOfKeyboards.test(text);

const notations = [
  // Names in code.
  /^(?:\s*[a-z][a-z\d]*(?:[_-][a-z\d]+)+|--.*|[A-Z][A-Z_]+|h[1-6])$/,
  // Selectors.
  /\[[\w-]+(?:[\^$*~|]?=|\])|:(?:not|is|where|has|first|last|nth)-?\w*[( ]|^[.#]\w/,
  // Addresses.
  /^(?:https?:|mailto:|data:|[#@/]\S|\.{1,2}\/)/,
  // Style sheets.
  /\bvar\(--|\d(?:px|rem|fr|ms)\b|^\(?(?:min|max|prefers)-|^[\w-]+:[^;]+;|;$/,
  /^(?:calc|min|max|minmax|repeat|translate|rgba?|hsla?|scale|rotate|url|linear-gradient)\(/,
  // Drawings.
  /^M[\d.]+ ?[\d.-]/,
  // Marks, and code in a text.
  /<\/?[a-z]|::|=>|^\{[^{]/i,
];
const notationsOfServices = [
  /\bin \(select\b|\bis (?:not )?null\b|\bsha256:|^REPORT |-Encoding$|\$\d|[{}<>]|;\s*$/,
  /^\s*(?:select|insert into|update|delete from|with|create|alter|drop|set|lock|begin|commit|truncate|from|where)\s/,
  /^\s*(?:and|order by|left join|join|union|on conflict|returning)\s/,
];
/** Words of style sheets, statements, addresses and marks. */
const isNotation = (text, isOfScreens) =>
  [...notations, ...(isOfScreens ? [] : notationsOfServices)].some((pattern) => pattern.test(text));

const nameOf = ({ name }) => (name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : '');

const saidBefore = (node, source) =>
  /\/\*\s*(text|key)\s*\*\//.exec(source.slice(node.pos, node.getStart()))?.[1] ?? null;

/** What the comment in front of a node says about it, or the one in front of the table whose value it is. */
function saidAbove(node, source) {
  const said = saidBefore(node, source);
  if (said || (ts.isPropertyAssignment(node.parent) && node.parent.name === node)) return said;
  for (
    let at = node.parent;
    ts.isPropertyAssignment(at) || ts.isObjectLiteralExpression(at) || ts.isArrayLiteralExpression(at);
    at = at.parent
  ) {
    const ofTable = ts.isPropertyAssignment(at) ? null : saidBefore(at, source);
    if (ofTable) return ofTable;
  }
  return null;
}

/** The node that a value stands in, without what only wraps it. */
function outer(node) {
  let { parent } = node;
  while (
    ts.isParenthesizedExpression(parent) ||
    ts.isAsExpression(parent) ||
    ts.isSatisfiesExpression(parent) ||
    ts.isNonNullExpression(parent)
  )
    ({ parent } = parent);
  return parent;
}

/** The slot that the value of an expression ends up in: through branches, `??`, `+`, lists that are joined. */
function slotOf(node) {
  let inner = node;
  let parent = outer(node);
  for (;;) {
    const passes =
      (ts.isConditionalExpression(parent) && !isWithin(parent.condition, inner)) ||
      (ts.isBinaryExpression(parent) &&
        [
          ts.SyntaxKind.QuestionQuestionToken,
          ts.SyntaxKind.BarBarToken,
          ts.SyntaxKind.PlusToken,
          ts.SyntaxKind.AmpersandAmpersandToken,
        ].includes(parent.operatorToken.kind) &&
        !(parent.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken && isWithin(parent.left, inner))) ||
      ts.isArrayLiteralExpression(parent) ||
      ts.isSpreadElement(parent) ||
      (ts.isPropertyAccessExpression(parent) &&
        /^(?:filter|join|concat|toLowerCase|toUpperCase|trim)$/.test(parent.name.text)) ||
      (ts.isCallExpression(parent) &&
        isWithin(parent.expression, inner) &&
        ts.isPropertyAccessExpression(parent.expression));
    if (!passes) return { slot: parent, inner };
    inner = parent;
    parent = outer(parent);
  }
}
const isWithin = (part, node) => node.pos >= part.pos && node.end <= part.end;

/** A node that no person reads: imports, keys, types, what is compared or logged. */
function isForMachines(node) {
  const parent = outer(node);
  if (
    ts.isImportDeclaration(parent) ||
    ts.isExportDeclaration(parent) ||
    ts.isLiteralTypeNode(parent) ||
    ts.isExternalModuleReference(parent) ||
    ts.isTaggedTemplateExpression(parent) ||
    ts.isElementAccessExpression(parent) ||
    ts.isCaseClause(parent) ||
    ts.isEnumMember(parent) ||
    ts.isExpressionStatement(parent) ||
    ts.isComputedPropertyName(parent)
  )
    return true;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return true;
  if (ts.isBinaryExpression(parent) && comparisons.has(parent.operatorToken.kind)) return true;
  return isOfMachines(slotOf(node));
}

/** Whether what the value is given to is read by machines. */
function isOfMachines({ slot, inner }) {
  if (ts.isJsxAttribute(slot) || (ts.isJsxExpression(slot) && ts.isJsxAttribute(slot.parent))) {
    const name = (ts.isJsxAttribute(slot) ? slot : slot.parent).name.getText();
    return machineAttributes.test(name);
  }
  if (ts.isPropertyAssignment(slot)) return machineProperties.test(nameOf(slot)) || isInStyle(slot);
  if (ts.isBinaryExpression(slot)) return comparisons.has(slot.operatorToken.kind);
  if (ts.isCallExpression(slot) && slot.arguments.some((one) => isWithin(one, inner)))
    return machineCalls.test(calledName(slot.expression)) || slot.expression.kind === ts.SyntaxKind.ImportKeyword;
  // `['Home', 'End'].includes(key)`
  if (ts.isPropertyAccessExpression(slot)) return /^(?:includes|indexOf|some)$/.test(slot.name.text);
  if (!ts.isNewExpression(slot)) return false;
  const name = calledName(slot.expression);
  // A page shows what an error says; services log it, unless it has a code.
  return machineConstructors.test(name) || (name === 'Error' && !drawsScreens(fileOf(slot)));
}

function isInStyle(node) {
  for (let at = node.parent; at && !ts.isStatement(at); at = at.parent)
    if (ts.isJsxAttribute(at)) return at.name.getText() === 'style';
  return false;
}

/** Whether what the value is given to is read by people, however short it is. */
function isShownSlot(node) {
  const { slot } = slotOf(node);
  if (ts.isJsxExpression(slot))
    return ts.isJsxAttribute(slot.parent) ? shownNames.has(slot.parent.name.getText()) : true;
  if (ts.isJsxAttribute(slot)) return shownNames.has(slot.name.getText());
  if (ts.isPropertyAssignment(slot) || ts.isBindingElement(slot)) return shownNames.has(nameOf(slot));
  if (ts.isCallExpression(slot)) return calledName(slot.expression) === 'counted';
  return ts.isTemplateSpan(slot) && (isShownTemplate(slot.parent) || isOfValues(slot.parent));
}

const fileOf = (node) => node.getSourceFile().fileName;
/** Whether a file draws: every area of the browser, and what they share. */
const drawsScreens = (path) => !/^(?:backend|packages\/contracts|packages\/template)\//.test(path);

const shapeOf = (template) => [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)];

/** `label: 'Sent'` in a contract: pages show it, where other single words of contracts are codes. */
const isLabelOfContracts = (node) =>
  /^packages\/contracts\//.test(fileOf(node)) && isCapitalWord(node.text) && nameOf(slotOf(node).slot) === 'label';

/** What a check of a contract says is wrong, in words that follow the name of a field: `.min(1, 'is required')`. */
const isCheckMessage = (node) =>
  ts.isCallExpression(node.parent) &&
  ts.isPropertyAccessExpression(node.parent.expression) &&
  node.parent.arguments.at(-1) === node &&
  /^(?:min|max|length|nonempty|regex|refine|gt|gte|lt|lte|int|positive|nonnegative|multipleOf|string|number|email|url|uuid|enum)$/.test(
    calledName(node.parent.expression),
  );

/** A template of values alone, `${count} ${isNew ? 'new' : 'known'}`: not a text, but made of texts. */
function isOfValues(template) {
  const whole = shapeOf(template).join('\u0001');
  return !hasLetter(whole) && /\s/.test(whole) && !isNotation(whole, true) && !isForMachines(template);
}

/** Whether a template with expressions is a text. */
function isShownTemplate(template) {
  const said = saidAbove(template, template.getSourceFile().text);
  if (said) return said === 'text';
  if (isForMachines(template)) return false;
  const whole = shapeOf(template).join('\u0001');
  if (!hasLetter(whole) || isNotation(whole, drawsScreens(fileOf(template)))) return false;
  if (!drawsScreens(fileOf(template)) && !isSentence(whole) && !isShownSlot(template) && !isCheckMessage(template))
    return false;
  if (isProse(whole) || isShownSlot(template)) return true;
  if (/^[A-Z][a-z]{2,}\u0001$/.test(whole)) return true;
  return /(?:^|\s)[“"(]?\p{L}{2,}[.,:;…)”"]*(?:\s|$)/u.test(whole) && /\s/.test(whole) && !isInStyle(template);
}

/**
 * How services write a sentence for people: with a capital or a value at its start. Statements, names of settings of
 * other programs, purposes of keys and what people wrote (`Meeting Request`) look otherwise.
 */
const isSentence = (text) =>
  /^[\s(“"‘…]*(?:\p{Lu}|\u0001)/u.test(text) &&
  !/^(?:GET|POST|PUT|PATCH|DELETE|HEAD|AND|OR|NOT|WHERE|LISTEN|UNLISTEN|EHLO|HELO|Bearer|Basic|DO)\b/.test(text) &&
  !/^\p{Lu}[\p{L}']*(?: (?:\p{Lu}[\p{L}']*|\d+|by))+$/u.test(text);

/** Whether a literal is a text: in code that draws, a word with a capital is one too. */
function isShownLiteral(node) {
  const said = saidAbove(node, node.getSourceFile().text);
  if (said) return said === 'text';
  const { text } = node;
  const screens = drawsScreens(fileOf(node));
  if (!hasLetter(text) || isForMachines(node) || isNotation(text, screens) || isInStyle(node)) return false;
  if (isShownSlot(node))
    return screens || isProse(text) || isLabelOfContracts(node) || ts.isTemplateSpan(slotOf(node).slot);
  if (screens) return isProse(text) || isCapitalWord(text);
  return isProse(text) && (isSentence(text) || isCheckMessage(node));
}

module.exports = { drawsScreens, isShownLiteral, isShownTemplate, hasLetter, slotOf, calledName };
