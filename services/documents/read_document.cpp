#include "services/documents/read_document.h"

#include "services/background.h"
#include "services/documents/document_stream.h"
#include "services/text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QLocale>

#include <algorithm>

namespace services {

namespace {

constexpr int mostLanguages = 3;

// Tesseract's names are those of ISO 639-2, except for Chinese, whose scripts it tells apart.
QString languageName(const QLocale& locale)
{
    if (locale.language() == QLocale::Chinese)
        return locale.script() == QLocale::TraditionalHanScript ? QStringLiteral("chi_tra")
                                                                : QStringLiteral("chi_sim");
    return QLocale::languageToCode(locale.language(), QLocale::ISO639Part2T);
}

QStringList languagesOfTheUser()
{
    QStringList names;
    for (const QString& language : QLocale::system().uiLanguages())
        names << languageName(QLocale(language));
    return names;
}

QStringList installedIn(const QString& folder)
{
    const QString suffix = QStringLiteral(".traineddata");
    QStringList names;
    for (QString name : QDir(folder).entryList({'*' + suffix}, QDir::Files | QDir::Readable)) {
        name.chop(suffix.size());
        if (name != QLatin1String("osd") && name != QLatin1String("equ")) // no languages
            names << name;
    }
    return names;
}

} // namespace

TextLanguages textLanguagesIn(const QString& folder, const QStringList& ofTheUser)
{
    const QStringList installed = installedIn(folder);
    QStringList wanted = ofTheUser + QStringList{QStringLiteral("eng")};
    if (installed.size() <= mostLanguages)
        wanted += installed;
    wanted.removeDuplicates();
    wanted.removeIf([&](const QString& name) { return !installed.contains(name); });
    if (wanted.isEmpty())
        wanted = installed;
    QStringList missing = ofTheUser;
    missing.removeIf(
        [&](const QString& name) { return name.size() < 3 || installed.contains(name); });
    missing.removeDuplicates();
    return {wanted.isEmpty() ? QString() : folder, wanted.mid(0, mostLanguages), missing};
}

TextLanguages standardTextLanguages()
{
    QStringList folders{QStringLiteral("/usr/share/tesseract-ocr/5/tessdata"),
        QStringLiteral("/usr/share/tesseract-ocr/4.00/tessdata"),
        QStringLiteral("/usr/share/tessdata"), QStringLiteral("/usr/local/share/tessdata")};
    if (qEnvironmentVariableIsSet("TESSDATA_PREFIX"))
        folders = {qEnvironmentVariable("TESSDATA_PREFIX")};
    for (const QString& folder : folders)
        if (TextLanguages found = textLanguagesIn(folder, languagesOfTheUser());
            !found.names.isEmpty())
            return found;
    return {};
}

namespace {

using End = base::LimitedProgram::End;

// What is said to the user.
struct FileText {
    Q_DECLARE_TR_FUNCTIONS(services::readDocument)
};

// What is written is at most about this many times as long as the text.
constexpr int64_t maxOutput = int64_t(2) << 30;

// `input` is what run() of the program takes.
template <typename Program, typename Input>
End runOn(Program& program, Input input,
    const std::function<void(std::span<const std::byte>)>& take, const std::function<void()>& taken)
{
    struct Nonsense { };
    const auto takeOrEnd = [&](std::span<const std::byte> bytes) {
        try {
            take(bytes);
        } catch (const base::Error&) {
            throw Nonsense(); // which ends the program
        }
        if (taken)
            taken();
    };
    try {
        return program.run(input, takeOrEnd);
    } catch (const Nonsense&) {
        return End::Badly;
    }
}

} // namespace

QString toMessage(DocumentFault fault)
{
    switch (fault) {
    case DocumentFault::UnknownForm:
        return FileText::tr("“%1” isn't a supported document.");
    case DocumentFault::Encrypted:
        return FileText::tr("“%1” can't be read: it is password-protected.");
    case DocumentFault::TooLarge:
        return FileText::tr("“%1” is too large when unpacked.");
    case DocumentFault::TooDeep:
        return FileText::tr("“%1” is nested too deeply.");
    case DocumentFault::NoText:
        return FileText::tr("“%1” contains no text.");
    case DocumentFault::NoLanguages:
        return FileText::tr("“%1” contains scanned pages only. To read them, install language data "
                            "for Tesseract (Debian: tesseract-ocr-eng).");
    case DocumentFault::NoMemory:
        return FileText::tr("“%1” needs too much memory to read.");
    case DocumentFault::NoSandbox:
        return FileText::tr(
            "“%1” wasn't read: this system can't sandbox the document reader (seccomp).");
    case DocumentFault::None:
    case DocumentFault::Damaged:
        break;
    }
    return FileText::tr("“%1” can't be read: the file is damaged.");
}

QString toMessage(End end)
{
    if (end == End::TookTooLong)
        return FileText::tr("“%1” takes too long to read.");
    if (end == End::WroteTooMuch)
        return FileText::tr("“%1” is too large when unpacked.");
    return FileText::tr("“%1” couldn't be read: the reader crashed.");
}

void openDocument(QFile& file)
{
    const QFileInfo info(file.fileName());
    const QString name = info.fileName();
    if (info.isDir())
        reject(FileText::tr("“%1” is a folder, not a document.").arg(name));
    if (info.exists() && !info.isFile()) // a pipe would be waited for
        reject(FileText::tr("“%1” isn't a regular file.").arg(name));
    if (!file.open(QIODevice::ReadOnly))
        reject(FileText::tr("“%1” can't be read: %2.").arg(name, file.errorString()));
    if (file.size() == 0)
        reject(FileText::tr("“%1” is empty.").arg(name));
    if (file.size() > maxDocumentBytes)
        reject(FileText::tr("“%1” is too large. Documents can have up to %2.")
                   .arg(name, sizeText(maxDocumentBytes)));
}

base::LimitedProgram limited(const ReaderProcess& process, int64_t bytes)
{
    base::LimitedProgram program;
    program.path = process.program.toStdString();
    program.silence = process.time + process.timePerMebibyte * (bytes >> 20);
    program.time = std::max(process.longest, program.silence);
    program.maxOutput = maxOutput;
    program.isCancelled = process.isCancelled;
    program.niceness = 5; // the window and what it shows come first
#ifdef VIGNETTE_SANITIZED // sanitizers reserve more addresses than there is memory
    program.maxMemory = INT64_MAX;
#else
    program.maxMemory = process.memory + bytes; // the file is mapped
#endif
    return program;
}

End runReader(const base::LimitedProgram& program, const QFile& file,
    const std::function<void(std::span<const std::byte>)>& take, const std::function<void()>& taken)
{
    return runOn(program, file.handle(), take, taken);
}

End runReader(const base::LimitedProgram& program, std::span<const std::byte> file,
    const std::function<void(std::span<const std::byte>)>& take)
{
    return runOn(program, file, take, {});
}

End runReader(base::StartedProgram& program, std::span<const std::byte> file,
    const std::function<void(std::span<const std::byte>)>& take)
{
    return runOn(program, file, take, {});
}

namespace {

constexpr int progressMilliseconds = 250;
constexpr int mostAtOnce = 2; // each has a process of its own, too

QThreadPool& readingThreads()
{
    static QThreadPool threads;
    threads.setMaxThreadCount(mostAtOnce);
    return threads;
}

} // namespace

DocumentReading::DocumentReading(const QString& path, const ReaderProcess& reader, QObject* parent)
    : QObject(parent)
{
    connect(&m_progress, &QTimer::timeout, this, [this] { emit progressed(m_state->pages); });
    m_progress.start(progressMilliseconds);
    const auto read = [path, reader, state = m_state]() -> SharedDocument {
        const auto goOn = [&state](int pages) {
            if (state->isCancelled)
                throw base::Error(base::ErrorKind::Cancelled, "");
            state->pages = pages;
        };
        goOn(0);
        return std::make_shared<const Document>(readDocument(
            path, [&goOn](const Document& document) { goOn(int(document.pages.size())); }, reader));
    };
    runInBackground<SharedDocument>(
        readingThreads(), this, read, [this](const Outcome<SharedDocument>& outcome) {
            m_progress.stop();
            m_document = outcome.value.value_or(nullptr);
            m_error = outcome.error;
            emit ended();
        });
}

DocumentReading::~DocumentReading()
{
    m_state->isCancelled = true;
}

namespace {

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(services::readDocument)
};

} // namespace

