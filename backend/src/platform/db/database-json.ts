/**
 * JSON that PostgreSQL takes: half of a character (a text that was cut in the middle of a surrogate pair) is no UTF-8 and would be refused;
 * it becomes U+FFFD, as it does in every text parameter.
 */
export function databaseJson(value: unknown): string {
  const json = JSON.stringify(value);
  // Whole pairs stand as they are in JSON.stringify's answer, only halves are escaped. An escaped backslash is passed over as one.
  return json.includes('\\ud')
    ? json.replace(/\\\\|\\ud[89a-f][0-9a-f]{2}/g, (found) => (found === '\\\\' ? found : '\ufffd'))
    : json;
}
