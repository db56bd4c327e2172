'use strict';
// A file in another language: every message gives way to its translation, with the values and elements of the code in the places that the
// translation names. What has no translation stays as it is written.
const { messagesOf } = require('./read-messages.cjs');

const token = /\\([\\{}<])|\{([^{}]+)\}|<(\d+)\/>|<(\d+)>|<\/(\d+)>/g;

/** The parts of a translation: `{ text }`, `{ value }`, `{ element, parts }`, in its own order. */
function parse(translation) {
  const stack = [{ parts: [] }];
  const add = (part) => {
    const { parts } = stack.at(-1);
    const last = parts.at(-1);
    if (part.text !== undefined && last?.text !== undefined) last.text += part.text;
    else if (part.text !== '') parts.push(part);
  };
  let at = 0;
  for (const match of translation.matchAll(token)) {
    const [whole, escaped, value, alone, opened, closed] = match;
    add({ text: translation.slice(at, match.index) });
    at = match.index + whole.length;
    if (escaped) add({ text: escaped });
    else if (value) add({ value });
    else if (alone) add({ element: Number(alone) });
    else if (opened) stack.push({ element: Number(opened), parts: [] });
    else if (closed && stack.length > 1) {
      const part = stack.pop();
      add(part);
    }
  }
  add({ text: translation.slice(at) });
  if (stack.length > 1) throw new Error(`An element of the translation has no end: ${translation}`);
  return stack[0].parts;
}

/** The names of all values and elements of a message, to compare them with those of its translation. */
const namesOf = (parts) =>
  parts.flatMap((part) => [
    ...(part.value ? [`{${part.value}}`] : []),
    ...(part.element ? [part.parts ? `<${part.element}></${part.element}>` : `<${part.element}/>`] : []),
    ...(part.parts ? namesOf(part.parts) : []),
  ]);

/** Whether a translation names what its message does, each once. */
function isSound(key, translation) {
  const names = (text) => namesOf(parse(text)).sort().join();
  try {
    return names(key) === names(translation);
  } catch {
    return false;
  }
}

const inTemplate = (text) => text.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${');
const literal = (text) => JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

/** What the parts of a message are called in the code. */
function placesOf(parts, places = new Map()) {
  for (const part of parts) {
    if (part.value) places.set(`{${part.value}}`, part);
    if (part.element) places.set(part.element, part);
    if (part.parts) placesOf(part.parts, places);
  }
  return places;
}

/** A count with its noun, in the forms of the language: a function of its own, because the one of the product knows two. */
function plural(message, forms, language, count) {
  const tag = literal(language);
  const table = Object.entries(forms)
    .map(([form, text]) => `${form}: ${literal(text)}`)
    .join(', ');
  const form = `(forms[new Intl.PluralRules(${tag}).select(count)] ?? forms.other)`;
  const filled = `${form}.replace(${literal(`{${message.value}}`)}, () => count.toLocaleString(${tag}))`;
  return `((count, forms) => ${filled})(${count}, { ${table} })`;
}

/**
 * A file in another language.
 * @param path where it lies, from the root
 * @param source what it says
 * @param language its tag (`de`, `pt-BR`), and `translate(message)`: what a message becomes, or undefined
 */
function translateSource(path, source, { language, translate }) {
  const messages = messagesOf(path, source);
  if (messages.length === 0) return source;

  /** The code from one place to another, with what is translated in it. */
  const render = (start, end, except) => {
    let written = '';
    let at = start;
    for (const message of messages) {
      if (message === except || message.start < at || message.end > end) continue;
      const translated = write(message);
      if (translated === undefined) continue;
      written += source.slice(at, message.start) + translated;
      at = message.end;
    }
    return written + source.slice(at, end);
  };
  const children = (parts, places, except) =>
    parts
      .map((part) => {
        if (part.text !== undefined) return `{${literal(part.text)}}`;
        const place = places.get(part.value ? `{${part.value}}` : part.element);
        if (part.value || !place.parts) return render(place.start, place.end, except);
        return `${render(place.opening.start, place.opening.end, except)}${children(part.parts ?? [], places, except)}${source.slice(place.closing.start, place.closing.end)}`;
      })
      .join('');
  const writers = {
    locale: () => literal(language),
    string: (_message, text) => literal(parse(text)[0]?.text ?? ''),
    attribute: (_message, text) => `{${literal(parse(text)[0]?.text ?? '')}}`,
    plural: (message, forms) =>
      plural(message, forms, language, render(message.count.start, message.count.end, message)),
    template: (message, text) => {
      const places = placesOf(message.parts);
      const inside = parse(text).map((part) => {
        if (part.text !== undefined) return inTemplate(part.text);
        const { start, end } = places.get(`{${part.value}}`);
        return `\${${render(start, end, message)}}`;
      });
      return `\`${inside.join('')}\``;
    },
    children: (message, text) => children(parse(text), placesOf(message.parts), message),
  };
  const write = (message) => {
    const said = message.kind === 'locale' ? '' : translate(message);
    return said === undefined ? undefined : writers[message.kind](message, said);
  };
  return render(0, source.length);
}

module.exports = { translateSource, parse, isSound };
