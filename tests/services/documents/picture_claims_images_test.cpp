#include "services/documents/answers/picture_claims.h"
#include "services/documents/picture_texts.h"
#include "tests/support/model_copies.h"
#include "tests/support/program.h"
#include "tests/support/receipt.h"
#include "tests/support/test_program.h"

#include <QFont>
#include <QFontMetricsF>
#include <QGuiApplication>
#include <QJsonArray>
#include <QJsonObject>
#include <QPainter>
#include <QTemporaryDir>
#include <QTest>

#include <random>

using namespace services;

namespace {

struct Words {
    const char* code; // of Tesseract
    QStringList shops, streets, people, items;
    QStringList months;
    // The lines of a receipt, a form and a window, and what is said of them.
    QStringList receipt, form, window;
    QString ofReceipt, ofForm, ofWindow;
    QChar decimal;
};

// {shop} {street} {house} {person} {item1}…{price1}… {total} {code} {date} (as on the page) {day} (in
// words) {time} {phone}
const QList<Words>& languages()
{
    static const QList<Words> languages{
        {"eng", {"Corner Bakery", "Harbour Books", "Green Valley Market", "Northgate Pharmacy"},
            {"Castle Street", "Mill Lane", "Orchard Road", "Station Road"},
            {"Harriet Colville", "Owen Prasad", "Doreen Whitlock", "Samir Haddad"},
            {"Apple cake", "Notebook", "Green tea", "Soap", "Olive oil", "Candles"},
            {"January", "February", "March", "April", "May", "June", "July", "August", "September",
                "October", "November", "December"},
            {"{shop}", "{house} {street}", "Date {date}   Time {time}", "Receipt {code}",
                "{item1} {price1}", "{item2} {price2}", "{item3} {price3}", "Total EUR {total}",
                "Served by {person}", "Thank you for your visit"},
            {"Membership form", "Name: {person}", "Address: {house} {street}", "Telephone: {phone}",
                "Member number: {code}", "Joined: {date}", "Yearly fee: {total} EUR",
                "Branch: {shop}"},
            {"Inbox - 3 unread messages", "From: {person}", "Subject: Order {code}",
                "Sent: {date} {time}", "Your order from {shop} has been shipped.",
                "{item1}   {price1}", "{item2}   {price2}", "Amount charged: {total}"},
            "This is a receipt from {shop} at {house} {street}. It was printed on {day} at {time} "
            "with the "
            "number {code}, and {person} served the customer. The {item2} cost €{price2}, the "
            "{item3} "
            "€{price3}; in total, **{total} euros** were paid.",
            "The form was filled in by {person}, who lives at {house} {street} and joined on "
            "{day}. The "
            "member number is {code}, the telephone number {phone}. The fee is {total} euros a "
            "year, and "
            "the branch is {shop}.",
            "The screenshot shows an e-mail from {person} about the order {code}, sent on {day} at "
            "{time}. "
            "The {item1} for {price1} and the {item2} for {price2} were shipped by {shop}; {total} "
            "was charged.",
            u'.'},
        {"deu",
            {"Bäckerei Möller", "Buchhandlung Krüger", "Gasthaus Sonnenhof", "Apotheke Lindner"},
            {"Schloßstraße", "Mühlenweg", "Bahnhofstraße", "Gartenallee"},
            {"Gerlinde Hartmann", "Jürgen Seidel", "Monika Brandt", "Felix Aumüller"},
            {"Apfelkuchen", "Notizbuch", "Grüner Tee", "Seife", "Olivenöl", "Kerzen"},
            {"Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September",
                "Oktober", "November", "Dezember"},
            {"{shop}", "{street} {house}", "Datum {date}   Uhrzeit {time}", "Beleg {code}",
                "{item1} {price1}", "{item2} {price2}", "{item3} {price3}", "Summe EUR {total}",
                "Es bediente Sie {person}", "Vielen Dank für Ihren Besuch"},
            {"Mitgliedsantrag", "Name: {person}", "Anschrift: {street} {house}", "Telefon: {phone}",
                "Mitgliedsnummer: {code}", "Beitritt: {date}", "Jahresbeitrag: {total} EUR",
                "Filiale: {shop}"},
            {"Posteingang - 3 ungelesen", "Von: {person}", "Betreff: Bestellung {code}",
                "Gesendet: {date} {time}", "Ihre Bestellung bei {shop} wurde versandt.",
                "{item1}   {price1}", "{item2}   {price2}", "Abgebucht: {total}"},
            "Das ist ein Beleg von {shop} in der {street} {house}. Er wurde am {day} um {time} Uhr "
            "mit der "
            "Nummer {code} ausgestellt, bedient hat {person}. {item2} kostete {price2} €, {item3} "
            "{price3} €; "
            "bezahlt wurden zusammen **{total} Euro**.",
            "Das Formular wurde von {person} ausgefüllt, die Anschrift lautet {street} {house}. "
            "Der Beitritt "
            "war am {day}, die Mitgliedsnummer ist {code}, die Telefonnummer {phone}. Der Beitrag "
            "beträgt "
            "{total} Euro im Jahr, die Filiale ist {shop}.",
            "Das Bildschirmfoto zeigt eine E-Mail von {person} über die Bestellung {code}, "
            "gesendet am {day} "
            "um {time} Uhr. {item1} für {price1} und {item2} für {price2} wurden von {shop} "
            "versandt; "
            "abgebucht wurden {total}.",
            u','},
        {"fra", {"Boulangerie Mercier", "Librairie Dupont", "Café Bellevue", "Pharmacie Lefèvre"},
            {"rue Victor Hugo", "avenue Gambetta", "rue Pasteur", "boulevard Voltaire"},
            {"Hélène Fournier", "Jacques Morel", "Amélie Girard", "Luc Chevalier"},
            {"Tarte aux pommes", "Cahier", "Thé vert", "Savon", "Huile", "Bougies"},
            {"janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre",
                "octobre", "novembre", "décembre"},
            {"{shop}", "{house} {street}", "Date {date}   Heure {time}", "Ticket {code}",
                "{item1} {price1}", "{item2} {price2}", "{item3} {price3}", "Total EUR {total}",
                "Servi par {person}", "Merci de votre visite"},
            {"Bulletin d'adhésion", "Nom : {person}", "Adresse : {house} {street}",
                "Téléphone : {phone}", "Numéro de membre : {code}", "Inscription : {date}",
                "Cotisation annuelle : {total} EUR", "Agence : {shop}"},
            {"Boîte de réception - 3 non lus", "De : {person}", "Objet : Commande {code}",
                "Envoyé : {date} {time}", "Votre commande chez {shop} est en route.",
                "{item1}   {price1}", "{item2}   {price2}", "Montant prélevé : {total}"},
            "C'est un ticket de {shop}, {house} {street}. Il date du {day} à {time} et porte le "
            "numéro {code} ; "
            "le client a été servi par {person}. L'article {item2} a coûté {price2} € et {item3} "
            "{price3} €, et "
            "la somme payée est de **{total} euros**.",
            "Le bulletin a été rempli par {person}, qui habite au {house} {street} et s'est "
            "inscrite le {day}. "
            "Le numéro de membre est {code}, le téléphone {phone}. La cotisation est de {total} "
            "euros par an "
            "et l'agence est {shop}.",
            "La capture montre un message de {person} sur la commande {code}, envoyé le {day} à "
            "{time}. Les "
            "articles {item1} à {price1} et {item2} à {price2} sont expédiés par {shop} ; {total} "
            "ont été prélevés.",
            u','},
        {"spa", {"Panadería Robledo", "Librería Cervantes", "Mercado Olivar", "Farmacia Navarro"},
            {"calle Mayor", "calle Serrano", "avenida Colón", "plaza Cervantes"},
            {"Lucía Herrera", "Javier Ortega", "Carmen Salgado", "Mateo Villalba"},
            {"Tarta de manzana", "Cuaderno", "Té verde", "Jabón", "Aceite", "Velas"},
            {"enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre",
                "octubre", "noviembre", "diciembre"},
            {"{shop}", "{street} {house}", "Fecha {date}   Hora {time}", "Recibo {code}",
                "{item1} {price1}", "{item2} {price2}", "{item3} {price3}", "Total EUR {total}",
                "Le atendió {person}", "Gracias por su visita"},
            {"Solicitud de socio", "Nombre: {person}", "Dirección: {street} {house}",
                "Teléfono: {phone}", "Número de socio: {code}", "Alta: {date}",
                "Cuota anual: {total} EUR", "Sucursal: {shop}"},
            {"Bandeja de entrada - 3 sin leer", "De: {person}", "Asunto: Pedido {code}",
                "Enviado: {date} {time}", "Su pedido de {shop} ha salido.", "{item1}   {price1}",
                "{item2}   {price2}", "Importe cargado: {total}"},
            "Es un recibo de {shop}, en {street} {house}. Se imprimió el {day} a las {time} con el "
            "número {code}, y "
            "atendió {person}. El artículo {item2} costó {price2} € y {item3} {price3} €; en total "
            "se pagaron "
            "**{total} euros**.",
            "El formulario es de {person}, que vive en {street} {house} y se dio de alta el {day}. "
            "El número de "
            "socio es {code} y el teléfono {phone}. La cuota es de {total} euros al año y la "
            "sucursal es {shop}.",
            "La captura muestra un correo de {person} sobre el pedido {code}, enviado el {day} a "
            "las {time}. Los "
            "artículos {item1} por {price1} y {item2} por {price2} los envía {shop}; se cargaron "
            "{total}.",
            u','},
        {"ita", {"Panificio Moretti", "Libreria Galilei", "Mercato Rialto", "Farmacia Bertolini"},
            {"via Garibaldi", "via Mazzini", "corso Cavour", "piazza Dante"},
            {"Chiara Lombardi", "Paolo Ferretti", "Giulia Santoro", "Marco Bellini"},
            {"Torta di mele", "Quaderno", "Tè verde", "Sapone", "Olio", "Candele"},
            {"gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto",
                "settembre", "ottobre", "novembre", "dicembre"},
            {"{shop}", "{street} {house}", "Data {date}   Ora {time}", "Scontrino {code}",
                "{item1} {price1}", "{item2} {price2}", "{item3} {price3}", "Totale EUR {total}",
                "Servito da {person}", "Grazie per la visita"},
            {"Modulo di iscrizione", "Nome: {person}", "Indirizzo: {street} {house}",
                "Telefono: {phone}", "Numero socio: {code}", "Iscrizione: {date}",
                "Quota annuale: {total} EUR", "Filiale: {shop}"},
            {"Posta in arrivo - 3 non letti", "Da: {person}", "Oggetto: Ordine {code}",
                "Inviato: {date} {time}", "Il tuo ordine da {shop} è partito.",
                "{item1}   {price1}", "{item2}   {price2}", "Importo addebitato: {total}"},
            "È uno scontrino di {shop}, {street} {house}. È stato stampato il {day} alle {time} "
            "con il numero "
            "{code} e il cliente è stato servito da {person}. L'articolo {item2} costava {price2} "
            "€ e {item3} {price3} €; in "
            "tutto sono stati pagati **{total} euro**.",
            "Il modulo è stato compilato da {person}, che abita in {street} {house} e si è "
            "iscritta il {day}. Il "
            "numero del socio è {code}, il telefono {phone}. La quota è di {total} euro all'anno e "
            "la filiale è {shop}.",
            "La schermata mostra un messaggio di {person} per l'ordine {code}, inviato il {day} "
            "alle {time}. Gli "
            "articoli {item1} a {price1} e {item2} a {price2} sono spediti da {shop}; sono stati "
            "addebitati {total}.",
            u','},
    };
    return languages;
}

// An image, what is said of it rightly, and the same with one fact changed.
struct Sheet {
    QImage image;
    QString language;
    QByteArray right, wrong;
    ByteRange changed; // of `wrong`
    QHash<QString, QRectF> places; // of the facts, in parts of the image
    QList<std::pair<ByteRange, QString>> facts; // of `right`, with the names of the facts
};

class SheetMaker {
public:
    explicit SheetMaker(unsigned seed)
        : m_random(seed)
        , m_seed(seed)
    {
    }

