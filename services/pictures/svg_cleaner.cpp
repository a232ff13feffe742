#include "services/pictures/svg_cleaner.h"

#include "services/pictures/svg_uses.h"
#include "vision/images/decode.h"
#include "vision/images/gif_file.h"
#include "vision/images/jpeg_file.h"
#include "vision/images/png_file.h"
#include "vision/images/raster.h"
#include "vision/images/webp_file.h"

#include <QBuffer>
#include <QImageReader>
#include <QSet>
#include <QXmlStreamReader>
#include <QXmlStreamWriter>

namespace services {

namespace {

using vision::refusePicture;

constexpr int mostLevels = 200;

const QSet<QString> drawnElements = {"svg", "g", "defs", "use", "symbol", "a", "switch", "path",
    "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan", "image",
    "linearGradient", "radialGradient", "stop", "solidColor", "style", "title", "desc"};

// Only places within the file may be named: url(#shade).
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

// What a picture within an SVG may be, by Qt's name of it; empty: it is something else.
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
            refusePicture("is an SVG with entities that it does not define itself");
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
                refusePicture("is an SVG with external entities, which are never fetched");
    }

    void startElement()
    {
        const QString name = m_reader.name().toString();
        if (!drawnElements.contains(name))
            return m_reader.skipCurrentElement();
        const QXmlStreamAttributes attributes = m_reader.attributes();
        if (name == QLatin1String("style"))
            return copyStyle();
        if (name == QLatin1String("image") && !isEmbeddedPicture(hrefOf(attributes)))
            return m_reader.skipCurrentElement();
        if (m_uses.depth() >= mostLevels)
            refusePicture("is an SVG whose elements are nested too deep to be drawn");
        m_uses.enter(attributes.value(QLatin1String("id")).toString(),
            name == QLatin1String("use") ? hrefOf(attributes).mid(1) : QString());
        m_writer.writeStartElement(name);
        copyAttributes(attributes, /*isImage=*/name == QLatin1String("image"));
    }

    static QString hrefOf(const QXmlStreamAttributes& attributes)
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

    // A picture file within the address itself, and no drawing again. The size counts before it is
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
    qint64 m_pixels = 0; // of all embedded pictures
};

} // namespace

QByteArray cleanedSvg(const QByteArray& file)
{
    return SvgCleaner(file).run();
}

} // namespace services
