#include "services/pictures/svg_picture.h"

#include "vision/images/decode.h"
#include "vision/images/gif.h"
#include "vision/images/image.h"
#include "vision/images/jpeg_file.h"
#include "vision/images/png_file.h"
#include "vision/images/webp.h"

#include <QBuffer>
#include <QGuiApplication>
#include <QImageReader>
#include <QPainter>
#include <QSet>
#include <QSvgRenderer>
#include <QXmlStreamReader>
#include <QXmlStreamWriter>

namespace services {

namespace {

constexpr qint64 maxElements = 100'000;
constexpr int maxUseLevels = 512; // of groups and uses within each other
constexpr qint64 unknown = -1, underWay = -2;

} // namespace

void SvgUses::enter(const QString& id, const QString& used)
{
    int group = m_open.isEmpty() ? 0 : m_open.last();
    if (!id.isEmpty()) {
        const int own = int(m_groups.size());
        m_groups[group].within << own;
        m_groups << Group{};
        m_named[id] << own;
        group = own;
    }
    m_open << group;
    ++m_groups[group].elements;
    if (!used.isEmpty())
        m_groups[group].uses << used;
    if (++m_elements > maxElements)
        vision::refusePicture("is an SVG with too many elements to be drawn");
}

void SvgUses::leave()
{
    m_open.removeLast();
}

void SvgUses::check() const
{
    QList<qint64> known(m_groups.size(), unknown);
    drawnBy(0, known, 0);
}

qint64 SvgUses::drawnBy(int group, QList<qint64>& known, int depth) const
{
    if (known[group] == underWay)
        vision::refusePicture("is an SVG with an element that uses itself");
    if (known[group] != unknown)
        return known[group];
    if (depth > maxUseLevels)
        vision::refusePicture("is an SVG whose elements use each other too often to be drawn");
    known[group] = underWay;
    qint64 drawn = m_groups[group].elements;
    const auto add = [&](const QList<int>& groups) {
        for (const int other : groups) {
            drawn += drawnBy(other, known, depth + 1);
            if (drawn > maxElements)
                vision::refusePicture("is an SVG with too many elements to be drawn");
        }
    };
    add(m_groups[group].within);
    for (const QString& used : m_groups[group].uses)
        add(m_named.value(used));
    return known[group] = drawn;
}

namespace {

using vision::refusePicture;

constexpr int maxLevels = 200;

const QSet<QString> drawnElements = {"svg", "g", "defs", "use", "symbol", "a", "switch", "path",
    "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan", "image",
    "linearGradient", "radialGradient", "stop", "solidColor", "style", "title", "desc"};

// References may point into the file only: url(#shade).
bool namesOutside(QStringView value)
{
    for (qsizetype place = 0;;) {
        place = value.indexOf(QLatin1String("url"), place, Qt::CaseInsensitive);
        if (place < 0)
            return value.contains(u'\\') || value.contains(QLatin1String("@import"));
        const QStringView rest = value.mid(place + 3).trimmed();
        if (rest.startsWith(u'(') && !rest.mid(1).trimmed().startsWith(u'#'))
            return true;
        place += 3;
    }
}

// What an image within an SVG may be, by Qt's name of it; empty: it is something else.
QByteArray embeddableFormat(const QByteArray& bytes)
{
    static constexpr struct {
        bool (*isOfIt)(vision::FileBytes);
        const char* format;
    } formats[] = {
        {vision::isPng, "png"},
        {vision::isJpeg, "jpeg"},
        {vision::isGif, "gif"},
        {vision::isWebp, "webp"},
    };
    const auto file = std::as_bytes(std::span(bytes.constData(), size_t(bytes.size())));
    for (const auto& row : formats)
        if (row.isOfIt(file))
            return row.format;
    return {};
}

class SvgCleaner {
public:
    explicit SvgCleaner(const QByteArray& file)
        : m_reader(file)
        , m_writer(&m_cleaned)
    {
    }

    QByteArray run()
    {
        while (!m_reader.atEnd())
            take(m_reader.readNext());
        if (m_reader.hasError())
            refusePicture("is a broken SVG: " + m_reader.errorString().toStdString() + " (line "
                + std::to_string(m_reader.lineNumber()) + ")");
        m_uses.check();
        return m_cleaned;
    }

private:
    void take(QXmlStreamReader::TokenType token)
    {
        switch (token) {
        case QXmlStreamReader::DTD:
            return checkEntities();
        case QXmlStreamReader::EntityReference:
            refusePicture("is an SVG with undefined entities");
        case QXmlStreamReader::StartElement:
            return startElement();
        case QXmlStreamReader::EndElement:
            m_uses.leave();
            return m_writer.writeEndElement();
        case QXmlStreamReader::Characters:
            return m_writer.writeCharacters(m_reader.text().toString());
        default:
            return; // comments and such
        }
    }

    void checkEntities()
    {
        for (const QXmlStreamEntityDeclaration& entity : m_reader.entityDeclarations())
            if (!entity.systemId().isEmpty() || !entity.publicId().isEmpty())
                refusePicture("is an SVG with external entities, which aren't supported");
    }

