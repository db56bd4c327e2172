/**
 * Domains where anybody can have a mailbox: their users are no company, so company rules and same-company suggestions
 * do not apply to them. Providers with many country domains are matched by their name (`yahoo.*`).
 */
const FREE_MAIL_DOMAINS = new Set(
  (
    'gmail.com googlemail.com outlook.com hotmail.com live.com msn.com passport.com windowslive.com aol.com aim.com icloud.com me.com mac.com ' +
    'proton.me protonmail.com protonmail.ch pm.me tutanota.com tutanota.de tutamail.com tuta.io tuta.com keemail.me hey.com fastmail.com fastmail.fm ' +
    'zoho.com zohomail.com zohomail.eu mail.com email.com usa.com consultant.com engineer.com post.com dr.com inbox.com gmx.com gmx.de gmx.net gmx.at ' +
    'gmx.ch gmx.us gmx.co.uk gmx.fr web.de freenet.de t-online.de arcor.de online.de posteo.de posteo.net mailbox.org 1und1.de vodafone.de ' +
    'orange.fr wanadoo.fr free.fr laposte.net sfr.fr neuf.fr bbox.fr numericable.fr club-internet.fr aliceadsl.fr libero.it virgilio.it ' +
    'tiscali.it alice.it tim.it tin.it inwind.it iol.it email.it fastwebnet.it poste.it aruba.it pec.it terra.es telefonica.net ono.com ' +
    'sapo.pt clix.pt iol.pt uol.com.br bol.com.br terra.com.br ig.com.br globo.com globomail.com r7.com zipmail.com.br oi.com.br ' +
    'bluewin.ch hispeed.ch sunrise.ch aon.at chello.at ziggo.nl xs4all.nl kpnmail.nl planet.nl hetnet.nl home.nl telenet.be skynet.be proximus.be ' +
    'telia.com spray.se comhem.se bredband.net telenor.no online.no mail.dk jubii.dk ofir.dk luukku.com suomi24.fi elisanet.fi kolumbus.fi ' +
    'wp.pl o2.pl onet.pl onet.eu interia.pl interia.eu gazeta.pl poczta.fm poczta.onet.pl op.pl tlen.pl vp.pl seznam.cz email.cz centrum.cz atlas.cz ' +
    'post.cz volny.cz azet.sk zoznam.sk centrum.sk freemail.hu citromail.hu indamail.hu abv.bg mail.bg dir.bg inbox.lv one.lt delfi.lt mail.ee ' +
    'mail.ru bk.ru list.ru inbox.ru internet.ru yandex.ru yandex.com ya.ru yandex.by yandex.kz yandex.ua narod.ru rambler.ru lenta.ru autorambler.ru ' +
    'ukr.net i.ua meta.ua bigmir.net tut.by mail.kz otenet.gr in.gr windtools.gr mynet.com superonline.com ttmail.com walla.com walla.co.il ' +
    'netvision.net.il rediffmail.com sify.com indiatimes.com in.com qq.com vip.qq.com foxmail.com 163.com 126.com yeah.net 139.com 189.cn 188.com sina.com ' +
    'sina.cn sohu.com tom.com aliyun.com naver.com hanmail.net daum.net nate.com kakao.com docomo.ne.jp ezweb.ne.jp softbank.ne.jp i.softbank.jp ' +
    'biglobe.ne.jp nifty.com ocn.ne.jp so-net.ne.jp excite.co.jp goo.jp comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net ' +
    'spectrum.net earthlink.net juno.com netzero.net optonline.net frontier.com windstream.net centurylink.net roadrunner.com rr.com rogers.com ' +
    'shaw.ca sympatico.ca bell.net telus.net videotron.ca btinternet.com btopenworld.com virginmedia.com ntlworld.com blueyonder.co.uk sky.com ' +
    'talktalk.net tiscali.co.uk plusnet.com o2.co.uk bigpond.com bigpond.net.au optusnet.com.au iinet.net.au tpg.com.au ozemail.com.au xtra.co.nz ' +
    'mweb.co.za webmail.co.za telkomsa.net hushmail.com lavabit.com riseup.net disroot.org mailfence.com runbox.com startmail.com ctemplar.com ' +
    'duck.com mozmail.com privaterelay.appleid.com simplelogin.com anonaddy.com'
  ).split(' '),
);

const FREE_MAIL_NAMES =
  /^(?:yahoo|ymail|rocketmail|hotmail|outlook|live|gmx|aol|yandex|proton|protonmail|zoho)\.(?:[a-z]{2,3})(?:\.[a-z]{2})?$/;

/** Whether a mail domain belongs to a provider of personal mailboxes. */
export function isFreeMailDomain(domain: string): boolean {
  const name = domain.trim().toLowerCase().replace(/\.$/, '');
  return FREE_MAIL_DOMAINS.has(name) || FREE_MAIL_NAMES.test(name);
}

/** The domain of an address, in lower case; '' when it has none. */
export function domainOfAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 0
    ? ''
    : address
        .slice(at + 1)
        .trim()
        .toLowerCase();
}