    Sheet make()
    {
        const Words& words = languages()[m_seed % languages().size()];
        const int kind = int(m_seed / languages().size() % 3);
        invent(words);
        Sheet page;
        page.language = QString::fromLatin1(words.code);
        draw(page, kind == 0 ? words.receipt : kind == 1 ? words.form : words.window, kind);
        const QString text = kind == 0 ? words.ofReceipt
            : kind == 1                ? words.ofForm
                                       : words.ofWindow;
        page.right = say(text, {}, page);
        page.wrong = say(text, change(words), page);
        return page;
    }

private:
    int below(int count) { return int(m_random() % unsigned(count)); }
    QString oneOf(const QStringList& list) { return list[below(int(list.size()))]; }

    void invent(const Words& words)
    {
        const auto money = [&](int cents) {
            return QString::number(cents / 100) + words.decimal
                + QString::number(cents % 100).rightJustified(2, u'0');
        };
        QStringList items = words.items;
        std::shuffle(items.begin(), items.end(), m_random);
        int total = 0;
        for (int item = 1; item <= 3; ++item) {
            const int cents = 130 + below(4800);
            total += cents;
            m_facts[QStringLiteral("item%1").arg(item)] = items[item - 1];
            m_facts[QStringLiteral("price%1").arg(item)] = money(cents);
        }
        const int day = 1 + below(28), month = 1 + below(12), year = 2019 + below(7);
        m_day = day;
        m_month = month;
        m_year = year;
        const bool isIso = words.code == QLatin1String("eng");
        const auto twoDigits
            = [](int number) { return QString::number(number).rightJustified(2, u'0'); };
        const QChar between = words.code == QLatin1String("deu") ? u'.' : isIso ? u'-' : u'/';
        m_facts["date"]
            = (isIso ? QStringList{QString::number(year), twoDigits(month), twoDigits(day)}
                     : QStringList{twoDigits(day), twoDigits(month), QString::number(year)})
                  .join(between);
        m_facts["day"] = inWords(words, day, month, year);
        m_facts["time"]
            = QStringLiteral("%1:%2").arg(8 + below(12)).arg(below(60), 2, 10, QChar(u'0'));
        m_facts["total"] = money(total);
        m_facts["code"] = QStringLiteral("%1-%2")
                              .arg(oneOf({"RB", "KX", "T7", "INV"}))
                              .arg(20000 + below(79999));
        m_facts["phone"] = QStringLiteral("0%1 %2 %3")
                               .arg(20 + below(70))
                               .arg(100 + below(900))
                               .arg(1000 + below(9000));
        m_facts["house"] = QString::number(13 + below(180));
        m_facts["shop"] = oneOf(words.shops);
        m_facts["street"] = oneOf(words.streets);
        m_facts["person"] = oneOf(words.people);
    }

