#include "services/hub/variant_choice.h"

#include "services/size_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace services {

namespace {

constexpr qint64 smallFile = 3'000'000'000; // bytes
constexpr double mostBits = 9, fewBits = 4.7; // a number of the model
constexpr double fluentSpeed = 10; // tokens a second; few people read faster

// The context of what is translated here.
struct Texts {
    Q_DECLARE_TR_FUNCTIONS(services::VariantChoice)
};

double bitsOf(const GgufVariant& variant, const VariantQuestion& question)
{
    return question.parameters > 0 ? 8.0 * double(variant.bytes()) / double(question.parameters)
                                   : 0;
}

bool isFluent(const GgufVariant& variant, const VariantQuestion& question)
{
    return !question.speedOf || question.speedOf(variant) >= fluentSpeed;
}

// Of those that fit, small ones first.
const GgufVariant& bestOf(const QList<GgufVariant>& fitting, const VariantQuestion& question)
{
    const GgufVariant* finest = &fitting.first(); // that is not above 8 bits
    for (const GgufVariant& variant : fitting)
        if (bitsOf(variant, question) <= mostBits)
            finest = &variant;
    if (finest->bytes() <= smallFile && isFluent(*finest, question))
        return *finest;
    const auto usual = std::find_if(fitting.begin(), fitting.end(),
        [](const GgufVariant& variant) { return variant.label == QLatin1String("Q4_K_M"); });
    const auto fine = std::find_if(fitting.begin(), fitting.end(),
        [&](const GgufVariant& variant) { return bitsOf(variant, question) > fewBits; });
    if (usual != fitting.end())
        return *usual;
    return fine != fitting.end() ? *fine : fitting.last();
}

QString reasonFor(const GgufVariant& variant, const VariantQuestion& question)
{
    const QString needed = sizeText(question.memoryOf(variant));
    if (question.freeMemory == 0)
        return Texts::tr("%1 was chosen: it needs %2 of memory here.").arg(variant.name, needed);
    return Texts::tr("%1 was chosen: it needs %2 of memory here, and %3 are free.")
        .arg(variant.name, needed, sizeText(question.freeMemory));
}

} // namespace

std::optional<VariantChoice> chooseVariant(const VariantQuestion& question)
{
    QList<GgufVariant> fitting;
    for (const GgufVariant& variant : question.variants)
        if (question.freeMemory == 0 || question.memoryOf(variant) <= question.freeMemory)
            fitting << variant;
    if (fitting.isEmpty())
        return std::nullopt;
    const GgufVariant& best = bestOf(fitting, question);
    return VariantChoice{best, reasonFor(best, question)};
}

} // namespace services
