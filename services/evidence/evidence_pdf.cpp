#include "services/evidence/evidence_pdf.h"

#include "services/conversations/thinking.h"
#include "services/documents/answers/citations.h"
#include "services/documents/answers/supporting_sentence.h"
#include "services/documents/page_picture.h"
#include "services/text.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QCoreApplication>
#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QFontDatabase>
#include <QJsonArray>
#include <QLocale>
#include <QPainter>
#include <QPdfWriter>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextDocumentFragment>
#include <QTextTable>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>
#include <zlib.h>

namespace services {

namespace {

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(services::drawEvidence)
};

constexpr int resolution = 300; // dots per inch
constexpr double dotsPerPoint = resolution / 72.0;

// Lengths of the document are dots of the PDF. Sizes in points would depend on the screen.
int toPixels(double points)
{
    return int(std::lround(points * dotsPerPoint));
}

constexpr int pageWidthPixels = 1654; // 200 dots per inch of A4
constexpr double aroundPassage = 18; // points
constexpr double maxCutOutHeight = 560; // points
constexpr double marginMillimeters = 20;
constexpr QColor passageColor(255, 242, 170), sentenceColor(255, 208, 80);

// Looks up the images that were added to it, and no file that an answer may name.
class EvidenceDocument : public QTextDocument {
public:
    QString addImage(const QImage& image)
    {
        m_images.push_back(image);
        return QStringLiteral("cut-out:%1").arg(m_images.size());
    }

protected:
    QVariant loadResource(int, const QUrl& name) override
    {
        const qsizetype number = name.path().toLongLong();
        const bool isKnown
            = name.scheme() == QLatin1String("cut-out") && number >= 1 && number <= m_images.size();
        return isKnown ? m_images[number - 1] : QImage();
    }

private:
    QList<QImage> m_images;
};

// A passage as it looks on its page.
struct CutOut {
    QImage image; // null: its page can't be drawn
    QSizeF size; // points
};

// The document that was read last, because many citations are of one file.
class LastDocument {
public:
    // The text of a file without pages if it can't be read.
    const Document& read(const QString& path, const EvidenceWork& work)
    {
        if (m_path == path)
            return m_document;
        m_path = path;
        m_document = {};
        try {
            m_document = readDocument(path, {}, work.readerProcess());
        } catch (const base::Error&) {
            work.requireGoing();
        }
        return m_document;
    }

private:
    QString m_path;
    Document m_document;
};

// The rectangles of sentences on the page of their passage.
QList<QRectF> rectanglesOf(
    const std::vector<ByteRange>& sentences, const Source& source, const Document& document)
{
    QList<QRectF> rectangles;
    const std::string passage = source.passage.toStdString();
    const auto found = document.pages.empty() ? std::nullopt
                                              : findPassage(document, passage, storedRange(source));
    if (!found)
        return {};
    for (const ByteRange& sentence : sentences) {
        const auto bytes = findPart(document, passage, *found, sentence);
        if (!bytes || int(pageAt(document, bytes->from)) + 1 != source.page)
            continue;
        for (const Rectangle& line : findRectangles(document, *bytes))
            rectangles << QRectF(
                double(line.x), double(line.y), double(line.width), double(line.height));
    }
    return rectangles;
}

// `sentences` of it are marked more strongly.
CutOut cutOut(const Source& source, const std::vector<ByteRange>& sentences, LastDocument& document,
    const EvidenceWork& work)
{
    if (source.rectangles.isEmpty() || source.address.isEmpty())
        return {};
    PagePicture page;
    try {
        page = readPagePicture(
            source.address, source.page, pageWidthPixels, work.readerProcess(pageDrawer()));
    } catch (const base::Error&) {
        work.requireGoing();
        return {};
    }
    const double scale = page.image.width() / page.size.width();
    QRectF area;
    QPainter painter(&page.image);
    painter.setCompositionMode(QPainter::CompositionMode_Multiply);
    const auto mark = [&](const QRectF& line, const QColor& color) {
        painter.fillRect(QRectF(line.topLeft() * scale, line.size() * scale), color);
    };
    for (const QRectF& line : source.rectangles) {
        area |= line;
        mark(line, passageColor);
    }
    if (!sentences.empty())
        for (const QRectF& line :
            rectanglesOf(sentences, source, document.read(source.address, work)))
            mark(line, sentenceColor);
    painter.end();
    area = area.adjusted(-aroundPassage, -aroundPassage, aroundPassage, aroundPassage)
        & QRectF(QPointF(), page.size);
    const QRect pixels
        = QRectF(area.topLeft() * scale, area.size() * scale).toAlignedRect() & page.image.rect();
    if (pixels.isEmpty())
        return {};
    CutOut cut{page.image.copy(pixels), area.size()};
    QPainter frame(&cut.image);
    frame.setPen(QColor(200, 200, 200));
    frame.drawRect(cut.image.rect().adjusted(0, 0, -1, -1));
    return cut;
}

/// Writes a reply into a document.
class EvidenceWriter {
public:
    EvidenceWriter(const Evidence& evidence, EvidenceDocument& document, double textWidth)
        : m_evidence(evidence)
        , m_document(document)
        , m_cursor(&document)
        , m_textWidth(textWidth)
    {
    }

