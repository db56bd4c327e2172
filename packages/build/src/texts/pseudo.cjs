'use strict';
// A language that nobody speaks: each text stays readable, and is shown in marks. What is shown outside of marks is data, or a text that no
// catalogue names.
const { escapeText } = require('./read-messages.cjs');
const { parse } = require('./translate-source.cjs');

const opens = '⟦';
const closes = '⟧';
const accents = Object.fromEntries(
  [...'aeiouyncsAEIOUYNCS'].map((letter, index) => [letter, [...'áéíóúýñçšÁÉÍÓÚÝÑÇŠ'][index]]),
);

/** The pseudo language. `accented`: with accents on its letters, so that a person sees it too. */
function pseudo({ accented }) {
  const mark = (text) => {
    const inside = text.trim();
    if (inside === '') return text;
    const before = text.slice(0, text.indexOf(inside));
    const after = text.slice(before.length + inside.length);
    const said = accented ? inside.replace(/[a-z]/gi, (letter) => accents[letter] ?? letter) : inside;
    return `${before}${opens}${said}${closes}${after}`;
  };
  const write = (parts) =>
    parts
      .map((part) => {
        if (part.text !== undefined) return escapeText(mark(part.text));
        if (part.value) return `{${part.value}}`;
        return part.parts ? `<${part.element}>${write(part.parts)}</${part.element}>` : `<${part.element}/>`;
      })
      .join('');
  const translate = ({ kind, key, forms }) =>
    kind === 'plural'
      ? Object.fromEntries(
          Object.entries(forms).map(([form, text]) => [form, write(parse(text)).replaceAll(/\\([\\{}<])/g, '$1')]),
        )
      : write(parse(key));
  // The way of English in which figures are written: what is compared with data stays comparable.
  return { language: 'en-US', translate };
}

module.exports = { pseudo, opens, closes };
