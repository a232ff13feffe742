#include "services/conversations/transfer/zip_archive.h"

#include "kernels/error.h"

#include <QCoreApplication>
#include <QFile>

#include <zip.h>

namespace services {

namespace {

constexpr zip_int64_t maxEntries = 200'000;
constexpr qint64 chunkBytes = 256 * 1024;

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(services::ZipArchive)
};

using Entry = std::unique_ptr<zip_file_t, decltype([](zip_file_t* entry) { zip_fclose(entry); })>;

} // namespace

void ZipArchive::Closer::operator()(zip* archive) const
{
    zip_discard(archive);
}

ZipArchive::ZipArchive(const QString& path)
    : m_path(path)
    , m_archive(zip_open(QFile::encodeName(path).constData(), ZIP_RDONLY, nullptr))
{
    if (!m_archive)
        fail(Text::tr("a zip archive was expected"));
    const zip_int64_t count = zip_get_num_entries(m_archive.get(), 0);
    if (count < 0 || count > maxEntries)
        fail(Text::tr("it holds more files than expected"));
    for (zip_int64_t index = 0; index < count; ++index)
        m_names << QString::fromUtf8(zip_get_name(m_archive.get(), zip_uint64_t(index), 0));
}

ZipArchive::~ZipArchive() = default;

bool ZipArchive::contains(const QString& name) const
{
    return zip_name_locate(m_archive.get(), name.toUtf8().constData(), 0) >= 0;
}

qint64 ZipArchive::sizeOf(const QString& name) const
{
    zip_stat_t entry;
    const bool isKnown = zip_stat(m_archive.get(), name.toUtf8().constData(), 0, &entry) == 0
        && (entry.valid & ZIP_STAT_SIZE);
    return isKnown ? qint64(qMin(entry.size, zip_uint64_t(1) << 62)) : 0;
}

QByteArray ZipArchive::read(const QString& name, qint64 maxBytes) const
{
    const Entry entry(zip_fopen(m_archive.get(), name.toUtf8().constData(), 0));
    if (!entry)
        fail(Text::tr("“%1” in it cannot be read").arg(name));
    QByteArray bytes;
    while (true) {
        const qint64 before = bytes.size();
        bytes.resize(before + chunkBytes);
        const zip_int64_t count = zip_fread(entry.get(), bytes.data() + before, chunkBytes);
        bytes.resize(before + qMax(zip_int64_t(0), count));
        if (count < 0)
            fail(Text::tr("“%1” in it is damaged").arg(name));
        if (bytes.size() > maxBytes)
            fail(Text::tr("“%1” in it is too long").arg(name));
        if (count == 0)
            return bytes;
    }
}

void ZipArchive::fail(const QString& reason) const
{
    throw kernels::Error(kernels::ErrorKind::BadFile,
        Text::tr("The file %1 cannot be used: %2.").arg(m_path, reason).toStdString());
}

} // namespace services
