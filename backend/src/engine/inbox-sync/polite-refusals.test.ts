import { judgeReply } from './judge-reply.test-support';

/** What sounds like a yes in the words of one: all of them decline, or ask with scorn. */
test.each([
  'No grazie, per me va bene così.',
  'Grazie, mi va bene così come siamo.',
  'Gracias pero me va bien así.',
  'Me va bien con mi agencia actual, gracias.',
  'Tak, men det passer fint som det er.',
  'Vår nuvarande leverantör passar mig bra.',
  'Dziękuję, obecne rozwiązanie mi odpowiada.',
  'Obecny dostawca mi pasuje.',
  'Obrigado, o que tenho funciona para mim.',
  'Mevcut tedarikçimiz bizim için uygun.',
  'Dagens løsning passer meg bra.',
  'Het huidige pakket schikt mij.',
  'Gerne, wann hören Sie auf zu schreiben?',
  'Con gusto, ¿cuándo van a dejar de escribirme?',
  'Avec plaisir, quand arrêterez-vous ce spam ?',
  'Volentieri, quando la finite con lo spam?',
  'Chętnie, kiedy przestaniecie pisać?',
  'Graag, wanneer stopt dit?',
  'Jeg har ikke tid på torsdag.',
  'Har tyvärr inte tid på fredag.',
  'What we have works for me.',
  'Der aktuelle Anbieter passt mir gut.',
  'Gern, wenn Sie mir sagen, wann Sie meine Daten gelöscht haben?',
])('no yes: %s', async (text) => {
  expect([3, 4, null]).toContain(await judgeReply(text));
});

test.each([
  'Per me va bene martedì alle 15.',
  'Me va bien el jueves a las 10.',
  'Torsdag kl 10 passer mig fint.',
  'Tisdag passar mig bra.',
  'Odpowiada mi wtorek o 10.',
  'Terça às 10h funciona para mim.',
  'Perşembe benim için uygun.',
  'Torsdag passer meg bra.',
  'Donderdag schikt mij.',
  'Jeg har tid på torsdag.',
  'Har tid på fredag.',
  "I'm in, send the invite.",
])('a meeting: %s', async (text) => {
  expect(await judgeReply(text)).toBe(2);
});

test('interest: a wish for the contract', async () => {
  expect(await judgeReply('Machen wir, schicken Sie den Vertrag.')).toBe(1);
});