    static QString inWords(const Words& words, int day, int month, int year)
    {
        const QString name = words.months[month - 1];
        if (words.code == QLatin1String("eng"))
            return QStringLiteral("%1 %2 %3").arg(day).arg(name).arg(year);
        if (words.code == QLatin1String("deu"))
            return QStringLiteral("%1. %2 %3").arg(day).arg(name).arg(year);
        if (words.code == QLatin1String("spa"))
            return QStringLiteral("%1 de %2 de %3").arg(day).arg(name).arg(year);
        return QStringLiteral("%1 %2 %3").arg(day).arg(name).arg(year);
    }

    // Another name, date, or a number in which one digit differs.
    std::pair<QString, QString> change(const Words& words)
    {
        static const QStringList digits{
            "total", "time", "code", "house", "price2", "phone", "price1"};
        const int what = below(4);
        if (what == 0)
            return {"person", another(words.people, m_facts["person"])};
        if (what == 1 && below(2) == 0)
            return {"shop", another(words.shops, m_facts["shop"])};
        if (what <= 2) {
            const int part = below(3);
            return {"day",
                inWords(words, part == 0 ? m_day % 28 + 1 : m_day,
                    part == 1 ? m_month % 12 + 1 : m_month, m_year + (part == 2 ? 1 : 0))};
        }
        const QString name = oneOf(digits);
        QString value = m_facts[name];
        for (;;) {
            const int at = below(int(value.size()));
            if (!value[at].isDigit() || at == 0)
                continue;
            value[at] = QChar(u'0' + (value[at].digitValue() + 1 + below(9)) % 10);
            return {name, value};
        }
    }
    QString another(QStringList list, const QString& than)
    {
        list.removeAll(than);
        return oneOf(list);
    }

