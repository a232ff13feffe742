#include "services/documents/legibility.h"
#include "tests/support/test_program.h"
#include "vision/image_budget.h"
#include "vision/towers/towers.h"
#include "vision/video_frames.h"

#include <QFile>
#include <QFont>
#include <QFontMetricsF>
#include <QGuiApplication>
#include <QPainter>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace services;

namespace {

struct PrintedWords {
    const char* language; // of Tesseract
    QStringList labels, words;
};

const QList<PrintedWords>& printedWords()
{
    static const QList<PrintedWords> all{
        {"eng", {"Invoice", "Customer", "Delivery", "Amount", "Account", "Reference", "Subtotal"},
            {"garden", "window", "bottle", "orange", "kitchen", "notebook", "ticket", "summer",
                "river", "yellow", "carpet", "market", "teacher", "morning", "paper", "candle"}},
        {"deu", {"Rechnung", "Kunde", "Lieferung", "Betrag", "Konto", "Zeichen", "Summe"},
            {"Garten", "Fenster", "Flasche", "Straße", "Küche", "Bücher", "Karte", "Sommer",
                "Fluss", "gelb", "Teppich", "Markt", "Lehrer", "morgen", "Papier", "Kerze"}},
        {"fra", {"Facture", "Client", "Livraison", "Montant", "Compte", "Dossier", "Total"},
            {"jardin", "fenêtre", "bouteille", "orange", "cuisine", "cahier", "billet", "été",
                "rivière", "jaune", "tapis", "marché", "école", "matin", "papier", "bougie"}},
        {"spa", {"Factura", "Cliente", "Entrega", "Importe", "Cuenta", "Pedido", "Total"},
            {"jardín", "ventana", "botella", "naranja", "cocina", "cuaderno", "billete", "verano",
                "arroyo", "amarillo", "alfombra", "mercado", "maestra", "mañana", "papel", "vela"}},
        {"ita", {"Fattura", "Cliente", "Consegna", "Importo", "Conto", "Pratica", "Totale"},
            {"giardino", "finestra", "bottiglia", "arancia", "cucina", "quaderno", "biglietto",
                "estate", "fiume", "giallo", "tappeto", "mercato", "maestra", "mattina", "carta",
                "candela"}},
    };
    return all;
}

// An image with known words: lines of a form or of plain text in one to three sizes.
struct PrintedPage {
    enum class Size { Small, Any };

    PrintedPage(unsigned seed, Size size)
        : m_random(seed)
    {
        const int part = size == Size::Small ? 4 : 1;
        static const QStringList fonts{
            "Noto Sans", "Noto Serif", "DejaVu Sans", "DejaVu Serif", "DejaVu Sans Mono"};
        const PrintedWords& printed = printedWords()[qsizetype(seed) % printedWords().size()];
        language = QString::fromLatin1(printed.language);
        image = QImage(500 + below(2700) / part, 400 + below(2000) / part, QImage::Format_RGB32);
        const int paper = 225 + below(31), ink = below(90);
        image.fill(QColor(paper, paper, paper - below(12)));
        QPainter painter(&image);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.rotate((below(21) - 10) / 10.0);
        painter.setPen(QColor(ink, ink, ink));
        QFont font(fonts[below(int(fonts.size()))]);
        const int sizes[] = {12 + below(12), 14 + below(18), 20 + below(30)}; // pixels
        const double apart = 1.4 + image.height() / 800.0; // lines
        double y = 40;
        for (int line = 0;; ++line) {
            font.setPixelSize(sizes[below(3)]);
            const QFontMetricsF metrics(font);
            y += apart * metrics.height();
            if (y > image.height() - 40 || words.size() > 70 / part)
                break;
            painter.setFont(font);
            const bool isForm = below(3) == 0;
            const double end = image.width() - 50 - (isForm ? below(image.width() / 2) : 0);
            double x = 40;
            for (int word = 0;; ++word) {
                QString text = printed.words[below(int(printed.words.size()))];
                if (isForm && word == 0)
                    text = printed.labels[below(int(printed.labels.size()))] + u':';
                else if (below(4) == 0)
                    text = number();
                if (x + metrics.horizontalAdvance(text) > end)
                    break;
                painter.drawText(QPointF(x, y), text);
                words << text;
                x += metrics.horizontalAdvance(text + u' ');
            }
        }
        painter.end();
        addGrain(below(3) * 9);
    }

