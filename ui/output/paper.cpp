#include "ui/output/paper.h"

#include "services/text.h"
#include "ui/markdown/math/formula.h"
#include "ui/theme/colors.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QCoreApplication>
#include <QFontDatabase>
#include <QFontMetricsF>
#include <QLocale>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextList>
#include <QTextObjectInterface>

#include <algorithm>
#include <cmath>
#include <vector>

namespace ui {

namespace {

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(ui::drawOnPaper)
};

// Everything is laid out in dots, so that the screen has no influence.
constexpr double dotsPerPoint = 300 / 72.0;
constexpr double marginMillimeters = 20;
constexpr double textSize = 10, codeSize = 8.5; // points, as below
constexpr double footerHeight = 24;
constexpr double gapBetweenMessages = 10;
constexpr double leastRoom = 48; // for the beginning of a message at the end of a page
constexpr double maxPictureHeight = 300;
constexpr qint64 maxPicturePixels = 3'000'000;

int toDots(double points)
{
    return int(std::lround(points * dotsPerPoint));
}

QFont textFont(double points)
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    font.setPixelSize(toDots(points));
    return font;
}

// The formulas and images of a document by the numbers in their addresses: "formula:3" in a line,
// "displayed:4" in a paragraph of its own, and "image:2".
struct PaperObjects {
    double width = 0; // of the paper, in dots
    std::vector<Formula> formulas = {};
    std::vector<QImage> images = {};

    // A formula that is wider than the paper is drawn smaller.
    double scale(const Formula& formula) const
    {
        return std::min(1.0, width / std::max(1.0, formula.width()));
    }
};

/// Draws what the document names as images. It never looks for a file.
class ObjectPainter : public QObject, public QTextObjectInterface {
    Q_OBJECT
    Q_INTERFACES(QTextObjectInterface)

public:
    explicit ObjectPainter(const PaperObjects& objects)
        : m_objects(objects)
    {
    }

    QSizeF intrinsicSize(QTextDocument*, int, const QTextFormat& format) override
    {
        return {format.toImageFormat().width(), format.toImageFormat().height()};
    }

    void drawObject(QPainter* painter, const QRectF& rect, QTextDocument*, int,
        const QTextFormat& format) override
    {
        const QTextImageFormat image = format.toImageFormat();
        const Formula* inLine = find(m_objects.formulas, QLatin1String("formula:"), image);
        const Formula* displayed = find(m_objects.formulas, QLatin1String("displayed:"), image);
        if (const Formula* formula = inLine ? inLine : displayed) {
            const double scale = m_objects.scale(*formula);
            const double below = inLine ? 0 : formula->descent() * scale;
            painter->save();
            painter->setPen(Qt::black);
            painter->translate(rect.left(), rect.bottom() - below);
            painter->scale(scale, scale);
            formula->draw(*painter, {0, 0});
            painter->restore();
        } else if (const QImage* found = find(m_objects.images, QLatin1String("image:"), image)) {
            painter->drawImage(rect, *found);
        }
    }

private:
    template <typename Object>
    static const Object* find(
        const std::vector<Object>& objects, QLatin1String scheme, const QTextImageFormat& format)
    {
        const QString name = format.name();
        if (!name.startsWith(scheme))
            return nullptr;
        const qulonglong number = QStringView(name).mid(scheme.size()).toULongLong();
        return number < objects.size() ? &objects[number] : nullptr;
    }

    const PaperObjects& m_objects;
};

class PaperForm : public OutputForm {
public:
    PaperForm(double width, const OutputWork& work)
        : OutputForm(work)
    {
        m_objects.width = width;
    }

    const PaperObjects& objects() const { return m_objects; }

    QString formula(const QString& latex, bool isDisplayed) const override
    {
        const Formula formula(latex, textFont(textSize),
            isDisplayed ? Formula::Style::Displayed : Formula::Style::Inline);
        m_objects.formulas.push_back(formula);
        const double scale = m_objects.scale(formula);
        const QString number = QString::number(m_objects.formulas.size() - 1);
        if (isDisplayed)
            return QStringLiteral("<p class=\"formula\">%1</p>")
                .arg(element("displayed:" + number,
                    QSizeF(formula.width(), formula.ascent() + formula.descent()) * scale));
        return element("formula:" + number, QSizeF(formula.width(), formula.ascent()) * scale)
            + roomBelow(formula.descent() * scale);
    }

