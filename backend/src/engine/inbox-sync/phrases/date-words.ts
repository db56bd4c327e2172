/** Names of months and weekdays as `comparable` writes them (lower case), in the languages of most out-of-office texts. */
const MONTHS: readonly string[] = [
  'january jan january januar jänner janvier enero ene gennaio gen janeiro januari tammikuuta stycznia styczeń ledna leden január januára ianuarie января январь січня ιανουαρίου ocak jaanuar jaanuaril janvāris janvārī janvāra sausio janúar siječnja sijecnja januara januarja януари gener urtarril ינואר يناير كانون มกราคม ม.ค',
  'february feb february februar févr février fevrier febrero febbraio febr fevereiro fev februari helmikuuta lutego luty února únor február februára februarie февраля февраль лютого φεβρουαρίου şubat veebruar veebruaril februāris februārī februāra vasario febrúar veljače februarja февруари febrer פברואר فبراير شباط กุมภาพันธ์ ก.พ',
  'march mar märz maerz mrz mars marzo março marco maart maaliskuuta marca marzec března březen március marec martie марта март березня μαρτίου mart märts märtsil marts martā kovo ožujka març מרץ מרס مارس آذار maret mac มีนาคม มี.ค',
  'april apr avril avr abril abr aprile huhtikuuta kwietnia kwiecień dubna duben április apríla aprilie апреля апрель квітня απριλίου nisan aprill aprillil aprīlis aprīlī aprīļa balandžio apríl travnja aprila април אפריל أبريل ابريل نيسان เมษายน เม.ย',
  'may mai mayo maggio maio mei maj toukokuuta maja května květen május mája мая май травня μαΐου mayıs maijs maijā maija mail gegužės maí svibnja maig מאי مايو أيار พฤษภาคม พ.ค',
  'june jun juni juin junio giugno giu junho kesäkuuta czerwca czerwiec června červen június júna iunie июня июнь червня ιουνίου haziran juuni juunil jūnijs jūnijā jūnija birželio júní lipnja juna junija юни juny יוני يونيو حزيران มิถุนายน มิ.ย',
  'july jul juli juillet juil julio luglio lug julho heinäkuuta lipca lipiec července červenec július júla iulie июля июль липня ιουλίου temmuz juuli juulil jūlijs jūlijā jūlija liepos júlí srpnja jula julija юли juliol יולי يوليو تموز กรกฎาคม ก.ค',
  'august aug août aout agosto ago augustus augusti elokuuta sierpnia sierpień srpna srpen augusztus augusta августа август серпня αυγούστου ağustos augustil augusts augustā rugpjūčio ágúst kolovoza avgusta avgust agost אוגוסט أغسطس آب agustus ogos สิงหาคม ส.ค',
  'september sept sep september septembre septiembre settembre set setembro syyskuuta września wrzesień září szeptember septembra septembrie сентября сентябрь вересня σεπτεμβρίου eylül septembril septembris septembrī rugsėjo rujna септември setembre ספטמבר سبتمبر أيلول กันยายน ก.ย',
  'october oct oktober okt octobre octubre ottobre ott outubro out lokakuuta października październik října říjen október októbra octombrie октября октябрь жовтня οκτωβρίου ekim oktoobril oktoober oktobris oktobrī oktobra spalio октомври אוקטובר أكتوبر اكتوبر ตุลาคม ต.ค',
  'november nov november novembre noviembre novembro marraskuuta listopada listopad listopadu november novembra noiembrie ноября ноябрь листопада νοεμβρίου kasım novembril novembris novembrī lapkričio nóvember studenoga studenog ноември נובמבר نوفمبر พฤศจิกายน พ.ย',
  'december dec dezember dez décembre decembre déc diciembre dic dicembre dezembro joulukuuta grudnia grudzień prosince prosinec december decembra decembrie декабря декабрь грудня δεκεμβρίου aralık detsembril detsember decembris decembrī gruodžio desember prosinca декември desembre דצמבר ديسمبر ธันวาคม ธ.ค',
];

