#include "engine/convert/planned_file.h"

#include <cstdio>
#include <deque>
#include <string>

namespace engine {

namespace {

// For people: "vignette-starter.gguf" is the model "Vignette Starter".
std::string titleOf(const std::filesystem::path& output)
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

// Of a model with experts their number and its size with one of them: "8x7.2B".
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
    writer.set("general.name", titleOf(file.path));
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