    // Puts the facts into a text; `changed`: another value of one of them.
    QByteArray say(const QString& text, const std::pair<QString, QString>& changed, Sheet& page)
    {
        QByteArray said;
        QString rest = text;
        const bool isRight = changed.first.isEmpty();
        bool isChanged = false;
        while (!rest.isEmpty()) {
            const qsizetype open = rest.indexOf(u'{');
            said += rest.left(open < 0 ? rest.size() : open).toUtf8();
            if (open < 0)
                break;
            const qsizetype close = rest.indexOf(u'}');
            const QString name = rest.mid(open + 1, close - open - 1);
            const size_t from = size_t(said.size());
            said += (name == changed.first ? changed.second : m_facts[name]).toUtf8();
            const ByteRange bytes{from, size_t(said.size())};
            if (isRight)
                page.facts << std::pair(bytes, name == u"day" ? u"date"_qs : name);
            else if (name == changed.first) {
                page.changed = bytes;
                isChanged = true;
            }
            rest = rest.mid(close + 1);
        }
        if (!isRight && !isChanged) { // the text has no such fact
            page.changed = {};
        }
        return said;
    }

    void draw(Sheet& page, const QStringList& lines, int kind)
    {
        static const QStringList fonts{
            "Noto Sans", "Noto Serif", "DejaVu Sans Mono", "DejaVu Serif", "DejaVu Sans"};
        QFont font(oneOf(fonts));
        font.setPixelSize(16 + below(16));
        const QFontMetricsF metrics(font);
        const double step = metrics.height() * 1.45;
        double width = 0;
        for (const QString& line : lines)
            width = std::max(width, metrics.horizontalAdvance(filled(line)));
        width = std::max(width + 100, 380.0);
        const double height = step * double(lines.size()) + 80;
        QImage image(int(width), int(height), QImage::Format_RGB32);
        const QColor paper = kind == 2 ? QColor(250, 250, 252)
                                       : QColor(240 + below(15), 240 + below(15), 232 + below(15));
        image.fill(paper);
        QPainter painter(&image);
        QTransform turn;
        if (kind != 2) {
            turn.translate(width / 2, height / 2);
            turn.rotate((below(41) - 20) / 10.0);
            turn.translate(-width / 2, -height / 2);
            painter.setTransform(turn);
            painter.setRenderHint(QPainter::Antialiasing);
        }
        painter.setFont(font);
        painter.setPen(QColor(30 + below(30), 30, 40));
        for (qsizetype line = 0; line < lines.size(); ++line) {
            double x = 50;
            const double y = 40 + step * double(line) + metrics.ascent();
            for (QString rest = lines[line]; !rest.isEmpty();) {
                const qsizetype open = rest.indexOf(u'{');
                const QString plain = rest.left(open < 0 ? rest.size() : open);
                painter.drawText(QPointF(x, y), plain);
                x += metrics.horizontalAdvance(plain);
                if (open < 0)
                    break;
                const qsizetype close = rest.indexOf(u'}');
                const QString name = rest.mid(open + 1, close - open - 1), value = m_facts[name];
                const bool isRight = kind == 0 && (name.startsWith(u"price") || name == u"total");
                if (isRight) // a column of its own
                    x = width - 60 - metrics.horizontalAdvance(value);
                painter.drawText(QPointF(x, y), value);
                const QRectF place(
                    x, y - metrics.ascent(), metrics.horizontalAdvance(value), metrics.height());
                const QRectF turned = turn.mapRect(place);
                page.places[name] = {turned.x() / width, turned.y() / height,
                    turned.width() / width, turned.height() / height};
                x += metrics.horizontalAdvance(value);
                rest = rest.mid(close + 1);
            }
        }
        painter.end();
        if (kind != 2) // grain
            for (int y = 0; y < image.height(); ++y) {
                auto* row = reinterpret_cast<QRgb*>(image.scanLine(y));
                for (int x = 0; x < image.width(); ++x) {
                    const int grain = below(25) - 12;
                    row[x] = qRgb(std::clamp(qRed(row[x]) + grain, 0, 255),
                        std::clamp(qGreen(row[x]) + grain, 0, 255),
                        std::clamp(qBlue(row[x]) + grain, 0, 255));
                }
            }
        page.image = image;
    }