const WEEKDAYS: readonly string[] = [
  'monday montag lundi lunes lunedì lunedi segunda-feira maandag måndag mandag maanantaina poniedziałek pondělí hétfő luni понедельник понеділок δευτέρα pazartesi 月曜日 星期一 周一 월요일 esmaspäeval esmaspäev pirmdien pirmadienį mánudag ponedjeljak ponedjeljka ponedeljak ponedeljek понеделник maanantai poniedziałku pondělka pondelok pondelka יום-שני الاثنين الإثنين 月曜 礼拜一 週一 senin isnin dilluns',
  'tuesday dienstag mardi martes martedì martedi terça-feira dinsdag tisdag tirsdag tiistaina wtorek úterý kedd marți вторник вівторок τρίτη salı 火曜日 星期二 周二 화요일 teisipäeval teisipäev otrdien antradienį þriðjudag utorak utorka torek tiistai wtorku úterka utorok الثلاثاء 火曜 礼拜二 週二 selasa dimarts',
  'wednesday mittwoch mercredi miércoles miercoles mercoledì mercoledi quarta-feira woensdag onsdag keskiviikkona środę środa středa středu szerda miercuri среду среда середу τετάρτη çarşamba 水曜日 星期三 周三 수요일 kolmapäeval kolmapäev trešdien trečiadienį miðvikudag srijedu srijede srijeda sredu sreda сряда keskiviikko środy středy streda stredy الأربعاء 水曜 礼拜三 週三 rabu dimecres',
  'thursday donnerstag jeudi jueves giovedì giovedi quinta-feira donderdag torsdag torstaina czwartek čtvrtek csütörtök joi четверг четвер πέμπτη perşembe 木曜日 星期四 周四 목요일 neljapäeval neljapäev ceturtdien ketvirtadienį fimmtudag četvrtak četvrtka četrtek четвъртък torstai czwartku čtvrtka štvrtok štvrtka الخميس 木曜 礼拜四 週四 kamis khamis dijous',
  'friday freitag vendredi viernes venerdì venerdi sexta-feira vrijdag fredag perjantaina piątek pátek péntek vineri пятницу пятница пʼятницю παρασκευή cuma 金曜日 星期五 周五 금요일 reedel reede piektdien penktadienį föstudag petak petka петък пʼятниці perjantai piątku pátku piatok piatka الجمعة 金曜 礼拜五 週五 jumat jumaat divendres',
  'saturday samstag sonnabend samedi sábado sabato zaterdag lördag lørdag lauantaina sobotę sobota sobotu szombat sâmbătă субботу суббота σάββατο cumartesi 土曜日 星期六 周六 토요일 laupäeval sestdien šeštadienį laugardag subota subotu събота lauantai soboty السبت 土曜 週六 sabtu dissabte',
  'sunday sonntag dimanche domingo domenica zondag söndag søndag sunnuntaina niedzielę niedziela neděle neděli vasárnap duminică воскресенье неділю κυριακή pazar 日曜日 星期日 周日 일요일 pühapäeval svētdien sekmadienį sunnudag nedjelja nedjelju nedelja неделя sunnuntai niedzieli nedele الأحد 日曜 週日 minggu ahad diumenge',
];

function numbered(rows: readonly string[]): Record<string, number> {
  return Object.fromEntries(rows.flatMap((row, index) => row.split(' ').map((word) => [word, index + 1])));
}

export const MONTH_NAMES = numbered(MONTHS);
export const WEEKDAY_NAMES = numbered(WEEKDAYS);

export const RELATIVE_DAYS: Record<string, number> = {
  tomorrow: 1,
  morgen: 1,
  demain: 1,
  mañana: 1,
  domani: 1,
  amanhã: 1,
  imorgon: 1,
  'i morgon': 1,
  jutro: 1,
  zítra: 1,
  завтра: 1,
  yarın: 1,
  明日: 1,
  明天: 1,
  내일: 1,
  'í fyrramálið': 1,
  sutra: 1,
  jutri: 1,
  holnap: 1,
  mâine: 1,
  утре: 1,
  αύριο: 1,
  מחר: 1,
  غدا: 1,
  besok: 1,
};

