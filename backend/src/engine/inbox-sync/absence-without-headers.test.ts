import { classifyMessage } from './classify-message';
import { findReturnDate } from './find-return-date';
import { parseMail } from './parse-mail';
import { rawMail } from './raw-mail.test-support';
import { ownTextOf } from './strip-quote';

const SENT_AT = 'Tue, 10 Nov 2026 10:00:00 +0000';

async function read(body: string, headers: Record<string, string> = {}) {
  const mail = await parseMail(
    rawMail(
      {
        Date: SENT_AT,
        'In-Reply-To': '<intent1@sender.test>',
        'MIME-Version': '1.0',
        'Content-Type': 'text/plain; charset=utf-8',
        ...headers,
      },
      body,
    ),
  );
  const { own } = ownTextOf(mail);
  return { kind: classifyMessage(mail).kind, day: findReturnDate(own, mail.date!, 'UTC')?.day ?? null };
}

describe('an absence whose mail says so in its words only', () => {
  it.each([
    ['Arabic', 'شكرا لرسالتك. أنا في إجازة حتى 20 نوفمبر. للأمور العاجلة يرجى التواصل مع bo@acme.test.'],
    ['Bulgarian', 'Благодаря за съобщението. В отпуск съм до 20 ноември. При спешност пишете на bo@acme.test.'],
    ['Chinese', '感谢您的来信。我正在休假，11月20日之前无法及时回复。如有急事请联系 bo@acme.test。'],
    ['Czech', 'Děkuji za zprávu. Jsem na dovolené do 20. listopadu. V naléhavých případech pište na bo@acme.test.'],
    [
      'Danish',
      'Tak for din besked. Jeg er på ferie til og med den 20. november og ser ikke mine mails. Skriv til bo@acme.test, hvis det haster.',
    ],
    [
      'Dutch',
      'Bedankt voor je bericht. Ik ben met vakantie tot en met 20 november. Bij spoed kun je bo@acme.test mailen.',
    ],
    [
      'English',
      'Thank you for your message. I am on annual leave until 20 November. If urgent, please write to bo@acme.test.',
    ],
    [
      'Finnish',
      'Kiitos viestistäsi. Olen lomalla 20. marraskuuta asti. Kiireellisissä asioissa ota yhteyttä bo@acme.test.',
    ],
    [
      'French',
      "Merci pour votre message. Je suis en congés jusqu'au 20 novembre. En cas d'urgence, écrivez à bo@acme.test.",
    ],
    [
      'German',
      'Vielen Dank für Ihre Nachricht. Ich bin bis zum 20. November im Urlaub. In dringenden Fällen schreiben Sie an bo@acme.test.',
    ],
    ['Greek', 'Ευχαριστώ για το μήνυμα. Βρίσκομαι σε άδεια έως 20 Νοεμβρίου. Για επείγοντα γράψτε στο bo@acme.test.'],
    ['Hebrew', 'תודה על הודעתך. אני בחופשה עד 20 בנובמבר. במקרה דחוף ניתן לפנות אל bo@acme.test.'],
    ['Hungarian', 'Köszönöm üzenetét. Szabadságon vagyok november 20-ig. Sürgős esetben írjon a bo@acme.test címre.'],
    [
      'Indonesian',
      'Terima kasih atas email Anda. Saya sedang cuti sampai 20 November. Untuk hal mendesak silakan hubungi bo@acme.test.',
    ],
    ['Italian', 'Grazie per il messaggio. Sono in ferie fino al 20 novembre. Per urgenze scrivete a bo@acme.test.'],
    [
      'Japanese',
      'ご連絡ありがとうございます。11月20日まで休暇をいただいております。お急ぎの場合は bo@acme.test までご連絡ください。',
    ],
    ['Korean', '메일 감사합니다. 11월 20일까지 휴가 중입니다. 급한 용무는 bo@acme.test 로 연락 바랍니다.'],
    [
      'Norwegian',
      'Takk for meldingen. Jeg er på ferie til og med 20. november. Ved hastesaker kan du kontakte bo@acme.test.',
    ],
    [
      'Polish',
      'Dziękuję za wiadomość. Do 20 listopada jestem na urlopie i nie czytam poczty. Pilne sprawy: proszę o kontakt z bo@acme.test.',
    ],
    [
      'Portuguese',
      'Obrigado pela sua mensagem. Estou de férias até 20 de novembro. Para assuntos urgentes, contacte bo@acme.test.',
    ],
    [
      'Romanian',
      'Mulțumesc pentru mesaj. Sunt în concediu până pe 20 noiembrie. Pentru urgențe scrieți la bo@acme.test.',
    ],
    ['Russian', 'Спасибо за письмо. Я в отпуске до 20 ноября. По срочным вопросам пишите на bo@acme.test.'],
    [
      'Spanish',
      'Gracias por su mensaje. Estoy de vacaciones hasta el 20 de noviembre. En caso de urgencia, escriba a bo@acme.test.',
    ],
    [
      'Swedish',
      'Tack för ditt mejl. Jag har semester till och med den 20 november. Vid brådskande ärenden, skriv till bo@acme.test.',
    ],
    ['Thai', 'ขอบคุณสำหรับข้อความของคุณ ดิฉันลาพักร้อนถึงวันที่ 20 พฤศจิกายน หากมีเรื่องด่วนโปรดติดต่อ bo@acme.test'],
    [
      'Turkish',
      'Mesajınız için teşekkürler. 20 Kasım tarihine kadar yıllık izindeyim. Acil durumlarda bo@acme.test adresine yazın.',
    ],
    ['Ukrainian', 'Дякую за ваш лист. Я у відпустці до 20 листопада. У термінових випадках пишіть на bo@acme.test.'],
    [
      'Vietnamese',
      'Cảm ơn bạn đã gửi email. Tôi đang nghỉ phép đến ngày 20 tháng 11. Trường hợp khẩn cấp vui lòng liên hệ bo@acme.test.',
    ],
  ])('%s', async (_, body) => {
    const { kind, day } = await read(body);
    expect(kind).toBe('out_of_office');
    expect(['2026-11-20', '2026-11-21', '2026-11-23']).toContain(day);
  });

  it.each([
    'I was on leave last week, sorry. What does it cost?',
    'I am away next week. Can we talk after the 20th?',
    'Ich bin bis 20. November im Urlaub. Danach schaue ich es mir an, klingt gut!',
    'Jeg er på ferie i næste uge. Kan vi tale sammen bagefter?',
  ])('stays the answer of a person: %s', async (body) => {
    expect((await read(body)).kind).toBe('reply');
  });
});

describe('bulk precedence', () => {
  it.each([
    'Vacation!',
    'Sabbatical was great, thanks.',
    'Thanks for the holidays brochure.',
    'We were on leave.',
    'Urlaub!',
  ])('makes no automatic reply of "%s"', async (body) => {
    expect((await read(body, { Precedence: 'bulk' })).kind).toBe('reply');
  });
  it('counts beside a text that says that its writer is away', async () => {
    expect((await read('I am on parental leave.', { Precedence: 'bulk' })).kind).toBe('out_of_office');
  });
});
