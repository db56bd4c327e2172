/** A value with parameters, such as Content-Type or Content-Disposition. Parameter names are lower case. */
export interface ParameterizedValue {
  value: string;
  parameters: [name: string, value: string][];
}

/** Reads `value; name=token; name="quoted"` with comments removed. Linear, never throws. */
export function parseParameters(text: string): ParameterizedValue {
  const segments: string[] = [];
  let current = '';
  let quoted = false;
  let comment = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] as string;
    if (comment > 0) {
      if (character === '\\') index += 1;
      else if (character === '(') comment += 1;
      else if (character === ')') comment -= 1;
    } else if (quoted) {
      current += character;
      if (character === '\\' && index + 1 < text.length) current += text[(index += 1)];
      else if (character === '"') quoted = false;
    } else if (character === '(') comment = 1;
    else if (character === ';') {
      segments.push(current);
      current = '';
    } else {
      if (character === '"') quoted = true;
      current += character;
    }
  }
  segments.push(current);
  const parameters: [string, string][] = [];
  for (const segment of segments.slice(1, 101)) {
    const equals = segment.indexOf('=');
    if (equals < 1) continue;
    parameters.push([segment.slice(0, equals).trim().toLowerCase(), unquote(segment.slice(equals + 1).trim())]);
  }
  return { value: (segments[0] ?? '').trim(), parameters };
}

function unquote(text: string): string {
  if (!text.startsWith('"')) return text;
  const end = text.length > 1 && text.endsWith('"') ? text.length - 1 : text.length;
  return text.slice(1, end).replace(/\\(.)/gs, '$1');
}