    void write(const EvidenceWork& work)
    {
        heading(m_evidence.question.trimmed(), 15);
        note(Text::tr("Exported by Vignette %1 on %2")
                 .arg(m_evidence.version,
                     QLocale().toString(QDateTime::fromMSecsSinceEpoch(m_evidence.exported),
                         QLocale::LongFormat)));
        heading(Text::tr("Answer"), 12);
        answer();
        const QList<int> cited = citedSources(m_evidence);
        if (!cited.isEmpty())
            heading(Text::tr("Cited passages"), 12);
        for (qsizetype index = 0; index < cited.size(); ++index) {
            work.requireGoing();
            passage(cited[index], work);
            if (work.progress)
                work.progress(double(index + 1) / double(cited.size()));
        }
        heading(Text::tr("How to check it"), 12);
        note(Text::tr("“Check again” in Vignette reads the attached record and says whether the "
                      "files, the passages, the citations and the answer are still the same."));
        details();
    }

private:
    void block(double above)
    {
        QTextBlockFormat format;
        format.setTopMargin(above * dotsPerPoint);
        if (m_isEmpty) {
            m_cursor.setBlockFormat(format);
            m_isEmpty = false;
        } else {
            m_cursor.insertBlock(format, QTextCharFormat());
        }
    }

    void insert(const QString& text, double points, bool isBold = false, bool isGray = false)
    {
        QTextCharFormat format;
        format.setProperty(QTextFormat::FontPixelSize, toPixels(points));
        format.setFontWeight(isBold ? QFont::Bold : QFont::Normal);
        if (isGray)
            format.setForeground(QColor(90, 90, 90));
        m_cursor.insertText(text, format);
    }

    void heading(const QString& text, double points)
    {
        block(points);
        insert(text, points, true);
    }

    void note(const QString& text)
    {
        block(3);
        insert(text, 8.5, false, true);
    }

    // Markdown without HTML; images are left out.
    void answer()
    {
        EvidenceDocument text;
        QFont font = m_document.defaultFont();
        font.setPointSizeF(font.pixelSize()); // of which paragraphs get their distance
        text.setDefaultFont(font);
        text.setMarkdown(splitThinking(m_evidence.answer).answer,
            QTextDocument::MarkdownFeatures(
                QTextDocument::MarkdownDialectGitHub | QTextDocument::MarkdownNoHTML));
        for (QTextFrame* frame : text.rootFrame()->childFrames())
            if (auto* table = qobject_cast<QTextTable*>(frame))
                drawThinLines(*table);
        block(4);
        m_cursor.insertFragment(QTextDocumentFragment(&text));
    }

