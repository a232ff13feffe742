#include "services/documents/answers/known_names.h"

#include <QRegularExpression>
#include <QSet>
#include <QStringList>

namespace services {

namespace {

QSet<QString> readWords(const char* words)
{
    const QStringList list = QString::fromLatin1(words).simplified().split(u' ');
    return {list.begin(), list.end()};
}

const QSet<QString>& commonWords()
{
    static const QSet<QString> words = readWords(R"(
        euro euros cent cents dollar dollars pound pounds sterling franc francs yen rand rupee rupees
        krone kroner krona kronor zloty zlotys zlotych zlote rubel eur usd gbp chf jpy cny sek nok dkk
        pln czk huf ron try inr aud cad nzd brl mxn zar krw sgd hkd aed celsius fahrenheit kelvin watt
        volt hertz newton joule pascal ampere richter beaufort scoville unicode ascii internet web www
        wifi wlan lan vpn bluetooth usb hdmi nfc gps gsm lte pdf html xml csv json url faq sms mms app
        apps email mail sim tv hd dvd cd ok id pin tan qr led lcd oled ai ki ia it pc mac cpu gpu ram
        rom ssd hdd io api ui ide sql http https ip dns ceo cfo coo cto hr pr usa us uk eu ue un uno onu
        nato who oms oecd vat mwst ust tva iva btw moms ptu mva gst ltd llc inc plc gmbh ag kg sa sarl
        sas srl spa bv nv ab oy asa ohg ev co corp mr mrs ms dr prof sr sra jr st nr no tel fax vs eg ie
        nb bc ad bce gmt utc cet cest mez mesz bst est pst am pm dna rna dns adn ph uv ir ac dc hiv
        covid covid19 co2 h2o mp3 mp4 usbc b2b b2c a3 a4 a5 4k 4g 5g diy rsvp asap tbd iban bic bmi gdp pib bip roi eta swift sepa isbn hepa tuv iso din en
        christmas xmas easter advent halloween thanksgiving ramadan eid hanukkah lent pentecost whitsun
        noel paques toussaint navidad pascua natale pasqua epifania natal pascoa carnaval carnival kerst
        kerstmis pasen pinksteren jul julen pask pingst midsommar boze narodzenie wielkanoc sylwester
        god gott dieu dios dio deus gud bog lord jesus christ bible koran quran latin roman romans greek
        gothic victorian georgian edwardian tudor baroque renaissance medieval olympic olympics nobel
        oscar catholic protestant christian muslim jewish islam jew buddhist hindu anglican lutheran
        earth moon sun mars venus jupiter saturn terra terre tierra luna lune soleil sol ziemia ksiezyc
        north south east west northern southern eastern western northeast northwest southeast southwest
        nord sud est ouest norte sur este oeste sul leste ovest noord zuid oost norr soder oster vaster
        europe european europeans europa europeen europeo europeu asia asian asie africa african afrique
        america american americans amerique latino americas oceania antarctic antarctica arctic
        scandinavia scandinavian nordic baltic balkan mediterranean atlantic pacific caribbean
        english british welsh scottish scots irish german germans french spanish italian portuguese dutch
        swedish danish norwegian finnish icelandic polish czech slovak hungarian romanian bulgarian
        croatian serbian slovenian greek turkish russian ukrainian belarusian lithuanian latvian estonian
        austrian swiss belgian chinese japanese korean indian thai vietnamese indonesian arabic arab
        hebrew persian hindi mandarin cantonese gaelic catalan basque galician breton flemish canadian
        mexican brazilian argentine argentinian chilean peruvian colombian cuban egyptian moroccan
        tunisian nigerian kenyan ethiopian ghanaian angolan australian maltese cypriot celtic alpine
        parisian londoner viennese roman venetian neapolitan florentine milanese berliner bavarian saxon
        engels engelse nederlands nederlandse duits duitse frans franse spaans spaanse italiaans
        italiaanse portugees portugese pools poolse zweeds zweedse deens deense noors noorse europees
        europese amerikaans amerikaanse belgisch belgische brits britse
        not only never must free all before after always now new one both yes please note warning tip
        important example see also and or but if no
        university museum hotel company committee council board office department ministry school college
        academy library church cathedral abbey castle palace tower bridge station airport port harbour
        harbor street road lane avenue square park garden gardens river lake sea bay gulf ocean mount
        mountain mountains hill valley forest island islands isle coast peninsula cape city town village
        county state district province region republic kingdom empire king queen prince princess emperor
        duke count baron lord lady sir dame pope bishop saint president minister mayor senator secretary
        chairman chair director manager professor doctor captain colonel general sergeant officer judge
        inspector chancellor governor ambassador commissioner head chief
        act article articles section sections chapter part parts paragraph clause rule regulation appendix
        annex schedule table figure fig page pages volume issue edition series season episode class grade
        year level step phase stage round day week room floor unit item note notes version model type
        terminal gate platform line route zone area group team league cup championship championships
        house hall center institute foundation association society club union bank fund trust
        court tribunal law code bill treaty agreement directive policy plan programme program project
        government parliament congress senate commission agency authority service services
        war world weltkrieg century age period era revolution festival award prize medal day night morning sunday
        mum dad mom mother father uncle aunt grandma grandpa granny
        sie ihr ihre ihnen ihrem ihren ihres u uw lei suo sua suoi sue loro le la voi vostro vostra usted
        ustedes ud uds vd voce voces pan pani panstwo panstwa panu panem panstwu ci cie ciebie tobie twoj
        twoja twoje twojego twojej wy was wam wasz ni er ert era senhor senhora monsieur madame
        signor signora senor senora mevrouw meneer herr frau fru
        ministere ministerio ministero universite universidad universita universidade universiteit
        universitet uniwersytet musee museo museu muzeum etat estado stato gouvernement gobierno governo
        internetu netto brutto)");
    return words;
}

const QSet<QString>& countries()
{
    static const QSet<QString> words = readWords(R"(
        germany allemagne alemania alemanha germania duitsland tyskland niemcy niemczech niemiec
        france francia franca frankrijk frankrike francja francji spain espagne espana spagna espanha
        spanje spanien hiszpania hiszpanii italy italie italia wlochy wloszech wloch portugal portogallo
        portugalia portugalii netherlands holland bas paises paesi nederland nederlanderna holandia
        belgium belgique belgica belgio belgie belgien belgia luxembourg switzerland suisse suiza
        svizzera suica zwitserland schweiz szwajcaria szwajcarii austria autriche oostenrijk osterrike
        poland pologne polonia polen polska polsce polski polsko czechia tchequie chequia cechia tsjechie
        tjeckien czechy czechach slovakia slovaquie eslovaquia hungary hongrie hungria ungheria hongarije
        ungern wegry wegrzech romania roumanie rumania romenia roemenie rumanien rumunia bulgaria
        bulgarie croatia croatie croacia croazia kroatie kroatien chorwacja chorwacji serbia slovenia
        greece grece grecia griekenland grekland grecja grecji turkey turquie turquia turchia turkije
        turkiet turcja turcji russia russie rusia rusland ryssland rosja rosji ukraine ucrania ucraina
        oekraine ukraina ukrainie denmark danemark dinamarca danimarca denemarken danmark dania danii
        norway norvege noruega norvegia noorwegen norge norwegia norwegii sweden suede suecia svezia
        zweden sverige szwecja szwecji finland finlande finlandia iceland islande islandia ijsland island
        ireland irlande irlanda ierland irland irlandia britain bretagne england angleterre inglaterra
        inghilterra engeland anglia anglii scotland ecosse escocia scozia schotland szkocja wales galles
        lithuania lituanie lituania litouwen litauen litwa latvia lettonie letonia estonia estonie
        china chine cina kina chiny chinach japan japon giappone japao japonia india inde indien indie
        korea coree corea thailand thailande vietnam indonesia indonesie canada kanada mexico mexique
        messico meksyk brazil bresil brasil brasile brazilie brasilien brazylia argentina argentine
        chile chili cile peru perou colombia colombie cuba egypt egypte egipto egitto egito egypten egipt
        morocco maroc marruecos marocco marrocos marokko tunisia tunisie nigeria kenya ethiopia ethiopie
        ghana angola mozambique australia australie australien israel iran irak iraq syria syrie
        deutschland frankreich italien griechenland grossbritannien england schottland osterreich
        niederlande tschechien slowakei slowenien slovenie kroatien serbien rumanien bulgarien estland
        lettland danemark norwegen finnland island russland turkei agypten athiopien kuba peru
        alabama alaska arizona arkansas california kalifornien californie colorado connecticut delaware
        florida floride hawaii idaho illinois indiana iowa kansas kentucky louisiana maine maryland
        massachusetts michigan minnesota mississippi missouri montana nebraska nevada ohio oklahoma
        oregon pennsylvania tennessee texas utah vermont wisconsin wyoming)");
    return words;
}

const QSet<QString>& translatedPlaces()
{
    static const QSet<QString> words = readWords(R"(
        munchen koln nurnberg hannover rom mailand florenz venedig neapel turin genua lissabon warschau
        krakau prag prague bern basel genf luzern brussel kopenhagen athen moskau bukarest belgrad
        kairo peking tokio triest sevilla strassburg krakow antwerpen themse donau rhein mosel
        munich cologne nuremberg hanover vienna vienne viena wien wenen wieden zurich zurigo geneva
        geneve ginebra ginevra genebra genewa basle bale basilea berne berna lucerne lucerna rome roma
        rzym milan milano mediolan florence firenze florencia florenca florencja venice venise venecia
        venezia veneza wenecja naples napoli napoles neapol turin torino turyn genoa genes genova bologne
        bologna padua padoue pisa lisbon lisbonne lisboa lizbona oporto porto warsaw varsovie varsovia
        varsavia warszawa krakow cracow cracovie cracovia gdansk danzig wroclaw breslau poznan prague
        praga praag brussels bruxelles bruselas brussel bruksela antwerp anvers amberes antwerpen bruges
        brujas brugge ghent gand gante gent hague haya haag haia aja copenhagen copenhague copenaghen
        kopenhagen gothenburg goteborg gotemburgo stockholm estocolmo stoccolma sztokholm helsinki
        seville sevilla siviglia sevilha saragossa zaragoza corunna cordoba cordova barcelona barcelone
        londres londra londyn londen london edimbourg edimburgo edinburgh dublin dublino paris parigi
        paryz parijs lyon lyons lione marseille marseilles marsella marsiglia nice nizza niza
        strasbourg estrasburgo strasburgo bordeaux burdeos toulouse tolosa hamburg hambourg hamburgo
        amburgo berlin berlino berlim dresden dresde dresda leipzig lipsia lipsk mainz mayence maguncia
        aachen aquisgran athens athenes atenas atene athene ateny moscow moscou moscu mosca moskwa kiev
        kyiv bucharest bucarest belgrade belgrado budapest istanbul constantinople cairo caire beijing
        pekin pechino pequim tokyo tokio york francfort frankfurt francoforte
        danube donau danubio dunaj rhine rhin rhein reno rijn ren meuse mosel moselle thames tamise tamesis
        tamigi loire rhone vistula wisla elbe elba oder odra tagus tajo tejo douro duero
        alps alpes alpi alpy pyrenees pirineos pirenei pireneus carpathians vosges
        bavaria baviera baviere saxony saxe saxonia sassonia swabia prussia hesse westphalia palatinate
        lower upper saxon rhineland tyrol tirol carinthia styria tuscany toscana toscane lombardy
        lombardia piedmont piemonte piemont sicily sicilia sicile sardinia cerdena sardaigne andalusia
        andalucia andalousie catalonia cataluna catalogne castile castilla galicia basque navarre
        brittany bretagne bretana normandy normandie burgundy bourgogne provence alsace lorraine corsica
        flanders flandre vlaanderen wallonia silesia slask pomerania masuria bohemia moravia scania
        lapland dalarna jutland zealand frisia crete cyprus balearic majorca mallorca
        channel adriatic aegean baltic black lake constance)");
    return words;
}

} // namespace

bool isCommonName(const QString& word)
{
    static const QRegularExpression numeral(
        u"^(?=.)m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$"_qs);
    return commonWords().contains(word) || numeral.match(word).hasMatch();
}

bool isTranslatedPlace(const QString& word)
{
    return translatedPlaces().contains(word);
}

bool isCountry(const QString& word)
{
    return countries().contains(word);
}

} // namespace services
