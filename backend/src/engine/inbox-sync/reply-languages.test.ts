import { categoriseReply } from './categorise-reply';
import { classifyMessage } from './classify-message';
import { languagesOf } from './find-language';
import { parseMail } from './parse-mail';
import { rawMail } from './raw-mail.test-support';
import { splitQuote } from './strip-quote';

const categoryOf = (text: string): number | null => {
  return categoriseReply(splitQuote(text).own).category;
};

describe('the language of a text', () => {
  it.each([
    ['Tak, men det er ikke noget for os.', 'da'],
    ['Mamy tak dużo dostawców, że nie szukamy nowych.', 'pl'],
    ['Wir haben ja schon einen Anbieter.', 'de'],
    ['Ja tack!', 'sv'],
    ['Ja graag', 'nl'],
    ['Non merci.', 'fr'],
    ['No grazie.', 'it'],
    ['Não, obrigada', 'pt'],
    ['Evet, lütfen', 'tr'],
    ['お世話になっております。', 'ja'],
    ['감사합니다', 'ko'],
    ['Спасибо, нам это не нужно.', 'ru'],
    ['ขอบคุณครับ', 'th'],
  ])('of "%s" is %s', (text, language) => {
    expect(languagesOf(text)).toContain(language);
    expect(languagesOf(text).length).toBeLessThanOrEqual(4);
  });

  it('of a word that means different things in two of them stays open', () => {
    expect([...languagesOf('Tak')].sort()).toEqual(expect.arrayContaining(['da', 'pl']));
    expect(languagesOf('👍 12:30')).toEqual([]);
  });
});

describe('a yes-word', () => {
  it.each([
    'Yes',
    'Yes please!',
    'Hi Anna, yes please',
    'Ja, gerne',
    'Ja tak, meget gerne',
    'Oui.',
    'Sí, claro',
    'Sì, volentieri',
  ])('is an answer as a whole sentence: %s', (text) => {
    expect(categoryOf(text)).toBe(1);
  });
  it.each([
    'Sim, obrigado',
    'Graag!',
    'Ja tack',
    'Chętnie, dziękuję',
    'Evet, lütfen',
    'はい、お願いします',
    'Да',
    'Ano, prosím',
  ])('is an answer as a whole sentence: %s', (text) => {
    expect(categoryOf(text)).toBe(1);
  });

  it.each([
    'Tak.',
    'Tak for din mail. Vi vender tilbage, når vi har læst den.',
    'Yes, I saw that you wrote on Monday.',
    'Ja, ich habe Ihre Nachricht gelesen.',
    'Das ist ja nett, mal sehen.',
    'Oui et non.',
    'Of course we plan our shifts.',
    'Klar ist das teuer.',
    'Our sim racing club has no shifts to plan.',
    'Sure, and pigs fly.',
    'Wenn wir Interesse haben, melden wir uns.',
    'If we are interested we will get back to you.',
    'Why would I be interested in that?',
    'Good idea, unfortunately head office decides.',
    'Sehr spannend, leider entscheidet das die Zentrale.',
    'Bella idea, peccato che decida tutto la casa madre.',
    'Ich bin den ganzen Tag in einem Termin.',
    'Toplantıdayım, sonra okurum.',
    'Jeg sidder i møde i dag og i morgen.',
    'Danke für Ihr Angebot.',
  ])('or a word of interest is none in "%s"', (text) => {
    expect([1, 2, 5]).not.toContain(categoryOf(text));
  });

  it.each([
    'Tak, men det er ikke noget for os.',
    'Wir haben ja schon einen Anbieter.',
    'Sie wissen ja, dass wir das schon abgelehnt haben.',
    'Mamy tak dużo dostawców, że nie szukamy nowych.',
    'Das interessiert mich nicht.',
    'Det interesserer os ikke.',
    'Dat interesseert ons niet.',
    'Det intresserar oss inte.',
    'Non mi interessa affatto.',
    'Bu bizim ilgimizi çekmiyor.',
    '全く興味がありません。',
    'No.',
    'Nej tak',
    'Hayır, teşekkürler',
  ])('does not hide a refusal: %s', (text) => {
    expect(categoryOf(text)).toBe(3);
  });

  it('is read paragraph by paragraph in a mail of two languages', () => {
    const english = 'Hello Anna, thank you for writing to us about this.';
    expect(categoryOf(`${english}\n\nDas interessiert uns, schicken Sie uns bitte Unterlagen.`)).toBe(1);
    expect(categoryOf(`${english}\n\nTak, men det er desværre ikke noget for os i år.`)).toBe(3);
  });
});

