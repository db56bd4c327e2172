import type { ReleasedContracts, ReleasedEndpoint, Shape } from './released-shapes';

/**
 * What would break a remote that was built against `released` and now meets `current`: a sentence each. What it may send must go on being
 * taken, and what it reads must go on being there. New endpoints, new optional inputs, new output fields and new members of an
 * answer's enumeration are additions: a remote never fails over those.
 */
export function breakingChanges(released: ReleasedContracts, current: ReleasedContracts): string[] {
  const byAlias = new Map(
    Object.values(current).flatMap((endpoint) =>
      (endpoint.aliases ?? []).map((alias) => [alias.replaceAll(/:\w+/g, ':'), endpoint] as const),
    ),
  );
  const find = (name: string) => current[name] ?? byAlias.get(name);
  return Object.entries(released).flatMap(([name, before]) => {
    const now = find(name);
    if (!now) return [`${name} is gone: deployed remotes call it. Keep it, or name it as an alias, until none does.`];
    const gone = (before.aliases ?? []).filter((alias) => !find(alias.replaceAll(/:\w+/g, ':')));
    return [
      ...gone.map((alias) => `${name} is no longer reached as ${alias}.`),
      ...compareEndpoint(before, now).map((sentence) => `${name}: ${sentence}`),
    ];
  });
}

const openness = ['operator', 'session', 'person', 'link', 'anyone'];

function compareEndpoint(before: ReleasedEndpoint, now: ReleasedEndpoint): string[] {
  const found: string[] = [];
  if (before.answer !== now.answer) found.push(`the answer was "${before.answer}" and is "${now.answer}" now.`);
  if (before.service !== now.service)
    found.push(`it moved from the service ${before.service} to ${now.service}, which may stand at another address.`);
  if (openness.indexOf(now.who) < openness.indexOf(before.who))
    found.push(`it was open to "${before.who}" and asks for "${now.who}" now.`);
  for (const part of ['query', 'body'] as const) {
    const [old, fresh] = [before[part], now[part]];
    if (fresh && !old && (fresh.required?.length ?? 0) > 0)
      found.push(`the ${part} needs ${fresh.required?.join(', ')}, which deployed remotes do not send.`);
    if (fresh && old) found.push(...narrowed(old, fresh, part, now.answer !== 'bare'));
  }
  if (before.response && !now.response) found.push('it answers nothing that can be read any more.');
  if (before.response && now.response) found.push(...lost(before.response, now.response, 'the answer'));
  return found;
}

const options = (shape: Shape): Shape[] | undefined => shape.anyOf ?? shape.oneOf;
const types = (shape: Shape): string[] | undefined =>
  shape.type === undefined ? undefined : Array.isArray(shape.type) ? shape.type : [shape.type];
const values = (shape: Shape): unknown[] | undefined => shape.enum ?? ('const' in shape ? [shape.const] : undefined);
const show = (value: unknown) => JSON.stringify(value);

const bounds = [
  ['minLength', 1, 'shorter'],
  ['maxLength', -1, 'longer'],
  ['minimum', 1, 'smaller'],
  ['maximum', -1, 'greater'],
  ['minItems', 1, 'fewer'],
  ['maxItems', -1, 'more'],
] as const;