    void startElement()
    {
        const QString name = m_reader.name().toString();
        if (!drawnElements.contains(name))
            return m_reader.skipCurrentElement();
        const QXmlStreamAttributes attributes = m_reader.attributes();
        if (name == QLatin1String("style"))
            return copyStyle();
        if (name == QLatin1String("image") && !isEmbeddedPicture(findHref(attributes)))
            return m_reader.skipCurrentElement();
        if (m_uses.depth() >= maxLevels)
            refusePicture("is an SVG whose elements are nested too deeply");
        m_uses.enter(attributes.value(QLatin1String("id")).toString(),
            name == QLatin1String("use") ? findHref(attributes).mid(1) : QString());
        m_writer.writeStartElement(name);
        copyAttributes(attributes, /*isImage=*/name == QLatin1String("image"));
    }

    static QString findHref(const QXmlStreamAttributes& attributes)
    {
        for (const QXmlStreamAttribute& attribute : attributes)
            if (attribute.name() == QLatin1String("href"))
                return attribute.value().toString().trimmed();
        return {};
    }

    void copyAttributes(const QXmlStreamAttributes& attributes, bool isImage)
    {
        for (const QXmlStreamAttribute& attribute : attributes) {
            const QString name = attribute.name().toString();
            const QString value = attribute.value().toString();
            if (name == QLatin1String("href")) {
                if (isImage || value.trimmed().startsWith(u'#'))
                    m_writer.writeAttribute("xlink:href", value.trimmed());
            } else if (!name.startsWith(QLatin1String("on")) && !namesOutside(value)
                && name != QLatin1String("base")) {
                m_writer.writeAttribute(attribute.qualifiedName().toString(), value);
            }
        }
    }

    void copyStyle()
    {
        const QString style = m_reader.readElementText(QXmlStreamReader::SkipChildElements);
        if (!namesOutside(style))
            m_writer.writeTextElement("style", style);
    }

    // An image file within the address itself, and no drawing again. The size counts before it is
    // decoded.
    bool isEmbeddedPicture(const QString& href)
    {
        const qsizetype comma = href.indexOf(u',');
        if (!href.startsWith(QLatin1String("data:image/"), Qt::CaseInsensitive) || comma < 0
            || !href.left(comma).endsWith(QLatin1String(";base64"), Qt::CaseInsensitive))
            return false;
        QByteArray bytes = QByteArray::fromBase64(QStringView(href).mid(comma + 1).toLatin1());
        const QByteArray format = embeddableFormat(bytes);
        if (format.isEmpty())
            return false;
        QBuffer buffer(&bytes);
        QImageReader reader(&buffer, format); // no other reader sees the bytes
        reader.setAutoDetectImageFormat(false);
        const QSize size = reader.size();
        m_pixels += qint64(size.width()) * size.height();
        return size.isValid() && m_pixels <= vision::maxImagePixels;
    }

    QXmlStreamReader m_reader;
    QByteArray m_cleaned;
    QXmlStreamWriter m_writer;
    SvgUses m_uses;
    qint64 m_pixels = 0; // of all embedded images
};

} // namespace

QByteArray cleanedSvg(const QByteArray& file)
{
    return SvgCleaner(file).run();
}

namespace {

constexpr qsizetype maxSvgBytes = 8 << 20;
constexpr qsizetype headBytes = 4096; // in which the first element must begin
constexpr int minSide = 1024, maxSide = 2048; // pixels, of the longer side

QSize sizeToDraw(const QSizeF& own)
{
    const double longer = std::max(own.width(), own.height());
    if (!(own.width() > 0) || !(own.height() > 0) || longer > 1e6
        || own.width() > 100 * own.height() || own.height() > 100 * own.width())
        vision::refusePicture("is an SVG without a valid size");
    const double scale = std::clamp(longer, double(minSide), double(maxSide)) / longer;
    return (own * scale).toSize().expandedTo({1, 1});
}

} // namespace

bool isSvg(const QByteArray& file)
{
    QByteArray head = file.left(headBytes);
    if (head.startsWith("\xEF\xBB\xBF"))
        head.remove(0, 3);
    return head.trimmed().startsWith('<') && head.contains("<svg");
}

QImage decodeSvg(const QByteArray& file)
{
    if (!qobject_cast<QGuiApplication*>(QCoreApplication::instance())) // fonts need one
        vision::refusePicture("is an SVG, which only the desktop program can draw");
    if (file.size() > maxSvgBytes)
        vision::refusePicture(
            "is an SVG larger than " + std::to_string(maxSvgBytes >> 20) + " MiB");
    QSvgRenderer renderer(cleanedSvg(file));
    if (!renderer.isValid())
        vision::refusePicture("is an SVG that can't be drawn");
    renderer.setAspectRatioMode(Qt::KeepAspectRatio);
    QSizeF own = renderer.viewBoxF().size();
    if (!renderer.defaultSize().isEmpty())
        own = renderer.defaultSize();
    QImage image(sizeToDraw(own), QImage::Format_RGB888);
    image.fill(Qt::white);
    QPainter painter(&image);
    renderer.render(&painter);
    return image;
}

} // namespace services
