import { categoriseReply } from './categorise-reply';
import { findReturnDate } from './find-return-date';
import { htmlWithoutQuotes, splitQuote } from './strip-quote';
import { htmlToPlainText } from '@skein/template/plain-text';

describe('splitting a reply from what it quotes', () => {
  const QUOTED = '> Hi Ada,\n> are you interested?\n> unsubscribe here';
  it.each([
    ['English', 'On Tue, 10 Mar 2026 at 09:00, Grace Hopper <grace@sender.test> wrote:'],
    ['English, wrapped', 'On Tue, Mar 10, 2026 at 9:00 AM Grace Hopper\n<grace@sender.test>\nwrote:'],
    ['German', 'Am Di., 10. März 2026 um 09:00 Uhr schrieb Grace Hopper <grace@sender.test>:'],
    ['French', 'Le mar. 10 mars 2026 à 09:00, Grace Hopper <grace@sender.test> a écrit :'],
    ['Spanish', 'El mar, 10 mar 2026 a las 9:00, Grace Hopper (<grace@sender.test>) escribió:'],
    ['Italian', 'Il giorno mar 10 mar 2026 alle ore 09:00 Grace Hopper <grace@sender.test> ha scritto:'],
    ['Portuguese', 'Em ter., 10 de mar. de 2026 às 09:00, Grace Hopper <grace@sender.test> escreveu:'],
    ['Dutch', 'Op di 10 mrt 2026 om 09:00 schreef Grace Hopper <grace@sender.test>:'],
    ['Swedish', 'Den tis 10 mars 2026 kl 09:00 skrev Grace Hopper <grace@sender.test>:'],
    ['Polish', 'wt., 10 mar 2026 o 09:00 Grace Hopper <grace@sender.test> napisał(a):'],
    ['Russian', 'вт, 10 мар. 2026 г. в 09:00, Grace Hopper <grace@sender.test>:'],
    ['Czech', 'út 10. 3. 2026 v 9:00 odesílatel Grace Hopper <grace@sender.test> napsal:'],
    ['Turkish', 'Grace Hopper <grace@sender.test>, 10 Mar 2026 Sal, 09:00 tarihinde şunu yazdı:'],
    ['Japanese', '2026年3月10日(火) 9:00 Grace Hopper <grace@sender.test>:'],
  ])('%s', (_, attribution) => {
    expect(splitQuote(`Yes, let us talk.\n\n${attribution}\n\n${QUOTED}`).own).toBe('Yes, let us talk.');
    expect(splitQuote(`${attribution}\n${QUOTED}\n\nNo thanks.`).own).toBe('No thanks.');
  });

  it.each([
    [
      'Outlook',
      'From: Grace Hopper <grace@sender.test>\nSent: Tuesday, March 10, 2026 9:00 AM\nTo: Ada <ada@acme.test>\nSubject: Question\n\nHi Ada',
    ],
    [
      'Outlook, German',
      'Von: Grace Hopper <grace@sender.test>\nGesendet: Dienstag, 10. März 2026 09:00\nAn: Ada\nBetreff: Question\n\nHi Ada',
    ],
    [
      'Outlook, French',
      '________________________________\nDe : Grace Hopper\nEnvoyé : mardi 10 mars 2026\nÀ : Ada\nObjet : Question\n\nHi Ada',
    ],
    ['Outlook, bold', '*From:* Grace\n*Date:* Tue\n*To:* Ada\n*Subject:* Question\n\nHi'],
    ['Original message', '-----Original Message-----\nFrom: Grace\n\nHi Ada'],
    ['Original message, Spanish', '-----Mensaje original-----\nDe: Grace\n\nHola'],
    ['Chinese', '发件人: Grace\n发送时间: 2026年3月10日\n收件人: Ada\n主题: Question\n\nHi'],
    ['Forward', '---------- Forwarded message ---------\nFrom: Grace\n\nHi'],
  ])('cuts a header block: %s', (_, quoted) => {
    expect(
      splitQuote(`Not interested.\n\n${quoted}`)
        .own.replace(/(?<!_)_+$/, '')
        .trim(),
    ).toBe('Not interested.');
  });

  it('keeps answers between quotes, and takes signatures off', () => {
    expect(splitQuote('> how many?\nTwenty.\n> when?\nMay.').own).toBe('Twenty.\nMay.');
    expect(splitQuote('Fine.\n\n-- \nAda\nCTO, Acme')).toMatchObject({
      own: 'Fine.',
      signature: '-- \nAda\nCTO, Acme'.replace('-- ', '--'),
    });
    expect(splitQuote('Fine.\n\nBest regards,\nAda Lovelace\nCTO').own).toBe('Fine.');
    expect(splitQuote('Fine.\n\nSent from my iPhone\n\n> Hi').own).toBe('Fine.');
    expect(splitQuote('Hi,\nThanks!\nCould you send prices?').own).toContain('prices');
    expect(splitQuote('As I wrote: we need two.').own).toBe('As I wrote: we need two.');
  });

  it('drops the quoted containers of HTML mails', () => {
    const own = (html: string): string => htmlToPlainText(htmlWithoutQuotes(html));
    expect(
      own(
        '<div>Yes</div><div class="gmail_quote"><div>On Tue wrote:</div><blockquote><div>Hi</div></blockquote></div>',
      ),
    ).toBe('Yes');
    expect(own('<p>Yes</p><div id="appendonsend"></div><p>From: Grace</p>')).toBe('Yes');
    expect(own('<blockquote>Hi</blockquote><p>No</p>')).toBe('No');
  });
});

