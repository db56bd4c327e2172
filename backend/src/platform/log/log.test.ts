import { expectLinear } from '@skein/testing/growth';
import { createLog } from './log';

function record() {
  const lines: string[] = [];
  const log = createLog({ level: 'debug', destination: { write: (line: string) => void lines.push(line) } });
  return { log, lines, last: () => JSON.parse(lines.at(-1) ?? '{}') as Record<string, never> };
}

it('takes secrets out by field name, at any depth', () => {
  const { log, lines } = record();
  log.info(
    {
      mailbox: { smtp: { password: 'hunter2', host: 'smtp.a.test' } },
      headers: { authorization: 'Bearer abc', 'set-cookie': 'r=1' },
      apiKey: 'k-1',
    },
    'saved',
  );
  expect(lines[0]).toContain('smtp.a.test');
  expect(lines[0]).not.toMatch(/hunter2|abc|r=1|k-1/);
});

it('keeps the domain of an address and hides the person, in fields, texts and errors', () => {
  const { log, lines, last } = record();
  log.error(
    { error: new Error('550 no such user maria.lopez@prospects.test'), to: 'maria.lopez@prospects.test' },
    'bounced for maria.lopez@prospects.test',
  );
  expect(lines[0]).not.toContain('maria.lopez');
  expect(last()).toMatchObject({
    msg: 'bounced for m***@prospects.test',
    to: 'm***@prospects.test',
    error: { message: '550 no such user m***@prospects.test' },
  });
});

it('takes passwords out of addresses of servers, and tokens out of texts', () => {
  const { log, lines } = record();
  log.warn(
    { url: 'postgres://skein:s3cret@db:5432/x' },
    'GET /api/v1/campaigns?api_key=abc123 with Bearer eyJhbGciOi.eyJzdWIi.c2ln',
  );
  expect(lines[0]).not.toMatch(/s3cret|abc123|eyJzdWIi/);
});

it('survives circles, buffers, bigints and texts without end', () => {
  const { log, last } = record();
  const circle: Record<string, unknown> = { big: 1n, bytes: Buffer.alloc(9), text: 'x'.repeat(10_000) };
  circle.self = circle;
  log.info({ circle }, 'odd');
  expect(last()).toMatchObject({ circle: { big: '1', bytes: '[9 bytes]', self: '[…]' } });
  expect(JSON.stringify(last()).length).toBeLessThan(5000);
});

it.each(['a.', 'x@', '@', 'Bearer ', 'postgres://a:', '?token='])(
  'reads hostile text in linear time: %s without end',
  async (piece) => {
    const { log } = record();
    await expectLinear((size) => log.info({}, `${piece.repeat(size / piece.length)}@`), 400_000);
  },
);