describe('what is not the words of the person', () => {
  const DISCLAIMERS = [
    'This email and any attachments are confidential and intended solely for the addressee. If you are not the intended recipient, delete it and do not contact the sender.',
    'Diese Nachricht ist vertraulich. Sind Sie nicht der vorgesehene Empfänger, löschen Sie bitte die E-Mail und schreiben Sie uns nicht.',
    'Ce message est confidentiel. Si vous l’avez reçu par erreur, merci de le supprimer et de ne plus contacter son expéditeur.',
  ];
  const FOOTERS = [
    'To unsubscribe from this group, send an email to: sales-unsubscribe@lists.acme.test',
    'You received this message because you are subscribed to the group "sales".\nTo unsubscribe from this group and stop receiving emails\nfrom it, send an email to sales+unsubscribe@groups.test.',
    '_______________________________________________\nSales mailing list\nsales@lists.acme.test\nhttps://lists.acme.test/unsubscribe/sales',
    'Um sich von dieser Liste abzumelden, senden Sie eine E-Mail an liste-abmelden@lists.acme.test',
    'Pour vous désabonner de ce groupe, envoyez un e-mail à groupe+unsubscribe@lists.acme.test',
    'Bu listeden çıkmak için liste-cikar@lists.acme.test adresine yazın',
    'このリストの配信を停止するには list-unsubscribe@lists.acme.test にメールを送ってください',
  ];
  it.each([...FOOTERS, ...DISCLAIMERS])('orders nothing: %s', async (footer) => {
    for (const between of ['\n\n', '\n']) {
      const text = `Sounds good, call me tomorrow.${between}${footer}`;
      const mail = await parseMail(rawMail({ 'Content-Type': 'text/plain; charset=utf-8' }, text));
      expect(classifyMessage(mail).kind).toBe('reply');
      expect(categoryOf(text)).toBe(2);
    }
  });

  it('leaves out the footer and keeps the words', () => {
    for (const footer of FOOTERS)
      expect(splitQuote(`Fine.\n\n${footer}`)).toMatchObject({ own: 'Fine.', signature: footer });
  });

  it.each([
    'Write to remove-me@acme.test, they buy such things.',
    'Our product is called Unsubscribe.ly, see https://unsubscribe.ly/remove-me',
    "Thanks for the update. Don't\nstop sending them.",
    'Can you stop by our office on Thursday?',
  ])('an address, a link or a folded line is no order: %s', (text) => {
    expect(categoryOf(text)).not.toBe(4);
  });

  it.each([
    'Please\nunsubscribe\nme',
    'We talked about this, please\nremove me from your list and the lists of\nyour partners.',
    'Could you remove ada@acme.test from your list?',
    'I want to be removed from your list. My address is ada+stop@acme.test',
    'Bitte entfernen Sie ada@acme.test aus Ihrem Verteiler.',
    'Per favore cancellatemi dalla vostra lista.',
    'Können Sie bitte aufhören, mir zu schreiben?',
    'Ja, und nehmen Sie mich bitte aus Ihrem Verteiler.',
  ])('a wish to be left out stays one: %s', (text) => {
    expect(categoryOf(text)).toBe(4);
  });

  it('is not decided by a stop-word of another language', () => {
    // "Stop sending" is no order in Dutch words, "poista" none in Italian, "dar" is no "but" in Spanish.
    expect(categoryOf('De bus stopt hier, dan kom ik naar u toe voor het gesprek.')).not.toBe(4);
    expect(categoryOf('La posta arriva ogni giorno, lopeta è una parola finlandese.')).not.toBe(4);
  });
});

describe('words of stopping', () => {
  it.each([
    'Our customers can unsubscribe from our newsletter at any time.',
    "I had to delete my account at your competitor's.",
    'He told me to unsubscribe from the gym.',
    'Please remove the typo in your second line.',
    "Don't send me anything before Monday.",
    'Ich muss mich beim Fitnessstudio abmelden.',
    'Merci de supprimer la faute dans votre deuxième ligne.',
    'Tuve que eliminar mi cuenta de la competencia.',
    'Våra kunder kan alltid avregistrera sig.',
    'Müşterilerimiz istedikleri zaman abonelikten çıkabilir.',
    'Sounds good.\n\nKim Lee\nAcme\nNot interested in our newsletter? Unsubscribe here: https://acme.test/u',
    'Sounds good.\n\nPlease think before printing. If you do not want to receive e-mails from Acme, reply with STOP.',
  ])('that are no order to us: %s', (text) => {
    expect(categoryOf(text)).not.toBe(4);
  });

  it.each([
    'I have to ask you to remove us from your database.',
    'I had to unsubscribe from your list three times. Please remove me.',
    'Do not contact our customers or us again.',
    'Please remove the contact from your list.',
    'Delete my data by Friday, please.',
    'Löschen Sie bis Freitag meine Daten.',
    'Please unsubscribe me here and now.',
    '削除してください。',
  ])('that are one: %s', (text) => {
    expect(categoryOf(text)).toBe(4);
  });
});

describe('short words of an automatic reply', () => {
  const kindOf = async (subject: string, text: string) =>
    classifyMessage(await parseMail(rawMail({ Subject: subject, 'Content-Type': 'text/plain; charset=utf-8' }, text)))
      .kind;

  it('are read in the language of the text alone', async () => {
    const english = 'Please send me your prices. In the meantime I am collecting offers from three other companies.';
    // Holidays in Swedish, and a hill in Spanish where it is holidays in Finnish.
    expect(await kindOf('Semester', english)).toBe('reply');
    expect(await kindOf('Loma', english)).toBe('reply');
    expect(await kindOf('Semester', 'Jag är på semester till 4 december. Vid brådskande ärenden, ring växeln.')).toBe(
      'out_of_office',
    );
  });
});