    QString picture(const services::Picture& picture) const override
    {
        const QString html = image(outputImage(picture), picture.name);
        return html.isEmpty()
            ? QStringLiteral("<p class=\"file\">%1</p>").arg(escapedHtml(picture.name.simplified()))
            : html;
    }

    QString image(const QImage& original, const QString&) const override
    {
        if (original.isNull())
            return {};
        QImage image = original;
        // Small images are not blown up: a pixel has at least the size that it has on a screen.
        const QSizeF natural = image.deviceIndependentSize() * (72 / 96.0 * dotsPerPoint);
        if (const qint64 pixels = qint64(image.width()) * image.height(); pixels > maxPicturePixels)
            image
                = image.scaled(image.size() * std::sqrt(double(maxPicturePixels) / double(pixels)),
                    Qt::KeepAspectRatio, Qt::SmoothTransformation);
        const QSizeF room(m_objects.width, toDots(maxPictureHeight));
        const double scale
            = std::min({1.0, room.width() / natural.width(), room.height() / natural.height()});
        m_objects.images.push_back(image);
        return QStringLiteral("<p>%1</p>")
            .arg(element(
                QStringLiteral("image:%1").arg(m_objects.images.size() - 1), natural * scale));
    }

    QString folded(const QString& title, const QString&) const override
    {
        return QStringLiteral("<p class=\"file\">%1</p>")
            .arg(escapedHtml(services::visibleText(title)));
    }

private:
    // An object in a line stands on the baseline. What reaches below it needs another one, half of
    // which is below: it is centered on half the height of an x, which is nothing in this font.
    static QString roomBelow(double height)
    {
        if (height <= QFontMetricsF(textFont(textSize)).descent())
            return {};
        return QStringLiteral(
            "&#8288;<span style=\"font-size:1px;vertical-align:middle\">%1</span>")
            .arg(element("below:", {1, 2 * height}));
    }

    static QString element(const QString& name, QSizeF size)
    {
        return QStringLiteral("<img src=\"%1\" width=\"%2\" height=\"%3\">")
            .arg(name)
            .arg(int(std::ceil(size.width())))
            .arg(int(std::ceil(size.height())));
    }

    mutable PaperObjects m_objects;
};

QString styleSheet()
{
    const auto dots = [](double points) { return QString::number(toDots(points)); };
    QString css = QStringLiteral(
        "body{color:#000000}"
        "p,li{margin-top:%1px;margin-bottom:%1px}"
        "h1,h2,h3,h4,h5,h6{margin-top:%2px;margin-bottom:%1px;font-weight:bold}"
        "h1{font-size:%3px}h2{font-size:%4px}h3,h4,h5,h6{font-size:%5px}"
        "h2.author{font-size:%6px;color:#5a5a5a}"
        "p.question{white-space:pre-wrap}"
        "p.formula{text-align:center}"
        "pre{white-space:pre-wrap;background-color:#f4f3f0;margin-top:%1px;margin-bottom:%1px}"
        "pre,code{font-family:'Noto Sans Mono',monospace;font-size:%7px}"
        "a{color:#2a48b0;text-decoration:none}"
        "table{border-collapse:collapse}"
        "th,td{border-width:1px;border-style:solid;border-color:#a0a0a0;padding:%8px}"
        "blockquote{margin-left:%5px;color:#404040}"
        "p.file,p.note,p.sources{color:#5a5a5a}p.error{color:#a11d1d}"
        ".no-fact{color:#5a5a5a;text-decoration:underline}"
        "ol.sources,p.passage{font-size:%6px}p.passage{color:#5a5a5a;white-space:pre-wrap}")
                      .arg(dots(4), dots(10), dots(15), dots(13), dots(11), dots(9), dots(codeSize),
                          dots(3));
    for (const CodeStyle style : {CodeStyle::Keyword, CodeStyle::Type, CodeStyle::String,
             CodeStyle::Number, CodeStyle::Comment, CodeStyle::Name, CodeStyle::Added,
             CodeStyle::Removed, CodeStyle::Heading})
        css += QStringLiteral(".%1{color:%2}")
                   .arg(codeClass(style), codeColor(style, Scheme::Light).name());
    return css;
}

