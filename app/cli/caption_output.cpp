#include "app/cli/caption_output.h"

#include "app/cli/command.h"
#include "app/cli/exported_file.h"
#include "app/cli/output.h"
#include "engine/files/json_text.h"
#include "services/captions/export_captions.h"
#include "services/csv.h"
#include "services/refuse.h"
#include "services/system/private_files.h"

#include <QFileInfo>
#include <QHash>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace app {

namespace {

using services::refuse;

using Json = nlohmann::ordered_json;

std::string jsonLine(const Caption& caption)
{
    Json row{{"file", caption.file.toStdString()}, {"caption", caption.text},
        {"sure", caption.isSure}, {"tokens", caption.tokens}, {"image_s", caption.imageSeconds},
        {"first_token_s", caption.firstTokenSeconds}, {"total_s", caption.totalSeconds}};
    if (caption.pictureText)
        row["text"] = *caption.pictureText;
    return row.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

// Why it could not be described, without the name of the file that many of the sentences begin with.
std::string reasonOf(const Caption& caption)
{
    for (const QString& name : {caption.file, QFileInfo(caption.file).fileName()}) {
        const std::string beginning = name.toStdString() + ": ";
        if (caption.failure.starts_with(beginning))
            return caption.failure.substr(beginning.size());
    }
    return caption.failure;
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
    void writeFailure(const Caption& caption) override
    {
        const Json row{{"file", caption.file.toStdString()}, {"error", reasonOf(caption)}};
        printText(row.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
    }
};

class SidecarOutput : public CaptionOutput {
public:
    explicit SidecarOutput(const QStringList& files)
    {
        const QStringList paths = services::sidecarPaths(files);
        for (qsizetype i = 0; i < files.size(); ++i)
            m_paths.insert(files[i], paths[i]);
    }
    bool has(const QString& file) const override { return QFileInfo::exists(m_paths[file]); }
    void write(const Caption& caption) override
    {
        writeExport(m_paths[caption.file], QByteArray::fromStdString(caption.text) + "\n");
    }

private:
    QHash<QString, QString> m_paths; // by picture
};

// Files are appended to row by row, so that whatever stops the run loses at most one.
class FileOutput : public CaptionOutput {
public:
    explicit FileOutput(const QString& path)
        : m_file(path)
    {
        const bool isNew = !m_file.exists();
        if (!m_file.open(QIODevice::ReadWrite))
            refuse(QStringLiteral("%1 cannot be opened: %2").arg(path, m_file.errorString()));
        if (isNew)
            services::giveUsualPermissions(path);
    }
    bool has(const QString& file) const override { return m_described.contains(file); }

protected:
    void append(const QByteArray& row)
    {
        if (m_file.write(row) != row.size() || !m_file.flush())
            refuse(QStringLiteral("%1 cannot be written: %2")
                       .arg(m_file.fileName(), m_file.errorString()));
    }

    QByteArray bytes() { return m_file.readAll(); }

    // A row that a stopped run left unfinished is taken off again.
    void cutAt(qsizetype end)
    {
        if (end == 0 && m_file.size() > 0)
            refuseOther();
        if (!m_file.resize(end) || !m_file.seek(end))
            refuse(QStringLiteral("%1 cannot be written: %2")
                       .arg(m_file.fileName(), m_file.errorString()));
    }

    void refuseOther() const
    {
        refuse(m_file.fileName() + " holds something else than captions, so it is left as it is");
    }

    QFile m_file;
    QSet<QString> m_described;
};

class JsonLinesOutput : public FileOutput {
public:
    explicit JsonLinesOutput(const QString& path)
        : FileOutput(path)
    {
        const QByteArray all = bytes();
        const qsizetype end = all.lastIndexOf('\n') + 1;
        for (const QByteArray& row : all.left(end).split('\n')) {
            if (row.isEmpty())
                continue;
            const Json value = engine::tryParseJson<Json>({row.constData(), size_t(row.size())})
                                   .value_or(nullptr);
            if (!value.is_object() || !value.contains("file") || !value["file"].is_string())
                refuseOther();
            m_described << QString::fromStdString(value["file"].get<std::string>());
        }
        cutAt(end);
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
        const services::CsvRows found = services::readCsv(bytes());
        if (!found.rows.isEmpty() && found.rows.mid(0, 1) != services::readCsv(rowOf(header)).rows)
            refuseOther();
        for (const QStringList& row : found.rows.mid(1))
            m_described << row.value(0);
        cutAt(found.end);
        if (found.rows.isEmpty())
            append(rowOf(header));
    }
    void write(const Caption& caption) override
    {
        const auto text = [](double seconds) { return QByteArray::number(seconds).toStdString(); };
        append(rowOf({caption.file.toStdString(), caption.text, std::to_string(caption.tokens),
            text(caption.imageSeconds), text(caption.firstTokenSeconds),
            text(caption.totalSeconds)}));
    }

private:
    static QByteArray rowOf(const std::vector<std::string>& texts)
    {
        return QByteArray::fromStdString(services::csvRow(texts));
    }

    static inline const std::vector<std::string> header{
        "file", "caption", "tokens", "image_s", "first_token_s", "total_s"};
};

} // namespace

void CaptionOutput::writeFailure(const Caption& caption)
{
    printError(caption.file.toStdString() + ": " + reasonOf(caption));
}

std::unique_ptr<CaptionOutput> captionsToTerminal()
{
    return std::make_unique<TerminalOutput>();
}

std::unique_ptr<CaptionOutput> captionsAsJson()
{
    return std::make_unique<JsonOutput>();
}

std::unique_ptr<CaptionOutput> captionsToSidecars(const QStringList& files)
{
    return std::make_unique<SidecarOutput>(files);
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
