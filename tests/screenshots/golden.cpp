#include "tests/screenshots/golden.h"

#include "ui/models/model_card.h"
#include "ui/widgets/text_label.h"

#include <QCoreApplication>
#include <QGuiApplication>
#include <QPainter>
#include <QTranslator>

#include <algorithm>

namespace screenshots {

namespace {

constexpr int shrink = 4; // pixels of the window on one of the image, on each side
constexpr int square = 8; // pixels of the image
constexpr int levels = 8; // neighboring ones of a channel that are kept as one: smaller files

// Sizes and memory of the built-in model, and what is free here.
QList<const QWidget*> uncertain(Stage& stage)
{
    QList<const QWidget*> found;
    for (const ui::ModelCard* card : stage.window().findChildren<ui::ModelCard*>())
        for (const ui::TextLabel* label : card->findChildren<ui::TextLabel*>())
            if (label->role() != ui::TextRole::Strong)
                found << label;
    return found;
}

void dropFineLevels(QImage& image)
{
    for (int y = 0; y < image.height(); ++y) {
        uchar* const line = image.scanLine(y);
        for (int x = 0; x < image.width() * 3; ++x)
            line[x] = uchar(std::min(255, (line[x] + levels / 2) / levels * levels));
    }
}

int differenceAt(const QImage& one, const QImage& other, int x, int y)
{
    const QRgb a = one.pixel(x, y), b = other.pixel(x, y);
    return std::abs(qRed(a) - qRed(b)) + std::abs(qGreen(a) - qGreen(b))
        + std::abs(qBlue(a) - qBlue(b));
}

double meanDifference(const QImage& one, const QImage& other, const QRect& place)
{
    double sum = 0;
    for (int y = place.top(); y <= place.bottom(); ++y)
        for (int x = place.left(); x <= place.right(); ++x)
            sum += differenceAt(one, other, x, y);
    return sum / (3.0 * place.width() * place.height());
}

} // namespace

void fixSurroundings()
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qputenv("FONTCONFIG_FILE", VIGNETTE_GOLDEN_FONTS);
    qputenv("LC_ALL", "C.UTF-8");
    for (const char* taste :
        {"QT_FONT_DPI", "QT_QPA_PLATFORMTHEME", "QT_STYLE_OVERRIDE", "QT_SCREEN_SCALE_FACTORS",
            "QT_AUTO_SCREEN_SCALE_FACTOR", "QT_ENABLE_HIGHDPI_SCALING", "LANGUAGE", "HF_ENDPOINT"})
        qunsetenv(taste);
}

// The marks say "from right to left, whatever the letters are"; English gives the plural forms.
struct MirroredLanguage::Translator : public QTranslator {
    QString translate(
        const char* context, const char* text, const char* comment, int n) const override
    {
        const QString english = QTranslator::translate(context, text, comment, n);
        const QString whole = english.isEmpty() ? QString::fromUtf8(text) : english;
        return whole.isEmpty() ? whole : QChar(0x200f) + (QChar(0x202e) + whole) + QChar(0x202c);
    }
    bool isEmpty() const override { return false; }
};

MirroredLanguage::MirroredLanguage()
    : m_translator(std::make_unique<Translator>())
{
    if (!m_translator->load(QStringLiteral(":/translations/vignette_en")))
        qFatal("the English plural forms are not in the program");
    QCoreApplication::installTranslator(m_translator.get());
    QGuiApplication::setLayoutDirection(Qt::RightToLeft);
}

MirroredLanguage::~MirroredLanguage()
{
    QCoreApplication::removeTranslator(m_translator.get());
    QGuiApplication::setLayoutDirection(Qt::LeftToRight);
}

QString goldenName(const Scene& scene, ui::Scheme scheme, Qt::LayoutDirection direction)
{
    return QStringLiteral("%1-%2-%3")
        .arg(QLatin1String(scene.name), scheme == ui::Scheme::Light ? "light" : "dark",
            direction == Qt::LeftToRight ? "ltr" : "rtl");
}

QImage takeGolden(Stage& stage)
{
    QPixmap window = stage.window().grab();
    QPainter painter(&window);
    for (const QWidget* label : uncertain(stage))
        if (label->isVisible())
            painter.fillRect(QRect(label->mapTo(&stage.window(), QPoint()), label->size()),
                QColor(128, 128, 128));
    painter.end();
    QImage image = window.toImage();
    image.setDevicePixelRatio(1);
    image = image.scaled(goldenWindow / shrink, Qt::IgnoreAspectRatio, Qt::SmoothTransformation)
                .convertToFormat(QImage::Format_RGB888);
    dropFineLevels(image);
    return image;
}

Difference differenceOf(const QImage& golden, const QImage& actual)
{
    Difference found;
    for (int y = 0; y < golden.height(); y += square)
        for (int x = 0; x < golden.width(); x += square) {
            const QRect place = QRect(x, y, square, square) & golden.rect();
            const double mean = meanDifference(golden, actual, place);
            if (mean > found.worst)
                found = {mean, QRect(place.topLeft() * shrink, place.size() * shrink)};
        }
    return found;
}

QImage pictureOfDifference(const QImage& golden, const QImage& actual)
{
    QImage picture(golden.size(), QImage::Format_RGB888);
    for (int y = 0; y < golden.height(); ++y)
        for (int x = 0; x < golden.width(); ++x) {
            const int pale = 96 + qGray(golden.pixel(x, y)) / 2;
            const int red = std::min(255, differenceAt(golden, actual, x, y));
            picture.setPixel(x, y, qRgb(std::max(pale, red), pale - red / 3, pale - red / 3));
        }
    return picture;
}

} // namespace screenshots