/// A document that loads nothing.
class SealedDocument : public QTextDocument {
protected:
    QVariant loadResource(int, const QUrl&) override { return {}; }
};

/// Draws one message after the other, each as a document of its own, so that a long conversation
/// needs no more memory than its longest message.
class Paper {
public:
    Paper(QPagedPaintDevice& device, const QString& title)
        : m_device(device)
        , m_title(title)
        , m_styleSheet(styleSheet())
    {
        const QRectF room = device.pageLayout().paintRect(QPageLayout::Point);
        m_width = std::floor(room.width() * dotsPerPoint);
        m_height = std::floor((room.height() - footerHeight) * dotsPerPoint);
        if (!m_painter.begin(&device))
            services::reject(Text::tr("The printer can't be reached. Check that it is turned on."));
        const double scale = device.logicalDpiX() / 72.0 / dotsPerPoint;
        m_painter.scale(scale, scale);
        m_painter.setRenderHint(QPainter::LosslessImageRendering);
        drawFooter();
    }

    double width() const { return m_width; }

    // Throws Error{Cancelled} once the work is stopped.
    void add(const QString& html, const PaperForm& form, const OutputWork& work)
    {
        if (m_y > m_height - toDots(leastRoom))
            beginPage();
        SealedDocument document;
        ObjectPainter objects(form.objects());
        document.documentLayout()->registerHandler(QTextFormat::ImageObject, &objects);
        document.setUseDesignMetrics(true);
        document.setDefaultFont(textFont(textSize));
        document.setDefaultStyleSheet(m_styleSheet);
        document.setIndentWidth(toDots(16));
        document.setDocumentMargin(0);
        document.setPageSize({m_width, m_height});
        // Nothing else moves the beginning of a document down its first page.
        const QString above = m_y > 0
            ? QStringLiteral(
                "<p style=\"margin:0\"><img src=\"above:\" width=\"1\" height=\"%1\"></p>")
                  .arg(int(m_y))
            : QString();
        document.setHtml(QStringLiteral("<body>%1%2</body>").arg(above, html));
        work.requireGoing();
        trimHeadings(document);
        setBoxes(document);
        keepHeadings(document);
        draw(document, work);
    }

    void end()
    {
        if (!m_painter.end())
            services::reject(Text::tr("The pages couldn't be printed."));
    }

private:
    void beginPage()
    {
        if (!m_device.newPage())
            services::reject(Text::tr("The pages couldn't be printed."));
        ++m_page;
        m_y = 0;
        drawFooter();
    }

    void drawFooter()
    {
        const QRectF footer(0, m_height, m_width, toDots(footerHeight));
        m_painter.setFont(textFont(8));
        m_painter.setPen(QColor(90, 90, 90));
        const QString number = Text::tr("Page %1").arg(QLocale().toString(m_page));
        const double room = m_width - toDots(80);
        m_painter.drawText(footer, Qt::AlignLeft | Qt::AlignBottom,
            QFontMetricsF(m_painter.font()).elidedText(m_title, Qt::ElideRight, room));
        m_painter.drawText(footer, Qt::AlignRight | Qt::AlignBottom, number);
    }

