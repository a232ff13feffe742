#include "app/cli/command.h"
#include "app/cli/input_files.h"
#include "app/cli/model_options.h"
#include "app/cli/output.h"
#include "base/error.h"
#include "engine/files/json_text.h"
#include "runtime/answer_engine.h"
#include "services/captions/caption_facts.h"
#include "services/captions/caption_run.h"
#include "services/captions/export_captions.h"
#include "services/conversations/thinking.h"
#include "services/csv.h"
#include "services/documents/answers/picture_claims.h"
#include "services/pictures/picture.h"
#include "services/system/paths.h"
#include "services/text.h"

#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QSet>
#include <QString>
#include <QStringList>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace app {

// An image that has been described, or could not be.
struct Caption {
    QString file; // as the user named it
    std::string failure; // why it could not be described; empty: it is
    std::string text = {};
    std::optional<services::PictureText> pictureText = {}; // that was read in it, if requested
    bool isSure = true; // see runtime::AnswerStatistics
    int64_t tokens = 0;
    double imageSeconds = 0, firstTokenSeconds = 0, totalSeconds = 0;
};

// Writes captions in the order of the files. A file that the output already contains from an
// earlier run is not described again.
class CaptionOutput {
public:
    virtual ~CaptionOutput() = default;
    virtual bool has(const QString& file) const = 0;
    // Writes the caption of an image; throws Error{BadFile}.
    virtual void write(const Caption& caption) = 0;
    // Writes a failure in its place in the order; by default to stderr.
    virtual void writeFailure(const Caption& caption);
};

std::unique_ptr<CaptionOutput> captionsToTerminal();
std::unique_ptr<CaptionOutput> captionsAsJson(); // one object per line of stdout, also for failures

// Writes each caption next to its image: picture.png → picture.txt, or picture.png.txt if another
// of the files would have the same path.
std::unique_ptr<CaptionOutput> captionsToSidecars(const QStringList& files);

// Adds to a .csv or .jsonl file. Throws UsageError for another ending, and Error{BadFile} if the
// file cannot be opened or holds something else.
std::unique_ptr<CaptionOutput> captionsToFile(const QString& path);

// Describes any number of images, a few at a time.
class CaptionQueue {
public:
    enum class Texts { Unread, Read }; // those in the images

    // Describes `jobs` images at once. The engine must outlive the queue.
    CaptionQueue(runtime::AnswerEngine& engine, std::string prompt,
        const runtime::AnswerSettings& settings, int64_t jobs, Texts texts);
    ~CaptionQueue();

    // The most tokens that an image may take; 0: as many as the model gives it.
    void setImageTokens(int64_t tokens) { m_imageTokens = tokens; }

    // Writes captions and failures in the order of `files`. Returns true if all were described.
    bool run(const QStringList& files, CaptionOutput& output);

private:
    class Sink;
    struct Mailbox; // of captions that have ended

    void start(qsizetype place, const QString& file);
    void takeEnded();
    void writeFinished(CaptionOutput& output);

    runtime::AnswerEngine& m_engine;
    std::string m_prompt;
    int64_t m_imageTokens = 0;
    runtime::AnswerSettings m_settings;
    int64_t m_jobs;
    Texts m_texts;
    const std::chrono::system_clock::time_point m_begun = std::chrono::system_clock::now();
    std::shared_ptr<Mailbox> m_mailbox;
    std::map<qsizetype, runtime::Answer> m_running; // by index in the list of files
    std::map<qsizetype, Caption> m_finished; // by index
    qsizetype m_written = 0;
    bool m_allWell = true;
};

namespace {

std::unique_ptr<CaptionOutput> openOutput(
    const QCommandLineParser& parser, const QStringList& files)
{
    if (parser.isSet("output") && parser.isSet("sidecar"))
        throw UsageError("--output and --sidecar can't be combined");
    if (parser.isSet("output"))
        return captionsToFile(parser.value("output"));
    if (parser.isSet("sidecar"))
        return captionsToSidecars(files);
    return parser.isSet("json") ? captionsAsJson() : captionsToTerminal();
}

} // namespace