    QString language;
    QImage image;
    QStringList words;

private:
    int below(int end) { return int(m_random() % unsigned(end)); }
    QString number()
    {
        return below(2) == 0 ? QString::number(100 + below(99900))
                             : QString::number(1 + below(900)) + u'.'
                + QString::number(10 + below(90));
    }
    void addGrain(int most)
    {
        for (int y = 0; most > 0 && y < image.height(); ++y) {
            auto* row = reinterpret_cast<QRgb*>(image.scanLine(y));
            for (int x = 0; x < image.width(); ++x) {
                const int gray = std::clamp(qRed(row[x]) + below(2 * most + 1) - most, 0, 255);
                row[x] = qRgb(gray, gray, gray);
            }
        }
    }

    std::mt19937 m_random;
};

vision::VisionConfig readingFamily(const QString& name)
{
    vision::VisionConfig config = vision::towerFamily(name.toStdString())->defaults();
    config.family = name.toStdString();
    config.blocks = config.layers;
    return config;
}

// The sizes of well-known models of the families: LLaVA 1.5, SmolVLM, Qwen2-VL, Gemma 3.
QList<vision::VisionConfig> readingFamilies()
{
    vision::VisionConfig llava = readingFamily("llava"), smolVlm = readingFamily("idefics3"),
                         gemma = readingFamily("gemma3");
    llava.pixels.shortestEdge = llava.pixels.cropWidth = llava.pixels.cropHeight = 336;
    smolVlm.imageSize = smolVlm.pixels.tileSize = 512;
    smolVlm.patchSize = 16;
    smolVlm.scaleFactor = 4;
    smolVlm.pixels.longestEdge = 4 * 512;
    gemma.imageSize = 896;
    return {llava, smolVlm, readingFamily("qwen2_vl"), gemma};
}

// The numbers that the tower of a family gets, as an image again: tile next to tile, without the
// overview.
QImage towerInput(const QImage& image, const vision::VisionConfig& config)
{
    const Pixels pixels = toPixels(image);
    const vision::Tiling tiling
        = vision::chooseTiling(config, {pixels->width, pixels->height});
    const std::vector<vision::Image> tiles = vision::cutTiles(*pixels, tiling);
    const vision::Patches patches = vision::preparedPatches(tiles, config);
    const qint64 columns = std::max<qint64>(tiling.columns, 1), side = patches.side;
    const size_t first = tiling.hasOverview && tiling.overviewFirst ? 1 : 0;
    const vision::PixelRect tile = tiling.tiles.front();
    QImage seen(int(tile.width * columns),
        int(tile.height * std::max<qint64>(tiling.rows, 1)), QImage::Format_RGB888);
    size_t before = 0; // patches of the tiles before
    for (size_t each = 0; each < first + tiling.tiles.size(); ++each) {
        const vision::PatchGrid& grid = patches.grids[each];
        for (qint64 patch = 0; each >= first && patch < grid.count(); ++patch) {
            const float* values
                = patches.values.data() + (before + size_t(patch)) * size_t(patches.numbers());
            const qint64 at = qint64(each - first);
            const qint64 left = at % columns * tile.width + patch % grid.width * side;
            const qint64 top = at / columns * tile.height + patch / grid.width * side;
            for (qint64 pixel = 0; pixel < side * side; ++pixel)
                for (size_t channel = 0; channel < 3; ++channel) {
                    const float value
                        = values[qint64(channel) * patches.frames * side * side + pixel];
                    const double shade = (double(value) * config.pixels.deviation[channel]
                                             + config.pixels.mean[channel])
                        / config.pixels.rescale;
                    seen.scanLine(int(top + pixel / side))[3 * (left + pixel % side)
                        + qint64(channel)]
                        = uchar(std::clamp(std::lround(shade), 0L, 255L));
                }
        }
        before += size_t(grid.count());
    }
    return seen;
}

PictureText printedText(const QStringList& words)
{
    PictureText text;
    for (const QString& word : words)
        text.words << PictureWord{word, {0, 0, 0.1, 0.1}};
    return text;
}

double readableShare(const Legibility& legibility)
{
    return legibility.words == 0 ? 0 : double(legibility.readable) / double(legibility.words);
}

} // namespace

