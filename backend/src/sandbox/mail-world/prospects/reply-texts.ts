import type { ReplyTone } from './behaviour';
import type { SeededRandom } from './seeded-random';

type Language = 'en' | 'de' | 'fr' | 'es';

const openings: Record<Language, readonly string[]> = {
  en: ['Hi,', 'Hello,', 'Hi there,', 'Thanks for your message.', 'Good to hear from you.', ''],
  de: ['Hallo,', 'Guten Tag,', 'Danke für Ihre Nachricht.'],
  fr: ['Bonjour,', 'Bonjour, merci pour votre message.'],
  es: ['Hola,', 'Buenos días,', 'Hola, gracias por su mensaje.'],
};

const bodies: Record<ReplyTone, Record<Language, readonly string[]>> = {
  neutral: {
    en: [
      'Can you tell me which teams of our size you usually work with?',
      'I have passed this on to my colleague, she looks after these topics. How did you find us?',
      'We looked at something like this last year. What has changed since?',
      'Which countries do you cover? I could not find it on your site.',
      'I need to talk to my manager before I can say anything about this.',
      'Does this work together with the tools we already have?',
    ],
    de: ['Mit welchen Firmen in unserer Größe arbeiten Sie normalerweise?', 'Ich habe Ihre Nachricht an meine Kollegin weitergegeben.', 'Wie sind Sie auf uns gekommen?'],
    fr: ['Avec quelles entreprises de notre taille travaillez-vous ?', "J'ai transmis votre message à ma collègue."],
    es: ['¿Con qué empresas de nuestro tamaño trabajan?', 'He pasado su mensaje a mi compañera de compras.'],
  },
  interested: {
    en: [
      'This sounds interesting. Can we schedule a call next week? Tuesday or Thursday afternoon works for me.',
      "Yes, I'm interested. Please send me more information and your pricing.",
      "I'd love to learn more. Could you show me a short demo this week?",
      "Sounds good, let's talk. When are you available for a 20 minute call?",
      'We are interested in this. Please send me your calendar link and I will book a time.',
      'Good timing, we are looking for exactly this. Can you send over a proposal?',
    ],
    de: ['Das klingt interessant. Können wir nächste Woche telefonieren?', 'Ja, ich habe Interesse. Bitte senden Sie mir mehr Informationen und die Preise.'],
    fr: ["Oui, cela m'intéresse. Pouvez-vous m'envoyer plus d'informations et vos tarifs ?", 'Cela semble intéressant. Pouvons-nous nous appeler la semaine prochaine ?'],
    es: ['Sí, me interesa. ¿Podría enviarme más información y los precios?', 'Suena interesante. ¿Podemos hablar la próxima semana?'],
  },
  'not-interested': {
    en: [
      'Thanks for reaching out, but we are not interested.',
      'Not interested, thank you.',
      "We're not interested at this time. Please don't contact me about this again.",
      'No thanks, this is not a fit for us.',
      'I am not interested. We already have a solution that we are happy with.',
      'Thank you, but no interest on our side.',
    ],
    de: ['Vielen Dank, aber wir haben kein Interesse.', 'Kein Interesse, bitte keine weiteren E-Mails.'],
    fr: ['Merci, mais nous ne sommes pas intéressés.', 'Pas intéressé, merci.'],
    es: ['Gracias, pero no nos interesa.', 'No estoy interesado, gracias.'],
  },
  'wrong-person': {
    en: [
      'I am not the right person for this. Please contact our head of operations instead.',
      'You have the wrong person, I do not handle this. Our purchasing team does.',
      'I no longer work in that department, so I am not the right contact.',
    ],
    de: ['Ich bin dafür nicht der richtige Ansprechpartner, bitte wenden Sie sich an unseren Einkauf.'],
    fr: ["Je ne suis pas la bonne personne pour ce sujet, merci de contacter notre service achats."],
    es: ['No soy la persona adecuada para esto, por favor contacte con compras.'],
  },
};

const closings: Record<Language, readonly string[]> = {
  en: ['Best,', 'Best regards,', 'Thanks,', 'Regards,', 'Cheers,', 'Kind regards,'],
  de: ['Viele Grüße', 'Mit freundlichen Grüßen', 'Beste Grüße'],
  fr: ['Cordialement,', 'Bien à vous,'],
  es: ['Un saludo,', 'Saludos,'],
};

/** What a person writes above the quotation, by tone and language. */
export function replyText(tone: ReplyTone, language: Language, firstName: string, random: SeededRandom): string {
  const opening = random.pick(openings[language]);
  const closing = random.pick(closings[language]);
  return [opening, random.pick(bodies[tone][language]), `${closing}\n${firstName}`].filter(Boolean).join('\n\n');
}

/** How mail programs of that language introduce a quotation. */
export function quotationIntroduction(language: Language, date: Date, author: string): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const time = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`;
  const day = `${two(date.getUTCDate())}.${two(date.getUTCMonth() + 1)}.${date.getUTCFullYear()}`;
  if (language === 'de') return `Am ${day} um ${time} schrieb ${author}:`;
  if (language === 'fr') return `Le ${day.replaceAll('.', '/')} à ${time}, ${author} a écrit :`;
  if (language === 'es') return `El ${day.replaceAll('.', '/')} a las ${time}, ${author} escribió:`;
  const english = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'short', month: 'short', day: 'numeric', year: 'numeric', hour: 'numeric', minute: '2-digit' });
  return `On ${english.format(date).replace(/, (\d{1,2}:)/, ' at $1')} ${author} wrote:`;
}

/** An absence note with its return date written out, and the subject prefix of its mail system. */
export function absenceText(language: Language, returnsAt: Date, firstName: string, random: SeededRandom): { subjectPrefix: string; text: string } {
  const locale = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR', es: 'es-ES' }[language];
  const long = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' }).format(returnsAt);
  const plain = returnsAt.toISOString().slice(0, 10);
  const texts: Record<Language, readonly string[]> = {
    en: [
      `I am out of the office and will be back on ${long}. For urgent matters please contact my team.`,
      `Thank you for your email. I am currently on leave and return on ${plain}. I will answer when I am back.`,
      `I'm away with limited access to email until ${long}.`,
    ],
    de: [`Ich bin derzeit nicht im Büro und ab dem ${long} wieder erreichbar. Ihre E-Mail wird nicht weitergeleitet.`],
    fr: [`Je suis absent du bureau et serai de retour le ${long}.`],
    es: [`Estoy fuera de la oficina y volveré el ${long}.`],
  };
  const prefixes: Record<Language, readonly string[]> = {
    en: ['Automatic reply: ', 'Out of Office: ', 'Auto: '],
    de: ['Automatische Antwort: ', 'Abwesenheitsnotiz: '],
    fr: ['Réponse automatique : '],
    es: ['Respuesta automática: '],
  };
  return { subjectPrefix: random.pick(prefixes[language]), text: `${random.pick(texts[language])}\n\n${random.pick(closings[language])}\n${firstName}` };
}