    static void drawThinLines(QTextTable& table)
    {
        QTextTableFormat format = table.format();
        format.setBorderCollapse(true);
        format.setBorder(0.5 * dotsPerPoint);
        format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        format.setBorderBrush(QColor(160, 160, 160));
        format.setCellPadding(3 * dotsPerPoint);
        format.setCellSpacing(0);
        table.setFormat(format);
    }

    void passage(int number, const EvidenceWork& work)
    {
        const Source& source = m_evidence.sources[number - 1];
        block(10);
        const int title = m_cursor.blockNumber();
        insert(
            QStringLiteral("[%1] %2").arg(number).arg(visibleText(sourceName(source))), 10, true);
        if (!source.heading.isEmpty())
            note(visibleText(source.heading));
        for (const EvidenceCitation& citation : m_evidence.citations)
            if (citation.number == number && !citation.isSupported)
                note(Text::tr("Doesn't support: %1").arg(citation.statement));
        const std::string words = source.passage.toStdString();
        const std::vector<ByteRange> sentences = findSupportingSentences(
            statementsCiting(m_evidence.answer.toStdString(), number), words);
        const CutOut cut = cutOut(source, sentences, m_last, work);
        block(4);
        if (cut.image.isNull()) {
            QTextBlockFormat format = m_cursor.blockFormat();
            format.setLeftMargin(12 * dotsPerPoint);
            format.setBackground(QColor(255, 248, 214));
            m_cursor.setBlockFormat(format);
            return insertPassage(words, sentences);
        }
        const double scale
            = std::min({1.0, m_textWidth / cut.size.width(), maxCutOutHeight / cut.size.height()});
        QTextImageFormat image;
        image.setName(m_document.addImage(cut.image));
        image.setWidth(cut.size.width() * scale * dotsPerPoint);
        image.setHeight(cut.size.height() * scale * dotsPerPoint);
        m_cursor.insertImage(image);
        keepTogether(title);
    }

    void insertPassage(const std::string& words, const std::vector<ByteRange>& sentences)
    {
        const auto insertPart = [&](size_t from, size_t to, bool isSentence) {
            QTextCharFormat format;
            format.setProperty(QTextFormat::FontPixelSize, toPixels(9));
            if (isSentence)
                format.setBackground(sentenceColor);
            m_cursor.insertText(QString::fromStdString(words.substr(from, to - from))
                                    .replace(u'\n', QChar::LineSeparator),
                format);
        };
        size_t at = 0;
        for (const ByteRange& sentence : sentences) {
            insertPart(at, sentence.from, false);
            insertPart(sentence.from, sentence.to, true);
            at = sentence.to;
        }
        insertPart(at, words.size(), false);
    }

    // Moves a title to the next page if what is below it, up to the cursor, begins there.
    void keepTogether(int title)
    {
        const QAbstractTextDocumentLayout& layout = *m_document.documentLayout();
        const QTextBlock block = m_document.findBlockByNumber(title);
        const double top = layout.blockBoundingRect(block).top();
        const double bottom = layout.blockBoundingRect(m_cursor.block()).bottom() - 1;
        const double page = m_document.pageSize().height();
        if (std::floor(top / page) == std::floor(bottom / page))
            return;
        QTextBlockFormat format = block.blockFormat();
        format.setPageBreakPolicy(QTextFormat::PageBreak_AlwaysBefore);
        QTextCursor(block).setBlockFormat(format);
    }

