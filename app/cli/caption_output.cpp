#include "app/cli/caption_output.h"

#include "app/cli/command.h"
#include "app/cli/output.h"
#include "kernels/error.h"

#include <QFileInfo>
#include <QSaveFile>

#include <nlohmann/json.hpp>

namespace app {

namespace {

using Json = nlohmann::ordered_json;

[[noreturn]] void refuse(const QString& sentence)
{
    throw kernels::Error(kernels::ErrorKind::BadFile, sentence.toStdString());
}

std::string jsonLine(const Caption& caption)
{
    const Json row{{"file", caption.file.toStdString()}, {"caption", caption.text},
        {"tokens", caption.tokens}, {"image_s", caption.imageSeconds},
        {"first_token_s", caption.firstTokenSeconds}, {"total_s", caption.totalSeconds}};
    return row.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

class TerminalOutput : public CaptionOutput {
public:
    bool has(const QString&) const override { return false; }
    void write(const Caption& caption) override
    {
        printText(caption.file.toStdString() + ": " + caption.text + "\n");
    }
};

class JsonOutput : public CaptionOutput {
public:
    bool has(const QString&) const override { return false; }
    void write(const Caption& caption) override { printText(jsonLine(caption)); }
};

class SidecarOutput : public CaptionOutput {
public:
    bool has(const QString& file) const override { return QFileInfo::exists(sidecarOf(file)); }
    void write(const Caption& caption) override
    {
        QSaveFile file(sidecarOf(caption.file));
        const QByteArray text = QByteArray::fromStdString(caption.text) + "\n";
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size() || !file.commit())
            refuse(QStringLiteral("%1 cannot be written: %2")
                       .arg(file.fileName(), file.errorString()));
    }

private:
    static QString sidecarOf(const QString& file)
    {
        const QFileInfo picture(file);
        return picture.path() + "/" + picture.completeBaseName() + ".txt";
    }
};

// A field of a CSV row (RFC 4180).
QByteArray quoted(const QByteArray& field)
{
    return '"' + QByteArray(field).replace('"', "\"\"") + '"';
}

// Files are appended to row by row, so that whatever stops the run loses at most one.
class FileOutput : public CaptionOutput {
public:
    explicit FileOutput(const QString& path)
        : m_file(path)
    {
        if (!m_file.open(QIODevice::ReadWrite))
            refuse(QStringLiteral("%1 cannot be opened: %2").arg(path, m_file.errorString()));
    }
    bool has(const QString& file) const override { return m_described.contains(file); }

protected:
    void append(const QByteArray& row)
    {
        if (m_file.write(row) != row.size() || !m_file.flush())
            refuse(QStringLiteral("%1 cannot be written: %2")
                       .arg(m_file.fileName(), m_file.errorString()));
    }

    // A row that a stopped run left unfinished is taken off again.
    QList<QByteArray> wholeRows()
    {
        const QByteArray bytes = m_file.readAll();
        const qsizetype end = bytes.lastIndexOf('\n') + 1;
        if (!m_file.resize(end) || !m_file.seek(end))
            refuse(QStringLiteral("%1 cannot be written: %2")
                       .arg(m_file.fileName(), m_file.errorString()));
        QList<QByteArray> rows = bytes.left(end).split('\n');
        rows.removeAll(QByteArray());
        return rows;
    }

    QFile m_file;
    QSet<QString> m_described;
};

class JsonLinesOutput : public FileOutput {
public:
    explicit JsonLinesOutput(const QString& path)
        : FileOutput(path)
    {
        for (const QByteArray& row : wholeRows()) {
            const Json value = Json::parse(row.begin(), row.end(), nullptr, false);
            if (!value.is_object() || !value.contains("file") || !value["file"].is_string())
                refuse(path + " holds something else than captions, so it is left as it is");
            m_described << QString::fromStdString(value["file"].get<std::string>());
        }
    }
    void write(const Caption& caption) override
    {
        append(QByteArray::fromStdString(jsonLine(caption)));
    }
};

class CsvOutput : public FileOutput {
public:
    explicit CsvOutput(const QString& path)
        : FileOutput(path)
    {
        const QList<QByteArray> rows = wholeRows();
        if (rows.isEmpty())
            append(header + "\n");
        else if (rows.first() != header)
            refuse(path + " holds something else than captions, so it is left as it is");
        for (qsizetype row = 1; row < rows.size(); ++row)
            m_described << firstField(rows[row]);
    }
    void write(const Caption& caption) override
    {
        QByteArray text = QByteArray::fromStdString(caption.text);
        text.replace('\n', ' '); // a row stays a line
        append(quoted(caption.file.toUtf8()) + ',' + quoted(text) + ','
            + QByteArray::number(qint64(caption.tokens)) + ','
            + QByteArray::number(caption.imageSeconds) + ','
            + QByteArray::number(caption.firstTokenSeconds) + ','
            + QByteArray::number(caption.totalSeconds) + '\n');
    }

private:
    static inline const QByteArray header = "file,caption,tokens,image_s,first_token_s,total_s";

    static QString firstField(const QByteArray& row)
    {
        const qsizetype end = row.indexOf("\",\"");
        return QString::fromUtf8(row.mid(1, end - 1).replace("\"\"", "\""));
    }
};

} // namespace

std::unique_ptr<CaptionOutput> captionsToTerminal()
{
    return std::make_unique<TerminalOutput>();
}

std::unique_ptr<CaptionOutput> captionsAsJson()
{
    return std::make_unique<JsonOutput>();
}

std::unique_ptr<CaptionOutput> captionsToSidecars()
{
    return std::make_unique<SidecarOutput>();
}

std::unique_ptr<CaptionOutput> captionsToFile(const QString& path)
{
    if (path.endsWith(".jsonl", Qt::CaseInsensitive))
        return std::make_unique<JsonLinesOutput>(path);
    if (path.endsWith(".csv", Qt::CaseInsensitive))
        return std::make_unique<CsvOutput>(path);
    throw UsageError(
        "--output takes a file that ends in .csv or .jsonl, not '" + path.toStdString() + "'");
}

} // namespace app
