#include "services/hub/model_offer.h"

#include "engine/files/gguf_file.h"
#include "runtime/models/model_files.h"
#include "services/text.h"

#include <QCoreApplication>
#include <QMap>
#include <QRegularExpression>

#include <algorithm>

namespace services {

qint64 ModelOffer::bytes() const
{
    qint64 bytes = 0;
    for (const OfferedFile& offered : files)
        bytes += offered.file.bytes;
    return bytes;
}

bool ModelOffer::isFolder() const
{
    return !files.isEmpty() && files.first().name.endsWith(QLatin1String(".safetensors"));
}

namespace {

QString lastPart(const QString& path)
{
    return path.section(u'/', -1);
}

// The last word of a name that tells a type of tensors: Q4_K_M, IQ4_XS, UD-Q4_K_XL, bf16 …
QRegularExpressionMatch labelIn(const QString& name)
{
    static const QRegularExpression pattern(
        QStringLiteral(R"((?<![^-._])(?:UD-)?(?:I?Q\d(?:_[0-9A-Z]+)*|TQ[12]_0|MXFP4(?:_MOE)?|)"
                       R"(B?F16|FP16|F32|FP32)(?=[-.]|$))"),
        QRegularExpression::CaseInsensitiveOption);
    QRegularExpressionMatch last;
    for (auto matches = pattern.globalMatch(name); matches.hasNext();)
        last = matches.next();
    return last;
}

GgufVariant named(const QString& name)
{
    GgufVariant variant{name, {}, name, {}};
    const auto label = labelIn(name);
    if (!label.hasMatch())
        return variant;
    variant.label = label.captured().toUpper();
    variant.stem.remove(label.capturedStart(), label.capturedLength());
    return variant;
}

bool isWhole(const GgufVariant& variant)
{
    const auto part = engine::splitName(lastPart(variant.files.first().path).toStdString());
    return !part || (part->number == 1 && variant.files.size() == part->count);
}

} // namespace

qint64 GgufVariant::bytes() const
{
    qint64 bytes = 0;
    for (const HubFile& file : files)
        bytes += file.bytes;
    return bytes;
}

bool GgufVariant::isCalled(const QString& request) const
{
    const auto same = [&](const QString& text) {
        return !text.isEmpty() && text.compare(request, Qt::CaseInsensitive) == 0;
    };
    return same(label) || same(name) || same(files.first().path)
        || same(lastPart(files.first().path));
}

QList<GgufVariant> findVariants(const QList<HubFile>& files)
{
    QMap<QString, GgufVariant> byName; // and folder
    for (const HubFile& file : files) {
        if (!file.path.endsWith(QLatin1String(".gguf")))
            continue;
        const auto name = QString::fromStdString(runtime::modelName(file.path.toStdString()));
        auto& variant = byName[file.path.section(u'/', 0, -2) + u'/' + name];
        if (variant.files.isEmpty())
            variant = named(name);
        variant.files << file;
    }
    QList<GgufVariant> variants;
    for (GgufVariant& variant : byName) {
        std::sort(variant.files.begin(), variant.files.end(),
            [](const HubFile& a, const HubFile& b) { return a.path < b.path; });
        if (isWhole(variant))
            variants << variant;
    }
    std::stable_sort(variants.begin(), variants.end(),
        [](const GgufVariant& a, const GgufVariant& b) { return a.bytes() < b.bytes(); });
    return variants;
}

qsizetype sameLetters(const QString& a, const QString& b)
{
    const qsizetype most = std::min(a.size(), b.size());
    qsizetype same = 0;
    while (same < most && a[same].toCaseFolded() == b[same].toCaseFolded())
        ++same;
    return same;
}

namespace {

constexpr qint64 smallFile = 3'000'000'000; // bytes
constexpr double manyBits = 9, fewBits = 4.7; // a number of the model
constexpr double fluentSpeed = 10; // tokens a second; few people read faster

double bitsPerWeight(const GgufVariant& variant, const VariantQuestion& question)
{
    return question.parameters > 0 ? 8.0 * double(variant.bytes()) / double(question.parameters)
                                   : 0;
}

bool isFluent(const GgufVariant& variant, const VariantQuestion& question)
{
    return !question.speedOf || question.speedOf(variant) >= fluentSpeed;
}

// Chooses among the variants that fit, sorted from small to large.
const GgufVariant& chooseBest(const QList<GgufVariant>& fitting, const VariantQuestion& question)
{
    const GgufVariant* finest = &fitting.first(); // that is not above 8 bits
    for (const GgufVariant& variant : fitting)
        if (bitsPerWeight(variant, question) <= manyBits)
            finest = &variant;
    if (finest->bytes() <= smallFile && isFluent(*finest, question))
        return *finest;
    const auto usual = std::find_if(fitting.begin(), fitting.end(),
        [](const GgufVariant& variant) { return variant.label == QLatin1String("Q4_K_M"); });
    const auto fine = std::find_if(fitting.begin(), fitting.end(),
        [&](const GgufVariant& variant) { return bitsPerWeight(variant, question) > fewBits; });
    if (usual != fitting.end())
        return *usual;
    return fine != fitting.end() ? *fine : fitting.last();
}

} // namespace

std::optional<GgufVariant> chooseVariant(const VariantQuestion& question)
{
    QList<GgufVariant> fitting;
    for (const GgufVariant& variant : question.variants)
        if (question.freeMemory == 0 || question.memoryOf(variant) <= question.freeMemory)
            fitting << variant;
    if (fitting.isEmpty())
        return std::nullopt;
    return chooseBest(fitting, question);
}

} // namespace services
