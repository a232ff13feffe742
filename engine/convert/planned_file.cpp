#include "engine/convert/planned_file.h"

#include "base/error.h"
#include "kernels/quantize.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <deque>
#include <string>
#include <thread>

namespace engine {

using kernels::DType;
using kernels::TensorView;

namespace {

constexpr int64_t valuesAtOnce = int64_t(1) << 22; // that are in memory as floats

// The row of the sources that becomes `row`.
TensorView sourceRow(const PlannedTensor& tensor, int64_t row)
{
    int64_t from = tensor.rowOrder.empty() ? row : tensor.rowOrder[size_t(row)];
    for (const TensorView& source : tensor.sources) {
        if (from < source.rows)
            return source.rowRange(from, 1);
        from -= source.rows;
    }
    CHECK(false);
    return {};
}

// A row that is a column of one of the sources.
void loadColumn(const PlannedTensor& tensor, int64_t row, std::vector<float>& values)
{
    if (!tensor.rowOrder.empty())
        row = tensor.rowOrder[size_t(row)];
    for (const TensorView& source : tensor.sources) {
        if (row >= source.columns) {
            row -= source.columns;
            continue;
        }
        const int64_t offset = kernels::rowBytes(source.dtype, row);
        for (size_t i = 0; i < values.size(); ++i)
            dequantizeRow(source.dtype, source.rowRange(int64_t(i), 1).data<std::byte>() + offset,
                &values[i], 1);
        return;
    }
    CHECK(false);
}

void loadRow(const PlannedTensor& tensor, int64_t row, std::vector<float>& values)
{
    if (tensor.isTransposed)
        return loadColumn(tensor, row, values);
    const TensorView source = sourceRow(tensor, row);
    std::vector<float> stored(size_t(source.columns));
    dequantizeRow(source.dtype, source.bytes, stored.data(), source.columns);
    const float factor = tensor.rowFactors.empty() ? tensor.factor
                                                   : tensor.factor * tensor.rowFactors[size_t(row)];
    for (size_t column = 0; column < values.size(); ++column) {
        const size_t from
            = tensor.columnOrder.empty() ? column : size_t(tensor.columnOrder[column]);
        values[column] = (stored[from] + tensor.addend) * factor;
    }
}

// Those of the matrix, if the tensor contains several, that the row belongs to.
const float* rowImportance(const PlannedTensor& tensor, int64_t row, int64_t columns)
{
    if (tensor.importance.empty())
        return nullptr;
    const int64_t matrices = int64_t(tensor.importance.size()) / columns;
    return tensor.importance.data() + row / (tensor.rows() / matrices) * columns;
}

void requireFittingImportance(const PlannedTensor& tensor)
{
    const int64_t columns = tensor.shape.back(), count = int64_t(tensor.importance.size());
    if (count != 0 && (count % columns != 0 || tensor.rows() % (count / columns) != 0))
        throw base::Error(base::ErrorKind::BadFile,
            "the importance matrix has " + std::to_string(count) + " values for " + tensor.name
                + ", whose rows have " + std::to_string(columns));
}

// Blocks that already have the type of the file are neither taken apart nor rounded again.
bool isCopied(const PlannedTensor& tensor)
{
    const bool isAsItWas = tensor.addend == 0 && tensor.factor == 1 && tensor.columnOrder.empty()
        && tensor.rowFactors.empty() && !tensor.isTransposed;
    return isAsItWas && kernels::isBlockType(tensor.dtype)
        && std::ranges::all_of(
            tensor.sources, [&](const TensorView& source) { return source.dtype == tensor.dtype; });
}

void copyRows(const PlannedTensor& tensor, int64_t first, int64_t count, std::byte* out)
{
    const int64_t bytes = kernels::rowBytes(tensor.dtype, tensor.shape.back());
    for (int64_t row = first; row < first + count; ++row) {
        std::memcpy(out, sourceRow(tensor, row).bytes, size_t(bytes));
        out += bytes;
    }
}

void storeRows(const PlannedTensor& tensor, int64_t first, int64_t count, std::byte* out)
{
    if (isCopied(tensor))
        return copyRows(tensor, first, count, out);
    const int64_t columns = tensor.shape.back(), bytes = kernels::rowBytes(tensor.dtype, columns);
    std::vector<float> values(size_t(columns), 0.f);
    for (int64_t row = first; row < first + count; ++row) {
        loadRow(tensor, row, values);
        quantizeRow(tensor.dtype, values.data(), out, columns, rowImportance(tensor, row, columns));
        out += bytes;
    }
}

void writeRows(GgufWriter& writer, const PlannedTensor& tensor)
{
    requireFittingImportance(tensor);
    const int64_t rows = tensor.rows(),
                  bytes = kernels::rowBytes(tensor.dtype, tensor.shape.back());
    const int64_t atOnce = std::clamp<int64_t>(valuesAtOnce / tensor.shape.back(), 1, rows);
    const int64_t threads
        = std::clamp<int64_t>(std::thread::hardware_concurrency(), 1, std::max<int64_t>(atOnce, 1));
    std::vector<std::byte> stored(size_t(atOnce * bytes));
    for (int64_t first = 0; first < rows; first += atOnce) {
        const int64_t count = std::min(atOnce, rows - first);
        const int64_t share = (count + threads - 1) / threads;
        {
            std::vector<std::jthread> workers;
            for (int64_t begin = 0; begin < count; begin += share)
                workers.emplace_back([&, begin] {
                    storeRows(tensor, first + begin, std::min(share, count - begin),
                        stored.data() + begin * bytes);
                });
        }
        writer.append(std::span(stored).first(size_t(count * bytes)));
    }
}

} // namespace

int64_t PlannedTensor::rows() const
{
    if (!rowOrder.empty())
        return int64_t(rowOrder.size());
    int64_t rows = 0;
    for (const TensorView& source : sources)
        rows += isTransposed ? source.columns : source.rows;
    return rows;
}

int64_t PlannedTensor::elements() const
{
    int64_t elements = 1;
    for (const int64_t extent : shape)
        elements *= extent;
    return elements;
}

DType storedType(const std::vector<int64_t>& shape, DType wanted)
{
    return shape.back() % kernels::info(wanted).blockSize == 0 ? wanted : DType::F16;
}

PlannedTensor plan(const WeightTensor& tensor, const std::string& name, DType wanted)
{
    PlannedTensor planned;
    planned.name = name;
    planned.shape = tensor.shape;
    planned.dtype = tensor.shape.size() < 2 ? DType::F32 : storedType(tensor.shape, wanted);
    planned.sources = {tensor.view};
    return planned;
}

std::vector<PlannedTensor> planNamed(
    const TensorSource& source, const std::string& name, DType wanted)
{
    if (const WeightTensor* tensor = source.find(name))
        return {plan(*tensor, name, wanted)};
    std::vector<PlannedTensor> planned{
        plan(source.require(name + ".weight"), name + ".weight", wanted)};
    if (const WeightTensor* bias = source.find(name + ".bias"))
        planned.push_back(plan(*bias, name + ".bias", wanted));
    return planned;
}

void writeTensors(GgufWriter& writer, const std::vector<PlannedTensor>& tensors,
    const std::function<void()>& written)
{
    for (const PlannedTensor& tensor : tensors)
        writer.declare(tensor.name, tensor.shape, tensor.dtype);
    for (const PlannedTensor& tensor : tensors) {
        if (tensor.values.empty())
            writeRows(writer, tensor);
        else
            writer.append(std::as_bytes(std::span(tensor.values)));
        written();
    }
}

namespace {

// A title for people: "vignette-starter.gguf" is the model "Vignette Starter".
std::string makeTitle(const std::filesystem::path& output)
{
    std::string title = output.stem().string();
    bool startsWord = true;
    for (char& letter : title) {
        if (letter == '-')
            letter = ' ';
        if (startsWord && letter >= 'a' && letter <= 'z')
            letter = char(letter - 'a' + 'A');
        startsWord = letter == ' ';
    }
    return title;
}

// "9.0M", "372K", "1.2B"
std::string rounded(double parameters)
{
    const char* unit = "K";
    double shown = parameters / 1e3;
    for (const char* larger : {"M", "B", "T"}) {
        if (shown < 1e3)
            break;
        shown /= 1e3;
        unit = larger;
    }
    char label[32];
    std::snprintf(label, sizeof label, shown < 10 ? "%.1f%s" : "%.0f%s", shown, unit);
    return label;
}

// The size of a model with experts, as their number times the size with one of them: "8x7.2B".
std::string sizeLabel(std::span<const PlannedTensor> tensors)
{
    double shared = 0, ofOne = 0;
    int64_t experts = 0;
    for (const PlannedTensor& tensor : tensors) {
        const bool hasExperts
            = tensor.name.find("_exps.") != std::string::npos && tensor.shape.size() > 1;
        if (hasExperts)
            experts = tensor.shape.front();
        if (hasExperts && tensor.name.ends_with(".weight"))
            ofOne += double(tensor.elements()) / double(experts);
        else
            shared += double(tensor.elements());
    }
    return (experts > 0 ? std::to_string(experts) + "x" : "") + rounded(shared + ofOne);
}

void setGeneralMetadata(GgufWriter& writer, const PlannedFile& file)
{
    writer.set("general.architecture", file.architecture);
    writer.set("general.type", file.kind);
    writer.set("general.name", makeTitle(file.path));
    writer.set("general.size_label", sizeLabel(file.tensors));
    writer.set("general.file_type", file.fileType);
    writer.set("general.quantization_version", uint32_t(2));
}

} // namespace

void writeFiles(std::span<const PlannedFile> files, const ConvertProgress& progress)
{
    int64_t done = 0, total = 0;
    for (const PlannedFile& file : files)
        total += int64_t(file.tensors.size());
    const auto written = [&] {
        ++done;
        if (progress)
            progress(done, total);
    };
    std::deque<GgufWriter> writers;
    for (const PlannedFile& file : files) {
        GgufWriter& writer = writers.emplace_back(file.path);
        setGeneralMetadata(writer, file);
        file.setMetadata(writer);
        writeTensors(writer, file.tensors, written);
    }
    for (GgufWriter& writer : writers)
        writer.finish();
}

} // namespace engine