QString ReaderProcess::standardProgram()
{
    const QString folder = QCoreApplication::applicationDirPath();
    const QString beside = folder + QStringLiteral("/vignette-reader");
    return QFileInfo::exists(beside)
        ? beside
        : QFileInfo(folder + QStringLiteral("/../lib/vignette/vignette-reader")).absoluteFilePath();
}

void ReaderProcess::require() const
{
    if (!QFileInfo(program).isExecutable())
        reject(Text::tr("Documents can't be read: the program “%1” is missing. Reinstall Vignette.")
                   .arg(program));
}

Document readDocument(const QString& path, const std::function<void(const Document&)>& grown,
    const ReaderProcess& process, ReaderIsolation* isolation)
{
    const QString name = QFileInfo(path).fileName();
    QFile file(path);
    openDocument(file);
    process.require();

    base::LimitedProgram program = limited(process, file.size());
    program.arguments = {name.toStdString(), process.languages.folder.toStdString(),
        process.languages.names.join(u'+').toStdString()};
    DocumentStream stream;
    const auto end = runReader(
        program, file, [&](auto bytes) { stream.take(bytes); },
        [&] {
            if (grown && !stream.document().pages.empty())
                grown(stream.document());
        });
    if (end != base::LimitedProgram::End::Well || !stream.hasEnded())
        reject(toMessage(end).arg(name));
    const bool isUnreadScan = !process.scanReader.isEmpty()
        && (stream.fault() == DocumentFault::NoLanguages || stream.fault() == DocumentFault::NoText)
        && std::ranges::any_of(stream.document().pages, &Page::isScan);
    if (stream.fault() != DocumentFault::None && !isUnreadScan)
        reject(toMessage(stream.fault()).arg(name));
    if (isolation)
        *isolation = stream.isolation().value_or(ReaderIsolation());
    return stream.takeDocument();
}

} // namespace services
