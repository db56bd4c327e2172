import { zoneResolver } from '#platform/mail/zone-resolver';
import { createOwnProber, type ProberMemory } from './own-prober';

test('mail servers whose names lead to one address share one pace', async () => {
  const mx = Object.fromEntries(
    [1, 2].map((number) => [`company${number}.test`, [{ exchange: `mx${number}.host.test`, priority: 10 }]]),
  );
  const turns: string[] = [];
  const memory: ProberMemory = {
    // The first turn is now; whoever asks for the same server again is put off.
    takeTurn: async (server) => {
      turns.push(server);
      return turns.filter((each) => each === server).length > 1 ? null : 0;
    },
    findCatchAll: async () => false,
    rememberCatchAll: async () => undefined,
  };
  const prober = createOwnProber({
    resolver: zoneResolver({ txt: {}, mx }),
    memory,
    clock: { now: () => 0 } as never,
    route: async () => ({ host: '127.0.0.1', port: 1, server: '192.0.2.7' }),
    helloName: 'skein.test',
    sender: 'verify@skein.test',
    gap: 1_000,
    patience: 1_000,
  });
  const reason = async (domain: string) =>
    (await prober.verify(domain, [`ada@${domain}`])).get(`ada@${domain}`)?.reason;
  expect([await reason('company1.test'), await reason('company2.test')]).toEqual(['NO_ANSWER', 'TURN']);
  expect(turns).toEqual(['192.0.2.7', '192.0.2.7']);
});