/** What was taken and no longer is. */
function narrowed(before: Shape, now: Shape, place: string, refusesUnknown: boolean): string[] {
  const [old, fresh] = [options(before), options(now)];
  if (old || fresh) {
    const taken = fresh ?? [now];
    return (old ?? [before]).flatMap((each) => {
      const attempts = taken.map((option) => narrowed(each, option, place, refusesUnknown));
      return attempts.some((attempt) => attempt.length === 0)
        ? []
        : attempts.length === 1
          ? (attempts[0] as string[])
          : [`${place} no longer takes ${describe(each)}.`];
    });
  }
  const found: string[] = [];
  const [oldTypes, freshTypes] = [types(before), types(now)];
  if (freshTypes && !oldTypes && !values(before))
    return [`${place} took anything and takes only ${freshTypes.join(' or ')} now.`];
  const missing =
    oldTypes?.filter(
      (type) => freshTypes && !freshTypes.includes(type) && !(type === 'integer' && freshTypes.includes('number')),
    ) ?? [];
  if (missing.length > 0) return [`${place} no longer takes ${missing.join(' or ')}.`];
  const [oldValues, freshValues] = [values(before), values(now)];
  if (freshValues && !oldValues) found.push(`${place} takes only ${freshValues.map(show).join(', ')} now.`);
  const dropped = oldValues?.filter((value) => freshValues && !freshValues.includes(value)) ?? [];
  if (dropped.length > 0) found.push(`${place} no longer takes ${dropped.map(show).join(', ')}.`);
  for (const [name, direction, word] of bounds) {
    const [was, is] = [before[name], now[name]];
    if (typeof is === 'number' && (was === undefined || (is - was) * direction > 0))
      found.push(`${place} may no longer be ${word} than ${is}${was === undefined ? '' : ` (it was ${was})`}.`);
  }
  if (now.pattern && !before.pattern) found.push(`${place} must have a form now that was not asked for.`);
  for (const name of now.required ?? [])
    if (!before.required?.includes(name))
      found.push(`${place} needs "${name}" now, which deployed remotes may leave out.`);
  for (const [name, shape] of Object.entries(before.properties ?? {})) {
    const kept = now.properties?.[name];
    if (kept) found.push(...narrowed(shape, kept, `${place}.${name}`, refusesUnknown));
    // Fields that a contract of ours does not name are refused (unknown-fields.ts).
    else if (now.additionalProperties === false || (refusesUnknown && now.properties && !now.additionalProperties))
      found.push(`${place}.${name} is refused now, and deployed remotes may send it.`);
  }
  if (isShape(before.items) && isShape(now.items))
    found.push(...narrowed(before.items, now.items, `${place}[]`, refusesUnknown));
  return found;
}

/** What was there to be read and no longer is, or is something else. */
function lost(before: Shape, now: Shape, place: string): string[] {
  const [old, fresh] = [options(before), options(now)];
  if (old || fresh) {
    const given = fresh ?? [now];
    const isNull = (shape: Shape) => types(shape)?.length === 1 && types(shape)?.[0] === 'null';
    const found =
      given.some(isNull) && !(old ?? [before]).some((each) => types(each)?.includes('null'))
        ? [`${place} may be null now.`]
        : [];
    // A kind of answer that is no longer given harms nobody; each that is given must fit one that was.
    return [
      ...found,
      ...given
        .filter((each) => !isNull(each))
        .flatMap((each) => {
          const attempts = (old ?? [before])
            .filter((option) => !isNull(option))
            .map((option) => lost(option, each, place));
          return attempts.length === 0 || attempts.some((attempt) => attempt.length === 0)
            ? []
            : attempts.length === 1
              ? (attempts[0] as string[])
              : given.length > (old?.length ?? 1)
                ? []
                : [`${place} is ${describe(each)} now.`];
        }),
    ];
  }
  const found: string[] = [];
  const [oldTypes, freshTypes] = [types(before), types(now)];
  if (oldTypes && !freshTypes && !values(now))
    return [`${place} was ${oldTypes.join(' or ')} and may be anything now.`];
  const added =
    freshTypes?.filter(
      (type) => oldTypes && !oldTypes.includes(type) && !(type === 'integer' && oldTypes.includes('number')),
    ) ?? [];
  if (added.length > 0) return [`${place} was ${oldTypes?.join(' or ')} and may be ${added.join(' or ')} now.`];
  for (const [name, shape] of Object.entries(before.properties ?? {})) {
    const kept = now.properties?.[name];
    if (!kept) found.push(`${place}.${name} is gone, and deployed remotes may read it.`);
    else {
      if (before.required?.includes(name) && !now.required?.includes(name))
        found.push(`${place}.${name} may be missing now.`);
      found.push(...lost(shape, kept, `${place}.${name}`));
    }
  }
  if (isShape(before.items) && isShape(now.items)) found.push(...lost(before.items, now.items, `${place}[]`));
  return found;
}

const isShape = (value: unknown): value is Shape => typeof value === 'object' && value !== null;
const describe = (shape: Shape): string =>
  values(shape)?.map(show).join(' or ') ??
  (shape.properties
    ? `an object with ${Object.keys(shape.properties).join(', ')}`
    : (types(shape)?.join(' or ') ?? 'something else'));
