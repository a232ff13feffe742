#include "services/workbook.h"

#include "base/error.h"

#include <memory>
#include <utility>
#include <vector>
#include <zip.h>

namespace services {

namespace {

constexpr qsizetype maxRows = 1'048'576; // of a sheet
constexpr qsizetype maxCellCharacters = 32'767;

constexpr char contentTypes[]
    = R"(<?xml version="1.0" encoding="UTF-8" standalone="yes"?>)"
      R"(<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">)"
      R"(<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>)"
      R"(<Default Extension="xml" ContentType="application/xml"/>)"
      R"(<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>)"
      R"(<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>)"
      R"(</Types>)";
constexpr char packageParts[]
    = R"(<?xml version="1.0" encoding="UTF-8" standalone="yes"?>)"
      R"(<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">)"
      R"(<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/>)"
      R"(</Relationships>)";
constexpr char workbook[]
    = R"(<?xml version="1.0" encoding="UTF-8" standalone="yes"?>)"
      R"(<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" )"
      R"(xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">)"
      R"(<sheets><sheet name="Vignette" sheetId="1" r:id="rId1"/></sheets></workbook>)";
constexpr char workbookParts[]
    = R"(<?xml version="1.0" encoding="UTF-8" standalone="yes"?>)"
      R"(<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">)"
      R"(<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/>)"
      R"(</Relationships>)";
constexpr char sheetBegin[]
    = R"(<?xml version="1.0" encoding="UTF-8" standalone="yes"?>)"
      R"(<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">)"
      R"(<sheetViews><sheetView workbookViewId="0">)"
      R"(<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>)"
      R"(</sheetView></sheetViews><sheetData>)";

bool holdsNumber(const QVariant& cell)
{
    const int type = cell.typeId();
    return type == QMetaType::Double || type == QMetaType::LongLong || type == QMetaType::Int;
}

QByteArray toCell(const QVariant& value)
{
    if (holdsNumber(value))
        return "<c><v>" + value.toString().toUtf8() + "</v></c>";
    QString text = value.toString();
    if (text.size() > maxCellCharacters)
        text = text.left(maxCellCharacters - 1) + QChar(0x2026);
    return R"(<c t="inlineStr"><is><t xml:space="preserve">)" + toXmlText(text).toUtf8()
        + "</t></is></c>";
}

QByteArray makeSheet(const QList<QVariantList>& rows)
{
    QByteArray sheet = sheetBegin;
    for (const QVariantList& row : rows) {
        sheet += "<row>";
        for (const QVariant& cell : row)
            sheet += toCell(cell);
        sheet += "</row>";
    }
    return sheet + "</sheetData></worksheet>";
}

[[noreturn]] void failToPack()
{
    throw base::Error(base::ErrorKind::BadFile, "The spreadsheet can't be made: out of memory.");
}

struct CloseSource {
    void operator()(zip_source_t* source) const { zip_source_free(source); }
};

// Packs parts, which must stay as they are meanwhile, into a ZIP archive in memory.
QByteArray pack(const std::vector<std::pair<const char*, QByteArray>>& parts)
{
    const std::unique_ptr<zip_source_t, CloseSource> target(
        zip_source_buffer_create(nullptr, 0, 0, nullptr));
    if (!target)
        failToPack();
    zip_source_keep(target.get()); // closing the archive gives up one of two owners
    zip_t* archive = zip_open_from_source(target.get(), ZIP_TRUNCATE, nullptr);
    if (!archive) {
        zip_source_free(target.get());
        failToPack();
    }
    for (const auto& [name, bytes] : parts) {
        zip_source_t* source
            = zip_source_buffer(archive, bytes.constData(), zip_uint64_t(bytes.size()), 0);
        if (zip_file_add(archive, name, source, ZIP_FL_ENC_UTF_8) >= 0)
            continue;
        zip_source_free(source);
        zip_discard(archive);
        failToPack();
    }
    if (zip_close(archive) != 0) {
        zip_discard(archive);
        failToPack();
    }
    zip_stat_t facts;
    if (zip_source_stat(target.get(), &facts) != 0 || zip_source_open(target.get()) != 0)
        failToPack();
    QByteArray packed(qsizetype(facts.size), '\0');
    const bool isRead
        = zip_source_read(target.get(), packed.data(), facts.size) == zip_int64_t(facts.size);
    zip_source_close(target.get());
    if (!isRead)
        failToPack();
    return packed;
}

} // namespace

QString toXmlText(const QString& text)
{
    QString clean;
    clean.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        const bool isPair
            = c.isHighSurrogate() && i + 1 < text.size() && text[i + 1].isLowSurrogate();
        const bool isWritable = (c >= u' ' && !c.isSurrogate() && c < QChar(0xFFFE)) || c == u'\n'
            || c == u'\t' || c == u'\r';
        if (isPair) {
            clean += c;
            clean += text[++i];
        } else {
            clean += isWritable ? c : QChar(QChar::ReplacementCharacter);
        }
    }
    return clean.toHtmlEscaped();
}

QByteArray makeWorkbook(const QList<QVariantList>& rows)
{
    if (rows.size() > maxRows)
        throw base::Error(base::ErrorKind::BadFile,
            "A spreadsheet holds at most 1,048,576 rows. Export as CSV instead.");
    return pack({{"[Content_Types].xml", contentTypes}, {"_rels/.rels", packageParts},
        {"xl/workbook.xml", workbook}, {"xl/_rels/workbook.xml.rels", workbookParts},
        {"xl/worksheets/sheet1.xml", makeSheet(rows)}});
}

} // namespace services