    // What the answer was made of, in two columns.
    void details()
    {
        std::vector<std::pair<QString, QString>> rows;
        const auto add = [&rows](const QString& name, const QString& value) {
            if (!value.isEmpty())
                rows.emplace_back(name, visibleText(value));
        };
        const auto addFile = [&add](const QString& name, const HashedFile& file) {
            add(name, file.path);
            add(QStringLiteral("SHA-256"),
                file.hash.isEmpty() ? Text::tr("It couldn't be read.") : file.hash);
        };
        for (const HashedFile& file : m_evidence.files)
            addFile(Text::tr("File"), file);
        add(Text::tr("Model"),
            m_evidence.modelName.isEmpty() ? Text::tr("None") : m_evidence.modelName);
        for (const HashedFile& file : m_evidence.modelFiles)
            addFile(Text::tr("Model file"), file);
        add(Text::tr("Computed by"), m_evidence.device);
        add(Text::tr("Options"), m_evidence.options.join(u' '));
        if (!m_evidence.modelName.isEmpty()) {
            add(Text::tr("Seed"),
                m_evidence.settings.seed ? QString::number(*m_evidence.settings.seed)
                                         : Text::tr("None"));
            add(Text::tr("Settings"), settings());
        }
        block(4);
        QTextTableFormat format;
        format.setBorder(0);
        format.setCellPadding(1.5 * dotsPerPoint);
        QTextTable* table = m_cursor.insertTable(int(rows.size()), 2, format);
        for (int row = 0; row < int(rows.size()); ++row) {
            m_cursor = table->cellAt(row, 0).firstCursorPosition();
            insert(rows[size_t(row)].first, 8, true);
            m_cursor = table->cellAt(row, 1).firstCursorPosition();
            insert(rows[size_t(row)].second, 8);
        }
        m_cursor.movePosition(QTextCursor::End);
    }

    static QString toText(const QJsonValue& value)
    {
        if (value.isDouble())
            return QString::number(value.toDouble(), 'g', 6);
        if (!value.isArray())
            return value.toVariant().toString();
        QStringList texts;
        for (const QJsonValue& each : value.toArray())
            texts << '"' + each.toString() + '"';
        return texts.join(u' ');
    }

    // "temperature 0.7, topK 40" in the names of settings files; the seed has a line of its own.
    QString settings() const
    {
        QJsonObject object = toJson(m_evidence.settings);
        object.remove(QStringLiteral("seed"));
        QStringList parts;
        for (auto field = object.constBegin(); field != object.constEnd(); ++field)
            parts << field.key() + ' ' + toText(field.value());
        return parts.isEmpty() ? Text::tr("Always the most likely token") : parts.join(", ");
    }

    const Evidence& m_evidence;
    EvidenceDocument& m_document;
    QTextCursor m_cursor;
    double m_textWidth; // points
    LastDocument m_last;
    bool m_isEmpty = true;
};

} // namespace

QByteArray drawEvidence(const Evidence& evidence, const EvidenceWork& work)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(resolution);
    const bool isMetric = QLocale().measurementSystem() == QLocale::MetricSystem;
    writer.setPageSize(QPageSize(isMetric ? QPageSize::A4 : QPageSize::Letter));
    writer.setPageMargins(
        QMarginsF(marginMillimeters, marginMillimeters, marginMillimeters, marginMillimeters),
        QPageLayout::Millimeter);
    writer.setTitle(evidence.question.simplified().left(200));
    writer.setCreator(QStringLiteral("Vignette %1").arg(evidence.version));
    writer.addFileAttachment(
        QStringLiteral("evidence.json"), toRecord(evidence), QStringLiteral("application/json"));

    EvidenceDocument document;
    document.setUseDesignMetrics(true);
    QFont font = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    font.setPixelSize(toPixels(10));
    document.setDefaultFont(font);
    document.setIndentWidth(toPixels(14));
    document.setDocumentMargin(0);
    const int footer = toPixels(20);
    const QSize page(writer.width(), writer.height() - footer);
    document.setPageSize(page);
    EvidenceWriter(evidence, document, page.width() / dotsPerPoint).write(work);

    QPainter painter(&writer);
    painter.setRenderHint(QPainter::LosslessImageRendering);
    const int pages = document.pageCount();
    for (int number = 0; number < pages; ++number) {
        work.requireGoing();
        if (number > 0)
            writer.newPage();
        painter.save();
        painter.translate(0, -number * page.height());
        document.drawContents(
            &painter, QRectF(0, number * page.height(), page.width(), page.height()));
        painter.restore();
        font.setPixelSize(toPixels(8));
        painter.setFont(font);
        painter.setPen(QColor(90, 90, 90));
        painter.drawText(QRectF(0, page.height(), page.width(), footer),
            Qt::AlignRight | Qt::AlignBottom,
            Text::tr("Page %1 of %2").arg(QString::number(number + 1), QString::number(pages)));
    }
    painter.end();
    return bytes;
}

