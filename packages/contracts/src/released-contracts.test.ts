import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { breakingChanges } from './compare-shapes';
import type { AnyEndpoint } from './endpoint';
import { currentShapes, releasedEndpoint, type ReleasedContracts } from './released-shapes';

const released = JSON.parse(readFileSync(join(__dirname, '../released.json'), 'utf8')) as ReleasedContracts;

it('breaks no deployed remote (npm run contracts:release records what is released)', () => {
  expect(breakingChanges(released, currentShapes())).toEqual([]);
});

const base = {
  method: 'POST',
  path: '/api/things/:thingId',
  access: { who: 'person', may: 'campaign.write' },
  summary: 'A thing',
  answer: 'envelope',
  query: z.object({ limit: z.number().max(500).optional() }),
  body: z.object({ name: z.string().max(100), kind: z.enum(['A', 'B']).optional(), tag: z.string().nullish() }),
  response: z.object({
    id: z.number(),
    status: z.enum(['NEW', 'OLD']),
    rows: z.array(z.object({ email: z.string() })),
    note: z.string().nullable(),
  }),
} satisfies AnyEndpoint;
const shapes = (endpoint: AnyEndpoint): ReleasedContracts => ({
  [`${endpoint.method} ${endpoint.path.replaceAll(/:\w+/g, ':')}`]: releasedEndpoint('main', endpoint),
});
const changes = (changed: Partial<AnyEndpoint>) =>
  breakingChanges(shapes(base), shapes({ ...base, ...changed } as AnyEndpoint));
const response = base.response.shape;
const body = base.body.shape;

it.each<[string, Partial<AnyEndpoint>, RegExp]>([
  ['an endpoint that is gone', { path: '/api/other' }, /is gone/],
  ['an input that is required now', { body: z.object({ ...body, colour: z.string() }) }, /body needs "colour" now/],
  [
    'an optional input that is required now',
    { body: z.object({ ...body, kind: z.enum(['A', 'B']) }) },
    /body needs "kind" now/,
  ],
  [
    'a member of an input that is no longer taken',
    { body: z.object({ ...body, kind: z.enum(['A']).optional() }) },
    /body\.kind no longer takes "B"/,
  ],
  [
    'an input that may no longer be null',
    { body: z.object({ ...body, tag: z.string().optional() }) },
    /body\.tag no longer takes null/,
  ],
  [
    'a narrower bound',
    { query: z.object({ limit: z.number().max(100).optional() }) },
    /limit may no longer be greater than 100 \(it was 500\)/,
  ],
  ['an input of another type', { body: z.object({ ...body, name: z.number() }) }, /body\.name no longer takes string/],
  [
    'an output field that is gone',
    { response: z.object({ ...response, note: undefined as never }).omit({ note: true }) },
    /the answer\.note is gone/,
  ],
  [
    'a field inside a list that is gone',
    { response: z.object({ ...response, rows: z.array(z.object({ mail: z.string() })) }) },
    /the answer\.rows\[\]\.email is gone/,
  ],
  [
    'an output that may be null now',
    { response: z.object({ ...response, id: z.number().nullable() }) },
    /the answer\.id (may be null now|was number and may be null now)/,
  ],
  [
    'an output that may be missing now',
    { response: z.object({ ...response, id: z.number().optional() }) },
    /the answer\.id may be missing now/,
  ],
  [
    'an output of another type',
    { response: z.object({ ...response, id: z.string() }) },
    /the answer\.id was number and may be string now/,
  ],
  ['a narrower access', { access: { who: 'session', may: 'campaign.write' } }, /asks for "session" now/],
  ['another kind of answer', { answer: 'bare' }, /was "envelope" and is "bare"/],
])('names %s', (_, changed, sentence) => {
  expect(changes(changed).join('\n')).toMatch(sentence);
});

it.each<[string, Partial<AnyEndpoint>]>([
  ['an optional input', { body: z.object({ ...body, colour: z.string().optional() }) }],
  [
    'a wider input',
    { body: z.object({ ...body, kind: z.enum(['A', 'B', 'C']).nullish(), name: z.string().max(200) }) },
  ],
  ['a field of the answer', { response: z.object({ ...response, more: z.string() }) }],
  ['a member of an answer', { response: z.object({ ...response, status: z.enum(['NEW', 'OLD', 'GONE']) }) }],
  ['an answer that is never null any more', { response: z.object({ ...response, note: z.string() }) }],
  ['another address beside the old one', { path: '/api/better/:thingId', aliases: ['POST /api/things/:thingId'] }],
  [
    'other words',
    { summary: 'Something', body: z.object({ ...body, name: z.string().max(100).describe('The name') }) },
  ],
])('lets %s be added', (_, changed) => {
  expect(changes(changed)).toEqual([]);
});