    // Removes what Qt knows of the size of headings, which takes precedence over the style sheet.
    static void trimHeadings(QTextDocument& document)
    {
        for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
            if (block.blockFormat().headingLevel() == 0)
                continue;
            std::vector<QTextFragment> fragments;
            for (auto part = block.begin(); !part.atEnd(); ++part)
                fragments.push_back(part.fragment());
            for (const QTextFragment& fragment : fragments) {
                QTextCharFormat format = fragment.charFormat();
                format.clearProperty(QTextFormat::FontSizeAdjustment);
                QTextCursor cursor(&document);
                cursor.setPosition(fragment.position());
                cursor.setPosition(
                    fragment.position() + fragment.length(), QTextCursor::KeepAnchor);
                cursor.setCharFormat(format);
            }
        }
    }

    // The box of a task takes the place of its bullet.
    static void setBoxes(QTextDocument& document)
    {
        for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
            const QString text = block.text();
            const bool isDone = text.startsWith(u"☑ ");
            if (!block.textList() || (!isDone && !text.startsWith(u"☐ ")))
                continue;
            QTextBlockFormat format = block.blockFormat();
            format.setMarker(isDone ? QTextBlockFormat::MarkerType::Checked
                                    : QTextBlockFormat::MarkerType::Unchecked);
            QTextCursor cursor(block);
            cursor.setBlockFormat(format);
            cursor.movePosition(QTextCursor::NextCharacter, QTextCursor::KeepAnchor, 2);
            cursor.removeSelectedText();
        }
    }

    int pageOf(double y) const { return int(std::floor(y / m_height)); }

    // Moves headings to the next page if what is below them begins there.
    void keepHeadings(QTextDocument& document) const
    {
        const QAbstractTextDocumentLayout& layout = *document.documentLayout();
        for (QTextBlock block = document.begin(); block.next().isValid(); block = block.next()) {
            if (block.blockFormat().headingLevel() == 0)
                continue;
            const double top = layout.blockBoundingRect(block).top();
            const double next = layout.blockBoundingRect(block.next()).top();
            if (pageOf(top) == pageOf(next))
                continue;
            QTextBlockFormat format = block.blockFormat();
            format.setPageBreakPolicy(QTextFormat::PageBreak_AlwaysBefore);
            QTextCursor(block).setBlockFormat(format);
        }
    }

    void draw(QTextDocument& document, const OutputWork& work)
    {
        const int pages = std::max(1, document.pageCount());
        const double bottom
            = document.documentLayout()->blockBoundingRect(document.lastBlock()).bottom();
        for (int page = 0; page < pages; ++page) {
            work.requireGoing();
            if (page > 0)
                beginPage();
            m_painter.save();
            m_painter.translate(0, -page * m_height);
            document.drawContents(&m_painter, QRectF(0, page * m_height, m_width, m_height));
            m_painter.restore();
        }
        m_y = std::max(0.0, bottom - (pages - 1) * m_height) + toDots(gapBetweenMessages);
    }

    QPagedPaintDevice& m_device;
    const QString m_title;
    const QString m_styleSheet;
    double m_width = 0, m_height = 0; // of the text on a page, in dots
    QPainter m_painter;
    int m_page = 1;
    double m_y = 0; // where the page is empty
};

} // namespace

void setUsualPaper(QPagedPaintDevice& device)
{
    const bool isMetric = QLocale().measurementSystem() == QLocale::MetricSystem;
    device.setPageSize(QPageSize(isMetric ? QPageSize::A4 : QPageSize::Letter));
    device.setPageMargins(
        QMarginsF(marginMillimeters, marginMillimeters, marginMillimeters, marginMillimeters),
        QPageLayout::Millimeter);
}

void drawOnPaper(const OutputContents& contents, QPagedPaintDevice& device, const OutputWork& work)
{
    const QString title = services::visibleText(contents.title.simplified());
    Paper paper(device, title);
    for (int index = 0; index < int(contents.messages.size()); ++index) {
        work.report(index);
        PaperForm form(paper.width(), work);
        QString html
            = index == 0 ? QStringLiteral("<h1>%1</h1>").arg(escapedHtml(title)) : QString();
        html += messageHtml(contents.messages[index], form, picturesAbove(contents, index));
        paper.add(html, form, work);
    }
    paper.end();
}

void printOn(QPagedPaintDevice& device, const OutputContents& contents, const OutputWork& work)
{
    QByteArray unused;
    QBuffer nobody(&unused);
    nobody.open(QIODevice::WriteOnly);
    QPdfWriter trial(&nobody);
    trial.setPageLayout(device.pageLayout());
    const auto half = [&work](int before) { // the messages are counted once, but drawn twice
        return [&work, before](int messages) {
            if (work.progress)
                work.progress((before + messages) / 2);
        };
    };
    const auto all = int(contents.messages.size());
    drawOnPaper(contents, trial, {half(0), work.stop, work.diagrams});
    drawOnPaper(contents, device, {half(all), {}, work.diagrams});
}

QByteArray toPdf(const OutputContents& contents, const OutputWork& work)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(300);
    setUsualPaper(writer);
    writer.setTitle(contents.title.simplified().left(200));
    writer.setCreator(QStringLiteral("Vignette"));
    drawOnPaper(contents, writer, work);
    return bytes;
}

} // namespace ui

#include "paper.moc"