namespace {

// What is said to the user.
struct ReadText {
    Q_DECLARE_TR_FUNCTIONS(services::readEvidence)
};

constexpr qint64 maxPdfBytes = qint64(256) << 20;
constexpr qsizetype maxRecordBytes = qsizetype(32) << 20;
constexpr int maxStreams = 100'000; // that are looked into

// The beginning of what was compressed by zlib, at most so many bytes; empty if that is nothing.
QByteArray unpack(QByteArrayView packed, qsizetype most)
{
    const auto byte = [&packed](qsizetype at) { return unsigned(uchar(packed[at])); };
    if (packed.size() < 2 || (byte(0) & 15) != 8 || (byte(0) * 256 + byte(1)) % 31 != 0)
        return {};
    z_stream stream = {};
    if (inflateInit(&stream) != Z_OK)
        throw std::bad_alloc();
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = uInt(packed.size());
    QByteArray unpacked;
    int result = Z_OK;
    while (result == Z_OK && unpacked.size() < most) {
        const qsizetype before = unpacked.size();
        unpacked.resize(std::min(most, before + std::max<qsizetype>(before, 64)));
        stream.next_out = reinterpret_cast<Bytef*>(unpacked.data()) + before;
        stream.avail_out = uInt(unpacked.size() - before);
        result = inflate(&stream, Z_NO_FLUSH);
        unpacked.chop(stream.avail_out);
    }
    inflateEnd(&stream);
    return unpacked;
}

// The record in a PDF; empty: there is none. Streams are never inside others, so no table of objects
// is needed to find it, and other programs may have saved the file again.
QByteArray findRecord(const QByteArray& pdf)
{
    const QByteArray head(evidenceHead);
    const QByteArray begin("stream"), end("endstream");
    int tried = 0;
    for (qsizetype at = pdf.indexOf(begin); at >= 0 && tried < maxStreams;
         at = pdf.indexOf(begin, at + begin.size())) {
        if (at >= 3 && QByteArrayView(pdf).sliced(at - 3).startsWith("end"))
            continue;
        qsizetype from = at + begin.size();
        if (from < pdf.size() && pdf[from] == '\r')
            ++from;
        if (from >= pdf.size() || pdf[from] != '\n')
            continue;
        ++tried;
        const QByteArrayView bytes = QByteArrayView(pdf).sliced(from + 1);
        if (bytes.startsWith(head)) {
            const qsizetype to = bytes.indexOf(end);
            return bytes.first(to < 0 ? bytes.size() : to).toByteArray().trimmed();
        }
        if (unpack(bytes, head.size()) == head)
            return unpack(bytes, maxRecordBytes);
    }
    return {};
}

} // namespace

Evidence readEvidence(const QString& path)
{
    const QString name = QFileInfo(path).fileName();
    QFile file(path);
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly))
        reject(ReadText::tr("“%1” can't be read.").arg(name));
    if (file.size() > maxPdfBytes)
        reject(ReadText::tr("“%1” is too large to be an exported reply.").arg(name));
    const QByteArray record = findRecord(file.read(maxPdfBytes));
    if (record.isEmpty())
        reject(ReadText::tr("“%1” isn't a reply that Vignette exported as evidence.").arg(name));
    return parseRecord(record);
}

} // namespace services
