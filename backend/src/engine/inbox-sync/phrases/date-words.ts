/** Names of months and weekdays as `comparable` writes them (lower case), in the languages of most out-of-office texts. */
const MONTHS: readonly string[] = [
  'january jan january januar jänner janvier enero ene gennaio gen janeiro januari tammikuuta stycznia styczeń ledna leden január januára ianuarie января январь січня ιανουαρίου ocak',
  'february feb february februar févr février fevrier febrero febbraio febr fevereiro fev februari helmikuuta lutego luty února únor február februára februarie февраля февраль лютого φεβρουαρίου şubat',
  'march mar märz maerz mrz mars marzo março marco maart maaliskuuta marca marzec března březen március marec martie марта март березня μαρτίου mart',
  'april apr avril avr abril abr aprile huhtikuuta kwietnia kwiecień dubna duben április apríla aprilie апреля апрель квітня απριλίου nisan',
  'may mai mayo maggio maio mei maj toukokuuta maja května květen május mája мая май травня μαΐου mayıs',
  'june jun juni juin junio giugno giu junho kesäkuuta czerwca czerwiec června červen június júna iunie июня июнь червня ιουνίου haziran',
  'july jul juli juillet juil julio luglio lug julho heinäkuuta lipca lipiec července červenec július júla iulie июля июль липня ιουλίου temmuz',
  'august aug août aout agosto ago augustus augusti elokuuta sierpnia sierpień srpna srpen augusztus augusta августа август серпня αυγούστου ağustos',
  'september sept sep september septembre septiembre settembre set setembro syyskuuta września wrzesień září szeptember septembra septembrie сентября сентябрь вересня σεπτεμβρίου eylül',
  'october oct oktober okt octobre octubre ottobre ott outubro out lokakuuta października październik října říjen október októbra octombrie октября октябрь жовтня οκτωβρίου ekim',
  'november nov november novembre noviembre novembro marraskuuta listopada listopad listopadu november novembra noiembrie ноября ноябрь листопада νοεμβρίου kasım',
  'december dec dezember dez décembre decembre déc diciembre dic dicembre dezembro joulukuuta grudnia grudzień prosince prosinec december decembra decembrie декабря декабрь грудня δεκεμβρίου aralık',
];

const WEEKDAYS: readonly string[] = [
  'monday montag lundi lunes lunedì lunedi segunda-feira maandag måndag mandag maanantaina poniedziałek pondělí hétfő luni понедельник понеділок δευτέρα pazartesi 月曜日 星期一 周一 월요일',
  'tuesday dienstag mardi martes martedì martedi terça-feira dinsdag tisdag tirsdag tiistaina wtorek úterý kedd marți вторник вівторок τρίτη salı 火曜日 星期二 周二 화요일',
  'wednesday mittwoch mercredi miércoles miercoles mercoledì mercoledi quarta-feira woensdag onsdag keskiviikkona środę środa středa středu szerda miercuri среду среда середу τετάρτη çarşamba 水曜日 星期三 周三 수요일',
  'thursday donnerstag jeudi jueves giovedì giovedi quinta-feira donderdag torsdag torstaina czwartek čtvrtek csütörtök joi четверг четвер πέμπτη perşembe 木曜日 星期四 周四 목요일',
  'friday freitag vendredi viernes venerdì venerdi sexta-feira vrijdag fredag perjantaina piątek pátek péntek vineri пятницу пятница пʼятницю παρασκευή cuma 金曜日 星期五 周五 금요일',
  'saturday samstag sonnabend samedi sábado sabato zaterdag lördag lørdag lauantaina sobotę sobota sobotu szombat sâmbătă субботу суббота σάββατο cumartesi 土曜日 星期六 周六 토요일',
  'sunday sonntag dimanche domingo domenica zondag söndag søndag sunnuntaina niedzielę niedziela neděle neděli vasárnap duminică воскресенье неділю κυριακή pazar 日曜日 星期日 周日 일요일',
];

function numbered(rows: readonly string[]): Record<string, number> {
  return Object.fromEntries(rows.flatMap((row, index) => row.split(' ').map((word) => [word, index + 1])));
}

export const MONTH_NAMES = numbered(MONTHS);
export const WEEKDAY_NAMES = numbered(WEEKDAYS);

export const RELATIVE_DAYS: Record<string, number> = { tomorrow: 1, morgen: 1, demain: 1, mañana: 1, domani: 1, amanhã: 1, imorgon: 1, 'i morgon': 1, jutro: 1, zítra: 1, завтра: 1, yarın: 1, 明日: 1, 明天: 1, 내일: 1 };

/** Words that name the day of coming back. */
export const RETURN_WORDS =
  /(?<![\p{L}])(?:(?:will |'ll |am |be |i |i'm )?(?:return(?:ing)?|be back|back in (?:the |my )?office|back at (?:work|my desk)|back on|back at|back from|back|resum(?:e|ing)|available again|in the office again|reachable again)|return(?:ing)? to (?:the office|work)|wieder (?:erreichbar|im büro|im haus|für sie da|da|zurück|verfügbar|anwesend|persönlich)|ab dem|ab|zurück (?:am|ab)|bin ich (?:am|ab)|de retour|mon retour|serai de retour|à partir du|reprendrai|retour|estaré de vuelta|de vuelta|de regreso|regreso|regresaré|vuelvo|volveré|a partir del|me incorporo|me reincorporo|rientro|rientrerò|di ritorno|tornerò|torno|sarò di nuovo|a partire dal|de volta|regresso|regressarei|retorno|retornarei|voltarei|volto|estarei de volta|a partir de|weer (?:aanwezig|bereikbaar|terug|op kantoor)|terug op|ben ik weer|vanaf|terug|tillbaka|åter|är tillbaka|från och med|tilbage|tilbake|er tilbage|igen|fra og med|palaan|takaisin|wracam|wrócę|powrót|powrócę|będę dostępn\p{L}{1,3}|od dnia|zpět|vrátím se|od|visszatérek|revin|voi reveni|вернусь|выйду|выхожу|буду в офисе|буду на месте|повернусь|буду доступ\p{L}{1,3}|επιστρέφω|θα επιστρέψω|döneceğim|dönüyorum|ofiste olacağım)(?![\p{L}])|から出社|より出社|より通常|から通常|に戻|に復帰|に出社|以降|返回|回来|回到|恢复|복귀|부터/gu;

/** Words that name the last day away. */
export const UNTIL_WORDS =
  /(?<![\p{L}])(?:until|till|til|through|thru|up to(?: and including)?|to|ending|bis(?: zum| einschließlich| einschl\.| inkl\.| incl\.)?|jusqu'au|jusqu'à|au|hasta(?: el)?|al|fino al|fino a|sino al|até(?: o| a| ao| dia)?|tot(?: en met)?|t\/m|till och med|t\.o\.m\.|tom|til og med|t\.o\.m|indtil|asti|saakka|do|do dnia|až do|-ig|până(?: pe| la| în)?|до|по|έως|μέχρι|kadar)(?![\p{L}])|まで|至|到|까지/gu;