    QString filled(QString line) const
    {
        for (auto fact = m_facts.begin(); fact != m_facts.end(); ++fact)
            line.replace(u'{' + fact.key() + u'}', fact.value());
        return line;
    }

    std::mt19937 m_random;
    unsigned m_seed;
    QHash<QString, QString> m_facts;
    int m_day = 0, m_month = 0, m_year = 0;
};

} // namespace

// Answers about receipts, forms and windows are compared with what OCR reads in them. Languages without
// data of Tesseract are left out.
class PictureClaimsImagesTest : public QObject {
    Q_OBJECT

private slots:
    void eachFactIsALineOfTheCommandLine()
    {
        QTemporaryDir folder;
        const QString image = folder.filePath("receipt.png");
        const QString answer = folder.filePath("answer.txt");
        QVERIFY(tests::receipt().save(image));
        tests::writeFile(
            answer, "The total is 14,60 euros, not 14.80, and it is from Corner Bakery.");

        const tests::ProgramResult result
            = tests::runCli({"inspect", "grounding", image, "--answer", answer, "--json"});

        if (result.errors.contains("tesseract-ocr-eng"))
            QSKIP("there are no data of Tesseract for English");
        QCOMPARE(result.exitCode, 0);
        const QList<QJsonObject> lines = result.jsonLines();
        QCOMPARE(lines.size(), 3);
        const QJsonObject total = lines[0];
        QCOMPARE(total["text"].toString(), QString("14,60"));
        QCOMPARE(total["from"].toInt(), 13);
        QCOMPARE(total["to"].toInt(), 18);
        QCOMPARE(total["kind"].toString(), QString("number"));
        QVERIFY(total["supported"].toBool());
        const QJsonArray box = total["box"].toArray();
        QVERIFY(tests::receiptWord("14.60").contains(
            box[0].toDouble() + box[2].toDouble() / 2, box[1].toDouble() + box[3].toDouble() / 2));
        const QJsonObject other = lines[1];
        QVERIFY(!other["supported"].toBool(true));
        QVERIFY(other["box"].isNull());
        QCOMPARE(lines[2]["kind"].toString(), QString("name"));
    }

