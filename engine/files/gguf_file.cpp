#include "engine/files/gguf_file.h"

#include "engine/files/checked_size.h"
#include "engine/files/gguf_head.h"
#include "engine/files/split_name.h"

#include <algorithm>
#include <utility>

namespace engine {

using kernels::Error;
using kernels::ErrorKind;

namespace {

int64_t partCount(const GgufMetadata& metadata)
{
    return metadata.integer("split.count").value_or(1);
}

void checkPlaces(const std::vector<GgufTableRow>& table, int64_t dataSize, const ByteReader& reader)
{
    std::vector<const GgufTableRow*> rows;
    for (const GgufTableRow& row : table) {
        const auto end = checkedSum(row.offset, row.size);
        if (!end || *end > dataSize)
            reader.failShort("tensor " + row.name);
        rows.push_back(&row);
    }
    std::sort(rows.begin(), rows.end(),
        [](const GgufTableRow* a, const GgufTableRow* b) { return a->offset < b->offset; });
    for (size_t i = 1; i < rows.size(); ++i)
        if (rows[i - 1]->offset + rows[i - 1]->size > rows[i]->offset)
            reader.fail("stores tensors " + rows[i - 1]->name + " and " + rows[i]->name
                + " in the same place");
}

WeightTensor tensorOf(GgufTableRow&& row, std::span<const std::byte> data)
{
    kernels::TensorView view;
    // Views are shared with tensors that may be written; these never are.
    view.bytes = const_cast<std::byte*>(data.data() + row.offset);
    view.dtype = row.dtype;
    view.columns = row.shape.back();
    view.rows = *checkedProduct(std::span(row.shape).first(row.shape.size() - 1));
    return {std::move(row.name), std::move(row.shape), view};
}

size_t paddedTo(size_t position, int64_t alignment)
{
    return (position + size_t(alignment) - 1) / size_t(alignment) * size_t(alignment);
}

void requirePart(const GgufFile& file, const SplitName& name)
{
    const bool belongs = partCount(file.metadata()) == name.count
        && file.metadata().integer("split.no").value_or(0) == name.number - 1;
    if (!belongs)
        throw Error(ErrorKind::BadFile,
            file.path().filename().string() + " is not part " + std::to_string(name.number) + " of "
                + std::to_string(name.count) + " of a split model, though it is called so");
}

} // namespace

std::shared_ptr<const GgufFile> GgufFile::open(const std::filesystem::path& path)
{
    std::shared_ptr<GgufFile> file(new GgufFile(MappedFile(path)));
    if (partCount(file->metadata()) <= 1)
        return file;
    auto name = splitName(path);
    if (!name || name->count != partCount(file->metadata()))
        throw Error(ErrorKind::BadFile,
            path.filename().string() + " is one of " + std::to_string(partCount(file->metadata()))
                + " parts of a split model, whose names must end with -00001-of-00002.gguf and so "
                  "on");
    if (name->number > 1) {
        name->number = 1;
        file.reset(new GgufFile(MappedFile(path.parent_path() / fileNameOf(*name))));
    }
    file->addParts();
    return file;
}

GgufFile::GgufFile(MappedFile file)
    : m_file(std::move(file))
{
    ByteReader reader(m_file.bytes(), m_file.path().filename().string());
    GgufHead head = readGgufHead(reader);
    m_metadata = std::move(head.metadata);
    const auto all = m_file.bytes();
    const auto data
        = all.subspan(std::min(paddedTo(reader.position(), head.alignment), all.size()));
    checkPlaces(head.table, int64_t(data.size()), reader);

    m_tensors.reserve(head.table.size());
    for (GgufTableRow& row : head.table)
        m_tensors.push_back(tensorOf(std::move(row), data));
    for (size_t place = 0; place < m_tensors.size(); ++place)
        addPlace(place);
}

void GgufFile::addPlace(size_t place)
{
    if (!m_places.emplace(m_tensors[place].name, place).second)
        throw Error(ErrorKind::BadFile,
            path().filename().string() + " has the tensor " + m_tensors[place].name + " twice");
}

// To be called with the first part of a split model.
void GgufFile::addParts()
{
    SplitName name = *splitName(path());
    requirePart(*this, name);
    while (name.number++ < name.count) {
        const auto next = path().parent_path() / fileNameOf(name);
        std::unique_ptr<GgufFile> part(new GgufFile(MappedFile(next)));
        requirePart(*part, name);
        for (const WeightTensor& tensor : part->m_tensors) {
            m_tensors.push_back(tensor);
            addPlace(m_tensors.size() - 1);
        }
        m_laterParts.push_back(std::move(part));
    }
}

const std::byte* GgufFile::fetch(const std::byte* shown, std::span<std::byte> memory) const
{
    if (m_file.read(shown, memory))
        return memory.data();
    for (const auto& part : m_laterParts)
        if (part->m_file.read(shown, memory))
            return memory.data();
    return shown;
}

void GgufFile::requireWhole() const
{
    m_file.requireWhole();
    for (const auto& part : m_laterParts)
        part->requireWhole();
}

int64_t GgufFile::sizeInBytes() const
{
    int64_t bytes = int64_t(m_file.bytes().size());
    for (const auto& part : m_laterParts)
        bytes += part->sizeInBytes();
    return bytes;
}

const WeightTensor* GgufFile::find(std::string_view name) const
{
    const auto place = m_places.find(name);
    return place == m_places.end() ? nullptr : &m_tensors[place->second];
}

} // namespace engine
