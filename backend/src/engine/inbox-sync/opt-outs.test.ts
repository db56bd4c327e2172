import { classifyMessage } from './classify-message';
import { judgeReply } from './judge-reply.test-support';
import { parseMail } from './parse-mail';
import { rawMail } from './raw-mail.test-support';

/** Orders to stop beside words that excuse such an order elsewhere: what others do, what is over, another thing, a day. */
test.each([
  // What the writer had to do, and what others do.
  'I had to ask twice, stop emailing me',
  'We had to complain to our provider and will do it again, unsubscribe us.',
  "J'ai dû signaler ce spam, merci de me désinscrire",
  'Tuve que pedirlo ya dos veces, no me escriban más',
  'Ho dovuto segnalarla, cancellatemi',
  'Ik moest dit melden, schrijf mij uit',
  'Jeg måtte melde dette, slet mig fra listen',
  'Jag var tvungen att anmäla detta, ta bort mig från listan',
  'Musiałem prosić dwa razy, proszę nie pisać więcej',
  'Tive de reportar isto, removam-me da lista',
  'Everyone can see this is a mass mail, take me off your list.',
  'Everyone can see that this is a mass mail so take me off your list.',
  'Our members will not buy this, unsubscribe us.',
  'Nos clients doivent être tranquilles, ne me contactez plus.',
  'Klienci mogą mieć dość, proszę usunąć mnie z listy',
  'Everyone can tell you are interested in our money, unsubscribe us.',
  'Ich musste schon zweimal darum bitten: keine Mails mehr.',
  'Our employees want to be removed from your list.',
  'My clients must not be contacted again.',
  'I asked you to unsubscribe from the beginning.',
  // Removing whom or what.
  'Please remove Kim Lee.',
  'Please remove ASAP!',
  'Please remove permanently.',
  'Please remove right away.',
  'Please remove him.',
  'Please remove her.',
  'Please remove them.',
  'Please remove Kim.',
  'Please remove Anna Berg.',
  'Please remove everyone at Acme.',
  'Please remove the domain acme.com.',
  'Please remove this recipient.',
  'Please remove all future correspondence.',
  'Please remove Eva, she left. Happy to talk next week.',
  'Kindly remove ASAP.',
  'Please remove Link Petersen.',
  'Please remove the image of me and our address from your list.',
  'Merci de supprimer tout de suite.',
  'Merci de supprimer rapidement.',
  'Merci de supprimer définitivement.',
  'Merci de supprimer cette personne.',
  'Merci de supprimer Mme Durand.',
  'Proszę usunąć wszystko.',
  'Proszę usunąć ten numer.',
  'Proszę usunąć Annę Kowalską.',
  // A day that ends nothing.
  "Please don't email me again - last warning before the end of the week.",
  'Never contact me again, not before 2099 and not after.',
  'Do not email me again until the end of my days',
  'no more emails please before start of legal action',
  'Bitte keine weiteren Mails vor Einleitung rechtlicher Schritte Ende der Woche',
  "Ne me contactez plus jusqu'à la fin des temps.",
  'No me contacte más, ni antes de enero ni después',
  'Do not contact me before or after Monday',
  'Kontakta mig inte igen, sista varning före fredag',
  'Send me the contract before I sign. Do not contact me before Monday again.',
  // Where from.
  'Unsubscribe from my inbox.',
  'Unsubscribe from my account.',
  'Please unsubscribe from the above address.',
  'Unsubscribe from our address info@acme.com please.',
  'Bitte vom Rundschreiben abmelden',
  'Bitte von meiner Adresse abmelden',
])('Do Not Contact: %s', async (text) => {
  expect(await judgeReply(text)).toBe(4);
});

const generated = { 'Auto-Submitted': 'auto-generated' };
test.each([
  ['Please remove Kim Lee.', generated],
  ['Kindly remove ASAP.', generated],
  ['Merci de supprimer définitivement.', generated],
  ['Ich musste schon zweimal darum bitten: keine Mails mehr.', generated],
  // No order by the rules, and still a person's words.
  ["Don't send me anything before Monday, I'm in the middle of a move.", generated],
  [
    'Ich bin bis 4. Dezember im Urlaub. Ich musste schon zweimal darum bitten: keine Mails mehr. In dringenden Fällen wenden Sie sich an Eva.',
    {},
  ],
  ['I am out of the office. Do not email me again before the end of time. For urgent matters contact Eva.', {}],
])('no machine wrote: %s', async (text, headers) => {
  const mail = await parseMail(rawMail({ 'Content-Type': 'text/plain; charset=utf-8', ...headers }, text));
  expect(['reply', 'unsubscribe_request']).toContain(classifyMessage(mail).kind);
});