describe('categories by words', () => {
  it.each([
    ['Sounds interesting, I would love to hear about it!', 1],
    ["I'm interested", 1],
    ['Yes please', 1],
    ['Das klingt interessant', 1],
    ['Can we schedule a call for Tuesday at 3pm?', 2],
    ['Happy to chat. What time works for you?', 2],
    ['Wann passt es Ihnen? Gerne telefonieren wir.', 2],
    ['Not interested', 3],
    ["Thanks but we're all set.", 3],
    ["I don't think we would be interested in this", 3],
    ['We are really not that interested', 3],
    ['No thanks', 3],
    ['No.', 3],
    ['Kein Interesse, danke', 3],
    ['Non merci, nous ne sommes pas intéressés', 3],
    ['No nos interesa, gracias', 3],
    ['Please remove me from your list', 4],
    ['STOP emailing me', 4],
    ['Not interested. Take me off your list please.', 4],
    ['Bitte löschen Sie meine Daten', 4],
    ['Merci de ne plus me contacter', 4],
    ['Could you send me more information on pricing?', 5],
    ['How much does it cost?', 5],
    ['Was kostet das?', 5],
    ['¿Cuánto cuesta?', 5],
    ["I'm not the right person for this, please contact Bob", 7],
    ['Ada no longer works here', 7],
    ['Ich bin nicht zuständig, wenden Sie sich bitte an Herrn Maier', 7],
    ['Not interested at the moment, but please send me more information', 5],
    ["That's not a bad idea, let's talk", 2],
    ["Can't wait, sounds great", 1],
    ['Stop.', 4],
    ['Please send me your deck', 5],
    ['We do not have budget for this until 2027', 3],
    ['We currently use another tool and are happy with it.', 3],
    ['Happy to take a look', 1],
    ['How did you get my email?', null],
  ])('%s', (text, category) => {
    expect(categoriseReply(text).category).toBe(category);
  });

  it('gives no category to a question that no list knows, and keeps what it leans to', () => {
    expect(categoriseReply('What does your product do exactly?')).toMatchObject({ category: null, guess: 5 });
  });

  it('says nothing where the words say nothing', () => {
    expect(categoriseReply('Hm.')).toEqual({ category: null, guess: null, evidence: [] });
    expect(categoriseReply('').category).toBeNull();
    expect(categoriseReply('I am away', { isOutOfOffice: true }).category).toBe(6);
  });
});

describe('the day of return', () => {
  const NOW = Date.UTC(2026, 2, 10, 15);
  it.each([
    ['I will be back on 16 March.', '2026-03-16'],
    ['I am out of the office until March 20th, 2026.', '2026-03-21'],
    ['Away from 9 to 20 March. I will return on Monday, March 23.', '2026-03-23'],
    ['I am on leave 12 March - 18 March', '2026-03-19'],
    ['I will be out of office until Friday.', '2026-03-14'],
    ['Back in the office on Monday', '2026-03-16'],
    ['I am away until January 7', '2027-01-08'],
    ['Ich bin bis zum 20.03.2026 nicht im Büro.', '2026-03-21'],
    ['Ab dem 23.03. bin ich wieder erreichbar.', '2026-03-23'],
    ["Je suis absent jusqu'au 20 mars inclus.", '2026-03-21'],
    ['Je serai de retour le lundi 23 mars.', '2026-03-23'],
    ['Estaré fuera hasta el 20 de marzo', '2026-03-21'],
    ['Sono in ferie fino al 20 marzo', '2026-03-21'],
    ['Estou de férias até 20 de março', '2026-03-21'],
    ['Ik ben afwezig tot en met 20 maart', '2026-03-21'],
    ['Jag är tillbaka den 23 mars', '2026-03-23'],
    ['Będę nieobecny do 20 marca', '2026-03-21'],
    ['Я в отпуске до 20 марта', '2026-03-21'],
    ['3月20日まで休暇をいただいております', '2026-03-21'],
    ['I return 2026-04-01', '2026-04-01'],
    ['I am out until 03/20/2026', '2026-03-21'],
    ['I am out until 20/03/2026', '2026-03-21'],
  ])('%s', (text, day) => {
    expect(findReturnDate(text, NOW, 'Europe/Berlin')?.day).toBe(day);
  });

  it('names no day where none is named, none past and none far off', () => {
    for (const text of [
      'I am out of the office.',
      'Back soon!',
      'I was away until 1 March 2026.',
      'Call me at 555-1234.',
      'back on 12 March 2029',
    ])
      expect(findReturnDate(text, NOW, 'UTC')).toBeNull();
    expect(findReturnDate('back on 16 March', NOW, 'America/New_York')!.at).toBe(Date.UTC(2026, 2, 16, 4));
  });
});