    void whatCannotBeReadIsSaid()
    {
        QTemporaryDir folder;
        const QString answer = folder.filePath("answer.txt"),
                      broken = folder.filePath("broken.png");
        tests::writeFile(answer, "The total is 14.60.");
        tests::writeFile(broken, "no image");
        QCOMPARE(tests::runCli({"inspect", "grounding", broken, "--answer", answer}).exitCode, 1);
        QCOMPARE(tests::runCli({"inspect", "grounding", broken}).exitCode, 2);
    }

    void changedFactsAreFoundAndRightOnesLeftAlone()
    {
        // VIGNETTE_MANY: as many images as are measured
        const unsigned count = qEnvironmentVariableIsSet("VIGNETTE_MANY")
            ? qEnvironmentVariable("VIGNETTE_MANY").toUInt()
            : 12;
        int right = 0, marked = 0, wrong = 0, found = 0, placed = 0, well = 0;
        for (unsigned seed = 0, made = 0; made < count && seed < 40 * count; ++seed) {
            const Sheet page = SheetMaker(seed).make();
            ReaderProcess reader = pictureTextReader();
            reader.program = qEnvironmentVariable("VIGNETTE_BIN") + "/vignette-reader";
            reader.languages = textLanguagesFor(page.right.toStdString());
            if (!reader.languages.missing.isEmpty()
                || !reader.languages.names.contains(page.language))
                continue;
            ++made;
            const PictureText text = readPictureText(makePicture(page.image, {}), reader);
            for (const PictureClaim& claim : findPictureClaims(page.right.toStdString(), text)) {
                ++right;
                const QByteArray words
                    = page.right.mid(qsizetype(claim.bytes.from), qsizetype(claim.bytes.size()));
                if (!claim.isSupported) {
                    ++marked;
                    qInfo().noquote() << "right, marked:" << seed << words << "in"
                                      << text.text().replace('\n', " / ");
                    continue;
                }
                for (const auto& [bytes, name] : page.facts)
                    if (bytes.from <= claim.bytes.from && claim.bytes.to <= bytes.to
                        && !claim.place.isNull()) {
                        ++placed;
                        const bool isThere = page.places[name]
                                                 .adjusted(-0.01, -0.01, 0.01, 0.01)
                                                 .contains(claim.place.center());
                        well += isThere;
                        if (!isThere)
                            qInfo().noquote() << "elsewhere:" << seed << words << claim.place
                                              << page.places[name];
                    }
            }
            if (page.changed.size() == 0)
                continue;
            ++wrong;
            const auto claims = findPictureClaims(page.wrong.toStdString(), text);
            const bool isFound = std::ranges::any_of(claims, [&page](const PictureClaim& claim) {
                return !claim.isSupported && claim.bytes.from < page.changed.to
                    && claim.bytes.to > page.changed.from;
            });
            found += isFound;
            if (!isFound)
                qInfo().noquote() << "wrong, not marked:" << seed
                                  << page.wrong.mid(qsizetype(page.changed.from),
                                         qsizetype(page.changed.size()))
                                  << "in" << text.text().replace('\n', " / ");
        }
        qInfo() << "right facts" << right << "marked" << marked << "| changed" << wrong << "found"
                << found << "| placed" << placed << "well" << well;
        if (right == 0)
            QSKIP("there are no data of Tesseract in the languages of the images");
        QVERIFY(wrong > 0);
        QVERIFY(marked * 20 <= right);
        QVERIFY(found * 20 >= wrong * 19);
        QVERIFY(well * 50 >= placed * 49);
    }
};

TESTS(PictureClaimsImagesTest, QGuiApplication);

#include "picture_claims_images_test.moc"
