#include "services/documents/picture_readers.h"

#include "services/documents/document_stream.h"
#include "services/text.h"

#include <optional>
#include <span>
#include <utility>

namespace services {

namespace {

constexpr size_t mostWaiting = 2;
constexpr int64_t maxBitmap = int64_t(24) << 20; // bytes that one that waits can be given

} // namespace

PictureReaders::PictureReaders(const ReaderProcess& process)
    : m_process(process)
    , m_starter("ocr-start")
{
}

void PictureReaders::warmUp()
{
    if (m_process.languages.names.isEmpty())
        return;
    m_starter.post([this] {
        for (;;) {
            const std::lock_guard lock(m_mutex);
            if (m_waiting.size() >= mostWaiting)
                return;
            m_waiting.push_back(std::make_unique<base::StartedProgram>(program(maxBitmap)));
        }
    });
}

void PictureReaders::release()
{
    m_starter.post([this] {
        const std::lock_guard lock(m_mutex);
        m_waiting.clear();
    });
}

std::unique_ptr<base::StartedProgram> PictureReaders::takeWaiting()
{
    const std::lock_guard lock(m_mutex);
    if (m_waiting.empty())
        return nullptr;
    auto taken = std::move(m_waiting.back());
    m_waiting.pop_back();
    return taken;
}

base::LimitedProgram PictureReaders::program(int64_t bytes) const
{
    base::LimitedProgram program = limited(m_process, bytes);
    program.arguments = {"picture.bmp", m_process.languages.folder.toStdString(),
        m_process.languages.names.join(u'+').toStdString()};
    return program;
}

Document PictureReaders::read(const QByteArray& bitmap, const QString& name)
{
    const auto bytes = std::as_bytes(std::span(bitmap.constData(), size_t(bitmap.size())));
    std::optional<DocumentStream> stream(std::in_place);
    const auto take = [&stream](auto piece) { stream->take(piece); };
    const auto waiting = bitmap.size() <= maxBitmap ? takeWaiting() : nullptr;
    auto end = waiting ? runReader(*waiting, bytes, take) : base::LimitedProgram::End::Badly;
    if (!waiting || (end == base::LimitedProgram::End::Badly && !stream->hasEnded())) {
        stream.emplace(); // A reader may have been ended while it waited.
        end = runReader(program(bitmap.size()), bytes, take);
    }
    if (end != base::LimitedProgram::End::Well || !stream->hasEnded())
        reject(toMessage(end).arg(name));
    if (stream->fault() != DocumentFault::None && stream->fault() != DocumentFault::NoText)
        reject(toMessage(stream->fault()).arg(name));
    return stream->takeDocument();
}

} // namespace services
