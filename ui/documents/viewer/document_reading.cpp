#include "ui/documents/viewer/document_reading.h"

#include "services/background.h"

namespace ui {

namespace {

constexpr int progressMilliseconds = 250;

} // namespace

DocumentReading::DocumentReading(
    const QString& path, const services::ReaderProcess& reader, QObject* parent)
    : QObject(parent)
{
    connect(&m_progress, &QTimer::timeout, this, [this] { emit progressed(m_state->pages); });
    m_progress.start(progressMilliseconds);
    services::runInBackground<SharedDocument>(
        this,
        [path, reader, state = m_state]() -> SharedDocument {
            const auto grown = [&](const services::Document& document) {
                if (state->isCancelled)
                    throw kernels::Error(kernels::ErrorKind::Cancelled, "");
                state->pages = int(document.pages.size());
            };
            return std::make_shared<const services::Document>(
                services::readDocument(path, grown, reader));
        },
        [this](const services::Outcome<SharedDocument>& outcome) {
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

} // namespace ui
