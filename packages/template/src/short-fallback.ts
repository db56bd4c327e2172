/**
 * Filters of the template language, those that this product leaves out too, and words that people write for them: after a field
 * each of them is a filter, or a mistake that is reported. Any other text is meant as a fallback.
 */
const filterWords = new Set(
  (
    'abs append array_to_sentence_string at_least at_most capitalize ceil compact concat date date_to_long_string date_to_string date_to_xmlschema ' +
    'default divided_by downcase escape escape_once first floor join json jsonify last lstrip map minus modulo newline_to_br normalize_whitespace ' +
    'number_of_words plus pop prepend push raw remove remove_first remove_last replace replace_first replace_last reverse round rstrip shift size ' +
    'slice slugify sort sort_natural split strip strip_html strip_newlines sum times titlecase truncate truncatewords uniq unshift upcase ' +
    'url_decode url_encode where xml_escape'
  ).split(' '),
);
const meantAsFilter =
  /^(?:capitali[sz]e[ds]?|upcase|downcase|title_?case|titleize|(?:upper|lower)(?:_?case)?|trim|ucfirst|ucwords|fallback)$/i;

/** A filter with an argument, a filter by its name, or a name that only a filter would have (`strip_html`). */
const isFilter = (text: string): boolean =>
  /^[a-z_]\w{0,60}\s?:/.test(text) ||
  filterWords.has(text) ||
  meantAsFilter.test(text) ||
  /^[a-z]+(?:_[a-z]+)+$/.test(text);

const quoted = /^["“”„«»]([^"“”„«»]*)["“”„«»]$|^['‘’]([^'‘’]*)['‘’]$/;

/**
 * The fallback of `{{first_name|there}}`, the way other tools spell it: the same as `{{first_name | default: "there"}}`.
 * @param filters what follows the name of a field, from its first `|` on
 * @returns null where that is a filter, several of them, or nothing that can be read as a text
 */
export function readShortFallback(filters: string): string | null {
  const text = filters
    .slice(1)
    .replace(/[\u00a0\u200b\ufeff\s]+/g, ' ')
    .trim();
  const inQuotes = quoted.exec(text);
  if (inQuotes) return inQuotes[1] ?? inQuotes[2] ?? '';
  return text === '' || /^["“”„«»]|[{}|]/.test(text) || isFilter(text) ? null : text;
}
