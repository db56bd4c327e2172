const PREFIX =
  /^(?:\[[^\]]{1,40}\]|\((?:ext|external|fwd?)\)|(?:re|r|aw|antw|antwort|sv|vs|rv|res|rif|ref|odp|ynt|yn|bls|ang|fw|fwd|wg|tr|i|enc|doorst|vb|vl|pd|atb|ответ|отв|回复|答复|回覆|轉寄|转发|返信|답장|전달|automatic reply|out of office|undeliverable|undelivered mail returned to sender|automatische antwort|réponse automatique|respuesta automática|risposta automatica|ext|external|extern)\s?(?:\[\d{1,3}\]|\(\d{1,3}\)|\^\d{1,3})?\s?[:：])\s*/iu;

/** A subject without the prefixes of answers, forwards and gateways, in lower case: what two mails of a thread share. */
export function normaliseSubject(subject: string): string {
  let rest = subject.slice(0, 500).replace(/\s+/g, ' ').trim();
  for (let round = 0; round < 10; round++) {
    const shorter = rest.replace(PREFIX, '');
    if (shorter === rest) break;
    rest = shorter;
  }
  return rest.toLowerCase().normalize('NFKC').trim();
}