int runCaption(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription("Describes pictures. Pictures that already have a caption in "
                                     "--output or --sidecar are skipped.");
    parser.addPositionalArgument("FILE…", "pictures, or folders of pictures");
    addModelOptions(parser);
    addProviderOptions(parser);
    addApartOption(parser);
    addAnswerOptions(parser, /*maxTokens=*/128);
    addFormOptions(parser);
    parser.addOption(withDefault("prompt", "Prompt for each picture.", "P", "Describe the image."));
    addImageTokensOption(parser);
    parser.addOption({"output", "Add the captions to this .csv or .jsonl file.", "F"});
    parser.addOption({"sidecar", "Write each caption to a .txt file next to its picture."});
    parser.addOption(withDefault("jobs", "Pictures to process in parallel.", "N", "4"));
    parser.addOption({"json", "Print one JSON object per picture."});
    parser.addOption({"text",
        "Also read the text in each picture, and compare numbers, dates and names of the caption with "
        "it, for --json and .jsonl files."});
    parse(parser, "vignette-cli caption", arguments);
    if (parser.positionalArguments().isEmpty())
        throw UsageError("vignette-cli caption needs at least one FILE or FOLDER");
    const runtime::AnswerSettings settings = answerSettings(parser);
    if (parser.isSet("text") && !parser.isSet("json")
        && !parser.value("output").endsWith(".jsonl", Qt::CaseInsensitive))
        throw UsageError("--text needs --json, or --output with a .jsonl file");
    const int64_t jobs = integerOption(parser, "jobs", 1, 256);

    const QStringList named = services::pictureFiles(parser.positionalArguments());
    const auto output = openOutput(parser, named);
    QStringList files;
    for (const QString& file : named) {
        if (!output->has(file))
            files << file;
    }
    if (files.isEmpty())
        return 0;

    const auto engine = loadEngine(parser, Drafts::None, settings);
    CaptionQueue queue(*engine, parser.value("prompt").toStdString(), settings, jobs,
        parser.isSet("text") ? CaptionQueue::Texts::Read : CaptionQueue::Texts::Unread);
    queue.setImageTokens(imageTokens(parser, engine->describe().summary.vision));
    return queue.run(files, *output) ? 0 : 1;
}

namespace {

using services::reject;

using Json = nlohmann::ordered_json;

// The facts of a caption, compared with the text in its image. Nothing if there is none, or if text in the
// language of the caption is not read.
std::optional<QList<services::PictureFact>> factsIn(const Caption& caption)
{
    static const services::TextLanguages standard = services::standardTextLanguages();
    const services::TextLanguages languages = services::textLanguagesFor(caption.text, standard);
    const auto isRead
        = [&](const QString& name) { return standard.names.contains(name); };
    if (!caption.pictureText || caption.pictureText->isEmpty() || !languages.missing.isEmpty()
        || !std::ranges::all_of(languages.names, isRead))
        return std::nullopt;
    return services::comparePictures(
        services::textOfFacts(QString::fromStdString(caption.text)), {*caption.pictureText});
}

std::string jsonLine(const Caption& caption)
{
    Json row{{"file", caption.file.toStdString()}, {"caption", caption.text},
        {"sure", caption.isSure}, {"tokens", caption.tokens}, {"image_s", caption.imageSeconds},
        {"first_token_s", caption.firstTokenSeconds}, {"total_s", caption.totalSeconds}};
    if (caption.pictureText)
        row["text"] = caption.pictureText->text().toStdString();
    if (const auto facts = factsIn(caption))
        row["facts"] = services::exportedFacts(*facts);
    return row.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

// Why it could not be described, without the name of the file that many of the sentences begin with.
std::string failureReason(const Caption& caption)
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
        const Json row{{"file", caption.file.toStdString()}, {"error", failureReason(caption)}};
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
        services::writeExport(
            m_paths[caption.file], QByteArray::fromStdString(caption.text) + "\n");
    }

private:
    QHash<QString, QString> m_paths; // by image
};

// Files are appended to row by row, so that whatever stops the run loses at most one.
class FileOutput : public CaptionOutput {
public:
    explicit FileOutput(const QString& path)
        : m_file(path)
    {
        const bool isNew = !m_file.exists();
        if (!m_file.open(QIODevice::ReadWrite))
            reject(QStringLiteral("“%1” can't be opened: %2").arg(path, m_file.errorString()));
        if (isNew)
            services::giveDefaultPermissions(path);
    }
    bool has(const QString& file) const override { return m_described.contains(file); }

protected:
    void append(const QByteArray& row)
    {
        if (m_file.write(row) != row.size() || !m_file.flush())
            reject(QStringLiteral("“%1” can't be written: %2")
                       .arg(m_file.fileName(), m_file.errorString()));
    }

    QByteArray bytes() { return m_file.readAll(); }

    // A row that a stopped run left unfinished is taken off again.
    void cutAt(qsizetype end)
    {
        if (end == 0 && m_file.size() > 0)
            rejectOther();
        if (!m_file.resize(end) || !m_file.seek(end))
            reject(QStringLiteral("“%1” can't be written: %2")
                       .arg(m_file.fileName(), m_file.errorString()));
    }

    void rejectOther() const
    {
        reject(m_file.fileName() + " isn't a file of captions and wasn't changed");
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
                rejectOther();
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
        if (!found.rows.isEmpty() && found.rows.mid(0, 1) != services::readCsv(csvRow(header)).rows)
            rejectOther();
        for (const QStringList& row : found.rows.mid(1))
            m_described << row.value(0);
        cutAt(found.end);
        if (found.rows.isEmpty())
            append(csvRow(header));
    }
    void write(const Caption& caption) override
    {
        const auto text = [](double seconds) { return QByteArray::number(seconds).toStdString(); };
        append(csvRow({caption.file.toStdString(), caption.text, std::to_string(caption.tokens),
            text(caption.imageSeconds), text(caption.firstTokenSeconds),
            text(caption.totalSeconds)}));
    }

private:
    static QByteArray csvRow(const std::vector<std::string>& texts)
    {
        return QByteArray::fromStdString(services::csvRow(texts));
    }

