import { z } from 'zod';
import { idParam, isInstant } from '../schemas';

/**
 * Small schemas of the public API v1. Its clients differ in spelling, so that every body is normalised to one form by a
 * preprocessor that stands beside its endpoint; what is not known is ignored, unless it is an alias.
 */

export type Fields = Record<string, unknown>;
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A preprocessor of an object body: it may change its copy; anything that is no object is left to the schema. */
export const normalise =
  (change: (body: Fields) => Fields) =>
  (value: unknown): unknown =>
    isFields(value) ? change({ ...value }) : value;

/** Takes the first of the other spellings where the canonical one is missing. */
export function alias(body: Fields, canonical: string, ...others: string[]): Fields {
  for (const other of others) {
    if (!(other in body)) continue;
    if (body[canonical] === undefined) body[canonical] = body[other];
    delete body[other];
  }
  return body;
}

/** Leaves nulls out, as if they had not been sent, except where null means something. */
export const withoutNulls = (body: Fields, ...kept: string[]): Fields =>
  Object.fromEntries(Object.entries(body).filter(([name, value]) => value !== null || kept.includes(name)));

/** Enums are accepted in any case, with spaces or hyphens for underscores, and by their other names. */
export const word = (value: unknown, others: Record<string, string> = {}): unknown => {
  if (typeof value !== 'string') return value;
  const name = value
    .trim()
    .toUpperCase()
    .replace(/[\s-]+/g, '_');
  return others[name] ?? name;
};

/** A list where a single value is accepted as well, or a text with commas. */
export const listOf = (value: unknown): unknown =>
  value === undefined || value === null || Array.isArray(value)
    ? value
    : typeof value === 'string' && value.includes(',')
      ? value
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean)
      : [value];

export const id = idParam;
export const ids = z.array(idParam);
/** Whole numbers arrive as numbers or numeric texts. */
export const whole = (least: number, most: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^\s*-?\d+(\.0+)?\s*$/.test(value) ? Number(value) : value),
    z
      .number('must be a number')
      .int('must be a whole number')
      .min(least, `must be at least ${least}`)
      .max(most, `must be at most ${most}`),
  );
export const offset = whole(0, 10_000_000).default(0);
export const okay = z.object({ ok: z.literal(true) });
export const done = okay.extend({ success: z.literal(true), message: z.string() });
/** `YYYY-MM-DD`, with or without a time behind it. */
export const wireDay = z
  .string()
  .max(64, 'can have at most 64 characters')
  .transform((text) => text.trim().slice(0, 10))
  .pipe(
    z
      .string()
      .refine(
        (text) =>
          /^\d{4}-\d{2}-\d{2}$/.test(text) &&
          new Date(`${text}T00:00:00Z`).getTime() > 0 &&
          new Date(`${text}T00:00:00Z`).toISOString().startsWith(text),
        'must be a date that exists, such as 2026-11-24',
      ),
  );
/** ISO 8601, `YYYY-MM-DD HH:MM:SS` (UTC) or a day. */
export const wireTime = z
  .string()
  .max(64, 'can have at most 64 characters')
  .transform((text) =>
    /^\d{4}-\d{2}-\d{2} \d/.test(text)
      ? `${text.replace(' ', 'T')}${/(?:z|[+-]\d{2}:?\d{2})$/i.test(text) ? '' : 'Z'}`
      : text,
  )
  .refine(isInstant, 'must be a date and time that exists (ISO 8601)')
  .transform((text) => new Date(text).toISOString());

export const campaignParams = z.object({ campaignId: idParam });
export const campaignLeadParams = z.object({ campaignId: idParam, leadId: idParam });

/** Days on this wire are 0 to 6 with Sunday 0; everywhere else 1 to 7 with Sunday 7 (docs/public-api.md, Conventions). */
export const isoDay = (day: number): number => (day === 0 ? 7 : day);
export const wireDayOfWeek = (day: number): number => (day === 7 ? 0 : day);
