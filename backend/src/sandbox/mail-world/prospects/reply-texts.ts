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
      'Thank you for your message. I have printed it and will read it on the train.',
      'We looked at something like this last year. What has changed since?',
      'Which countries do you cover? I could not find it on your site.',
      'I need to talk to my manager before I can say anything about this.',
      'Does this work together with the tools we already have?',
    ],
    de: [
      'Mit welchen Firmen in unserer Größe arbeiten Sie normalerweise?',
      'Ich habe Ihre Nachricht gelesen und sehe sie mir in Ruhe an.',
      'Wie sind Sie auf uns gekommen?',
    ],
    fr: ['Avec quelles entreprises de notre taille travaillez-vous ?', "J'ai transmis votre message à ma collègue."],
    es: ['¿Con qué empresas de nuestro tamaño trabajan?', 'He pasado su mensaje a mi compañera de compras.'],
  },
  interested: {
    en: [
      "Yes, I'm interested.",
      "This sounds interesting, I'd like to hear more.",
      'We are interested in this. What would be the next step?',
      'I am interested, this is what we have been looking for.',
      'Very interested! You caught us at the right time.',
      "I'd be interested. How do we proceed from here?",
    ],
    de: ['Ja, wir haben Interesse daran.', 'Das klingt interessant, ich würde gern mehr darüber erfahren.'],
    fr: ['Oui, cela nous intéresse.', "Je suis intéressé, c'est ce que nous cherchons."],
    es: ['Sí, me interesa.', 'Estamos interesados, es lo que buscamos.'],
  },
  'meeting-request': {
    en: [
      'Can we schedule a call next week? Tuesday or Thursday afternoon works for me.',
      'Please send me your calendar link and I will book a time.',
      'Are you available for a 20 minute call on Wednesday?',
    ],
    de: ['Können wir nächste Woche telefonieren? Dienstag oder Donnerstag passt mir gut.'],
    fr: ['Pouvons-nous nous appeler la semaine prochaine ?'],
    es: ['¿Podemos hablar por teléfono la próxima semana?'],
  },
  'information-request': {
    en: [
      'Could you send me more information and your pricing?',
      'Do you have a brochure or a one-pager you can share?',
      'What does it cost for a team of twelve?',
    ],
    de: ['Können Sie mir mehr Informationen und die Preise senden?'],
    fr: ["Pouvez-vous m'envoyer plus d'informations et vos tarifs ?"],
    es: ['¿Podría enviarme más información y los precios?'],
  },
  'not-interested': {
    en: [
      'Thanks for reaching out, but we are not interested.',
      'Not interested, thank you.',
      "We're not interested at this time.",
      'No thanks, this is not a fit for us.',
      'I am not interested. We already have a solution that we are happy with.',
      'Thank you, but no interest on our side.',
    ],
    de: ['Vielen Dank, aber wir haben kein Interesse.', 'Kein Interesse, danke.'],
    fr: ['Merci, mais nous ne sommes pas intéressés.', 'Pas intéressé, merci.'],
    es: ['Gracias, pero no nos interesa.', 'No estoy interesado, gracias.'],
  },
  'wrong-person': {
    en: [
      'I am not the right person for this. Please contact our head of operations instead.',
      'You have the wrong person, I do not handle this. Our purchasing team does.',
      'I moved to another team, so I am not the right contact for this.',
    ],
    de: ['Ich bin dafür nicht der richtige Ansprechpartner, bitte wenden Sie sich an unseren Einkauf.'],
    fr: ['Je ne suis pas la bonne personne pour ce sujet, merci de contacter notre service achats.'],
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
  const english = new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
  return `On ${english.format(date).replace(/, (\d{1,2}:)/, ' at $1')} ${author} wrote:`;
}

/** An absence note with its return date written out, and the subject prefix of its mail system. */
export function absenceText(
  language: Language,
  returnsAt: Date,
  firstName: string,
  random: SeededRandom,
): { subjectPrefix: string; text: string } {
  const locale = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR', es: 'es-ES' }[language];
  const long = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).format(returnsAt);
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
  return {
    subjectPrefix: random.pick(prefixes[language]),
    text: `${random.pick(texts[language])}\n\n${random.pick(closings[language])}\n${firstName}`,
  };
}