    static inline const std::vector<std::string> header{
        "file", "caption", "tokens", "image_s", "first_token_s", "total_s"};
};

} // namespace

void CaptionOutput::writeFailure(const Caption& caption)
{
    printError(caption.file.toStdString() + ": " + failureReason(caption));
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
        "--output needs a file name ending in .csv or .jsonl, not '" + path.toStdString() + "'");
}

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

} // namespace

struct CaptionQueue::Mailbox {
    struct Ended {
        qsizetype place = 0;
        Caption caption;
    };

    std::mutex mutex;
    std::condition_variable changed;
    std::vector<Ended> ended;
};

// Collects one caption on the engine's thread.
class CaptionQueue::Sink : public runtime::AnswerSink {
public:
    Sink(std::shared_ptr<Mailbox> mailbox, qsizetype index, const QString& file)
        : m_mailbox(std::move(mailbox))
        , m_ended{index, {}}
    {
        m_ended.caption.file = file;
    }

    void setPictureText(const services::PictureText& text) { m_ended.caption.pictureText = text; }
    void setDecoded() { m_ended.caption.imageSeconds = secondsSince(m_start); }

    void onText(std::string_view text, std::span<const runtime::TokenDetail>) override
    {
        if (m_ended.caption.firstTokenSeconds == 0)
            m_ended.caption.firstTokenSeconds = secondsSince(m_start);
        m_ended.caption.text += text;
    }
    void onFinished(const runtime::AnswerStatistics& statistics) override
    {
        const QString text = QString::fromStdString(m_ended.caption.text);
        m_ended.caption.text = services::splitThinking(text).answer.trimmed().toStdString();
        m_ended.caption.isSure = statistics.isSure;
        m_ended.caption.tokens = statistics.tokens;
        m_ended.caption.imageSeconds += statistics.pictureSeconds;
        m_ended.caption.totalSeconds = secondsSince(m_start);
        end();
    }
    void onFailed(const runtime::AnswerFailure& failure) override
    {
        m_ended.caption.failure = failure.message;
        end();
    }

private:
    void end()
    {
        const std::lock_guard lock(m_mailbox->mutex);
        m_mailbox->ended.push_back(std::move(m_ended));
        m_mailbox->changed.notify_all();
    }

    std::shared_ptr<Mailbox> m_mailbox;
    const Clock::time_point m_start = Clock::now();
    Mailbox::Ended m_ended;
};

CaptionQueue::CaptionQueue(runtime::AnswerEngine& engine, std::string prompt,
    const runtime::AnswerSettings& settings, int64_t jobs, Texts texts)
    : m_engine(engine)
    , m_prompt(std::move(prompt))
    , m_settings(settings)
    , m_jobs(jobs)
    , m_texts(texts)
    , m_mailbox(std::make_shared<Mailbox>())
{
}

CaptionQueue::~CaptionQueue() = default;

bool CaptionQueue::run(const QStringList& files, CaptionOutput& output)
{
    ProgressBar bar("Describing");
    qsizetype next = 0;
    while (next < files.size() || !m_running.empty()) {
        for (; next < files.size() && int64_t(m_running.size()) < m_jobs; ++next)
            start(next, files[next]);
        if (!m_running.empty())
            takeEnded();
        writeFinished(output);
        bar.show(m_written, files.size());
    }
    return m_allWell;
}

void CaptionQueue::start(qsizetype index, const QString& file)
{
    try {
        const auto sink = std::make_shared<Sink>(m_mailbox, index, file);
        runtime::AnswerRequest request;
        const services::Pixels pixels
            = services::withTokens(services::readPicturePixels(file), m_imageTokens);
        request.messages = {{runtime::Role::User, {pixels, m_prompt}}};
        request.settings = m_settings;
        request.begun = m_begun;
        sink->setDecoded();
        if (m_texts == Texts::Read)
            sink->setPictureText(
                textIn({QFileInfo(file).fileName(), services::toQImage(pixels)}));
        m_running.emplace(index, m_engine.submit(std::move(request), sink));
    } catch (const base::Error& error) {
        m_finished.emplace(index, Caption{.file = file, .failure = error.what()});
    }
}

// Waits for one at least.
void CaptionQueue::takeEnded()
{
    std::unique_lock lock(m_mailbox->mutex);
    m_mailbox->changed.wait(lock, [this] { return !m_mailbox->ended.empty(); });
    std::vector<Mailbox::Ended> ended = std::exchange(m_mailbox->ended, {});
    lock.unlock();
    for (Mailbox::Ended& each : ended) {
        m_running.erase(each.place);
        m_finished.emplace(each.place, std::move(each.caption));
    }
}

void CaptionQueue::writeFinished(CaptionOutput& output)
{
    while (!m_finished.empty() && m_finished.begin()->first == m_written) {
        const Caption caption = std::move(m_finished.begin()->second);
        m_finished.erase(m_finished.begin());
        ++m_written;
        m_allWell = m_allWell && caption.failure.empty();
        if (caption.failure.empty())
            output.write(caption);
        else
            output.writeFailure(caption);
    }
}

} // namespace app