// The prediction, which knows an image alone, is compared with the words that were drawn and the pixels
// that a tower gets. Languages without data of Tesseract are left out.
class LegibilityImagesTest : public QObject {
    Q_OBJECT

private slots:
    void theTowerGetsThePixelsThatAreRead()
    {
        const PrintedPage page(1, PrintedPage::Size::Small);
        for (const vision::VisionConfig& config : readingFamilies())
            QCOMPARE(towerInput(page.image, config).convertToFormat(QImage::Format_RGB32),
                seenPixels(seenPicture(page.image, config)).convertToFormat(QImage::Format_RGB32));
    }

    void thePredictionIsWhatTheTowersPixelsShow()
    {
        // VIGNETTE_MANY: as many images of any size as are measured, from VIGNETTE_FIRST on (0)
        const bool isMeasured = qEnvironmentVariableIsSet("VIGNETTE_MANY");
        const unsigned count = isMeasured ? qEnvironmentVariable("VIGNETTE_MANY").toUInt() : 1;
        const auto size = isMeasured ? PrintedPage::Size::Any : PrintedPage::Size::Small;
        const QList<vision::VisionConfig> families = readingFamilies();
        QList<double> farthest(families.size()), sum(families.size()), shown(families.size());
        QList<unsigned> far(families.size()); // images off by more than 10 points
        unsigned made = 0;
        const unsigned first = qEnvironmentVariable("VIGNETTE_FIRST").toUInt();
        for (unsigned seed = first; made < count && seed < first + 40 * count; ++seed) {
            const PrintedPage page(seed, size);
            ReaderProcess reader = pictureTextReader();
            reader.program = qEnvironmentVariable("VIGNETTE_BIN") + "/vignette-reader";
            if (!reader.languages.names.contains(page.language)
                && !QFile::exists(reader.languages.folder + u'/' + page.language + ".traineddata"))
                continue;
            reader.languages.names = QStringList{page.language};
            ++made;
            const PictureText text = readPictureText(makePicture(page.image, {}), reader);
            for (qsizetype family = 0; family < families.size(); ++family) {
                const vision::VisionConfig& config = families[family];
                const double predicted = readableShare(
                    readLegibility(text, seenPicture(page.image, config), reader));
                const double measured = readableShare(measureLegibility(printedText(page.words),
                    readPictureText(makePicture(towerInput(page.image, config), {}), reader)));
                const double off = std::abs(predicted - measured);
                farthest[family] = std::max(farthest[family], off);
                sum[family] += off;
                far[family] += off > 0.1;
                shown[family] += measured;
                qInfo("%s, image %u (%s, %d × %d, %lld of %lld words read): predicted %.0f %%, "
                      "measured %.0f %%%s",
                    config.family.c_str(), seed, qPrintable(page.language), page.image.width(),
                    page.image.height(),
                    measureLegibility(printedText(page.words), text).readable, page.words.size(),
                    100 * predicted, 100 * measured, off > 0.1 ? " FAR" : "");
            }
        }
        if (made == 0)
            QSKIP("there are no data of Tesseract in the languages of the images");
        for (qsizetype family = 0; family < families.size(); ++family) {
            qInfo("%s: %u images, %.0f %% of words measured, off by %.1f points on average, %.1f at "
                  "most",
                families[family].family.c_str(), made, 100 * shown[family] / made,
                100 * sum[family] / made, 100 * farthest[family]);
            QVERIFY(30 * far[family] <= made); // OCR reads nothing in some grainy images
        }
    }
};

TESTS(LegibilityImagesTest, QGuiApplication);

#include "legibility_images_test.moc"
