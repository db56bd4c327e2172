/** Days and hours that a meeting can be at, in the languages of the `suits` lists. */
const TIME =
  /(?<!\p{L})(?:tomorrow|monday|tuesday|wednesday|thursday|friday|next week|morgen|montag|dienstag|mittwoch|donnerstag|freitag|nächste woche|domani|lunedì|martedì|mercoledì|giovedì|venerdì|(?:la )?prossima settimana|settimana prossima|mañana|lunes|martes|miércoles|jueves|viernes|próxima semana|semana que viene|semana que vem|amanhã|segunda|terça|quarta|quinta|sexta|i morgen|i ?morgon|mandag|tirsdag|onsdag|torsdag|fredag|måndag|tisdag|næste uge|neste uke|nästa vecka|jutro|poniedziałek|wtorek|środ[aę]|czwartek|piątek|przyszłym tygodniu|maandag|dinsdag|woensdag|donderdag|vrijdag|volgende week|yarın|pazartesi|salı|çarşamba|perşembe|cuma|haftaya|gelecek hafta)(?!\p{L})|(?<![\d.,])\d{1,2}(?:[:.h]\d{2}|(?: ?(?:am|pm|uhr|h|uur))(?!\p{L}))|(?<!\p{L})(?:kl\.?|alle|a las|às|um|saat) \d/u;

export function namesTime(text: string): boolean {
  return TIME.test(text);
}

const GLADLY_WHEN =
  /^(?:gladly|with pleasure|sehr gerne?|gerne?|volontiers|avec plaisir|con (?:mucho )?gusto|encantad[oa]|volentieri|com (?:todo o )?gosto|graag|meget gerne|gärna|chętnie|memnuniyetle|ぜひ)[ ,!、](.{0,80}?(?:(?<!\p{L})(?:when|wann|quand|cuándo|quando|wanneer|hvornår|når|när|kiedy|ne zaman)(?!\p{L})|いつ).*)$/u;
/** Seeing it, or having time for it. */
const MEETS =
  /(?<!\p{L})(?:show|see it|meet|talk|have time|available|zeigen|sprechen|treffen|termin|zeit haben|diese woche zeit|zeit für|montrer|voir|rencontrer|disponibles?|enseñar|mostrar|vernos|hablar|mostrare|vedere|vederci|sentirci|laten zien|tonen|spreken|afspreken|vise|mødes|visa|träffas|pokazać|zobaczyć|spotkać|göster\p{L}{2,8}|görüşebilir\p{L}{0,6})(?!\p{L})|見せて|よろしい|ご都合/u;
/** What somebody asks for who has had enough. */
const HAS_ENOUGH =
  /stop|spam|delet|remov|lösch|entfern|aufhör|(?<!\p{L})daten(?!\p{L})|(?<!\p{L})data(?!\p{L})|données|(?<!\p{L})datos(?!\p{L})|(?<!\p{L})dati(?!\p{L})|gegevens|arrêt|dejar|elimin|borr|smett|cancell|przesta|usun|slet|sluta/u;

/** "Gerne, wann könnten Sie uns das zeigen?", not "Gerne, wann hören Sie auf?" */
export function asksWhenToMeet(text: string): boolean {
  const asked = GLADLY_WHEN.exec(text)?.[1];
  return asked !== undefined && (MEETS.test(asked) || namesTime(asked)) && !HAS_ENOUGH.test(asked);
}
