#include "services/documents/document_reading.h"

#include "services/background.h"

namespace services {

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
                throw kernels::Error(kernels::ErrorKind::Cancelled, "");
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

} // namespace services