/** Words that name the day of coming back. */
export const RETURN_WORDS =
  /(?<![\p{L}])(?:(?:will |'ll |am |be |i |i'm )?(?:return(?:ing)?|be back|back in (?:the |my )?office|back at (?:work|my desk)|back on|back at|back from|back|resum(?:e|ing)|available again|in the office again|reachable again)|return(?:ing)? to (?:the office|work)|wieder (?:erreichbar|im büro|im hause?|für sie da|da|zurück|verfügbar|anwesend|persönlich|im dienst|am arbeitsplatz|am platz|im einsatz|vor ort)|zurück(?: im büro| sein)?|kehre ich|kehre|rückkehr (?:am|ist)|rückkehr|ab dem|ab|zurück (?:am|ab)|bin ich (?:am|ab)|de retour|mon retour|je reviens|je rentre|reviendrai|reprise|disponible (?:à partir|dès)|joignable (?:à partir|dès)|dès le|serai de retour|à partir du|reprendrai|retour|estaré de vuelta|de vuelta|de regreso|regreso|regresaré|vuelvo|volveré|me incorporaré|incorporación|reincorporación|disponible (?:a partir|desde)|torno|tornaré|a partir del|me incorporo|me reincorporo|rientro|rientrerò|ritorno|ritornerò|sarò in ufficio|sarò disponibile|a partire da|di ritorno|tornerò|torno|sarò di nuovo|a partire dal|de volta|regresso|regressarei|retorno|retornarei|voltarei|volto|estarei de volta|a partir de|weer (?:aanwezig|bereikbaar|terug|op kantoor)|terug op|ben ik weer|vanaf|terug|tillbaka|åter|är åter|återkommer|på kontoret igen|tilbage|vender tilbage|kommer tilbake|tilbake på (?:jobb|kontoret)|är tillbaka|från och med|tilbage|tilbake|er tilbage|igen|fra og med|palaan|takaisin|palaan töihin|tavoitettavissa|tagasi|naasen|atgriezīšos|būšu atpakaļ|grįšiu|grįžtu|kem aftur|til baka|wracam|wrócę|powrót|powrócę|będę dostępn\p{L}{1,3}|od dnia|zpět|vrátím se|vracím se|vrátim sa|späť|budu (?:k dispozici|zpátky|opět)|budem (?:k dispozícii|opäť|späť)|od|vraćam se|vratit ću se|vratiću se|vrnem se|nazaj|natrag|visszatérek|visszaérkezem|újra elérhető|vagyok újra|dolgozom|revin|voi reveni|mă întorc|mă voi întoarce|revenire|вернусь|выйду|выхожу|вернусь|возвращаюсь|выход на работу|приступлю|повертаюсь|повернусь|буду в офісі|връщам се|ще се върна|ще бъда в офиса|буду в офисе|буду на месте|повернусь|буду доступ\p{L}{1,3}|επιστρέφω|θα επιστρέψω|επιστροφή|θα είμαι (?:πίσω|στο γραφείο)|döneceğim|dönüyorum|ofiste olacağım|ofisteyim|göreve başlayacağım|(?:ו|ש|כש|ה)?(?:אחזור|אשוב|חוזר|חוזרת|אהיה במשרד|אהיה זמין|אהיה זמינה)|(?:و)?(?:سأعود|أعود|العودة|سأكون متاحا|سأكون في المكتب|سأتواجد)|בחזרה|برمی‌گردم|trở lại|quay lại|kembali|akan kembali)(?![\p{L}])|から出社|より出社|より通常|から通常|に戻|に復帰|に出社|以降|返回|回来|回到|恢复|복귀|부터/gu;

/** Words that name the last day away. */
export const UNTIL_WORDS =
  /(?<![\p{L}])(?:until|till|til|through|thru|up to(?: and including)?|to|ending|bis(?: zum| einschließlich| einschl\.| inkl\.| incl\.)?|jusqu'au|jusqu'à|au|hasta(?: el)?|al|fino al|fino a|sino al|até(?: o| a| ao| dia)?|tot(?: en met)?|t\/m|till och med|t\.o\.m\.|tom|til og med|t\.o\.m|indtil|asti|saakka|do|do dnia|až do|-ig|până(?: pe| la| în)?|до|по|έως|μέχρι|ως|kadar|dek|līdz|iki|fram til|til og með|kuni|asti|saakka|ig|до края на|(?:ו)?עד(?: ל| ה|-)?|حتى|لغاية|إلى|الى|تا|đến|hết|sampai|hingga|fins(?: al| el)?|arte)(?![\p{L}])|まで|至|到|까지|之前|以前|จนถึง|ถึงวันที่|ถึง/gu;
