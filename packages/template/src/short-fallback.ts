/** Filters of the template language that may follow a field without an argument; any other word is meant as a fallback. */
const bareFilters = new Set(
  `abs append at_least at_most capitalize ceil compact date default divided_by downcase escape escape_once first floor join last lstrip map minus modulo newline_to_br plus prepend remove remove_first replace replace_first reverse round rstrip size slice sort sort_natural split strip strip_html strip_newlines sum times truncate truncatewords uniq upcase url_decode url_encode where`.split(
    ' ',
  ),
);

const shortForm = /\{\{(-?)\s{0,20}([A-Za-z_][\w.-]{0,99})\s{0,20}\|\s{0,20}([^{}|]{1,200}?)\s{0,20}(-?)\}\}/g;

/**
 * Writes `{{first_name|there}}`, the way other tools spell a fallback, as `{{first_name | default: "there"}}`. A name of a filter
 * and a filter with an argument stay what they are.
 */
export function expandShortFallbacks(source: string): string {
  if (!source.includes('|')) return source;
  return source.replace(shortForm, (whole, ...found: string[]) => {
    const [start = '', field = '', given = '', end = ''] = found;
    const word = given.trim();
    const unquoted = /^(?:"([^"]*)"|'([^']*)')$/.exec(word);
    if (!unquoted && (bareFilters.has(word) || /^\w+\s*:/.test(word))) return whole;
    const text = unquoted ? (unquoted[1] ?? unquoted[2] ?? '') : word;
    const quote = text.includes('"') ? "'" : '"';
    const safe = quote === "'" ? text.replaceAll("'", '’') : text;
    return `{{${start}${field} | default: ${quote}${safe}${quote}${end}}}`;
  });
}
