#include "services/generation/generation_settings.h"

#include "services/generation/schema_check.h"

#include <QJsonArray>

namespace services {

namespace {

// The numbers, under their names in the file and with what they may be.
struct NumberField {
    const char* name;
    float GenerationSettings::*member;
    float least, most;
};

constexpr NumberField numberFields[] = {
    {"temperature", &GenerationSettings::temperature, 0, 10},
    {"topP", &GenerationSettings::topP, 0, 1},
    {"minP", &GenerationSettings::minP, 0, 1},
    {"typical", &GenerationSettings::typical, 0, 1},
    {"repetitionPenalty", &GenerationSettings::repetitionPenalty, 0.1f, 10},
    {"presencePenalty", &GenerationSettings::presencePenalty, -10, 10},
    {"frequencyPenalty", &GenerationSettings::frequencyPenalty, -10, 10},
};

constexpr qint64 mostTokens = 1'000'000;
constexpr int mostCandidates = 1'000'000;

} // namespace

QJsonObject toJson(const GenerationSettings& settings)
{
    const GenerationSettings usual;
    QJsonObject object;
    for (const NumberField& field : numberFields)
        if (settings.*field.member != usual.*field.member)
            object[QLatin1String(field.name)] = double(settings.*field.member);
    if (settings.maxTokens != usual.maxTokens)
        object["maxTokens"] = settings.maxTokens;
    if (settings.topK != usual.topK)
        object["topK"] = settings.topK;
    if (!settings.stopStrings.isEmpty())
        object["stopStrings"] = QJsonArray::fromStringList(settings.stopStrings);
    if (!settings.schema.isEmpty())
        object["schema"] = settings.schema;
    if (settings.seed) // as text, for a double does not hold all of them
        object["seed"] = QString::number(*settings.seed);
    return object;
}

GenerationSettings generationSettingsFrom(const QJsonObject& object)
{
    GenerationSettings settings;
    for (const NumberField& field : numberFields) {
        const double value = object[QLatin1String(field.name)].toDouble(-1e9);
        if (value >= double(field.least) && value <= double(field.most))
            settings.*field.member = float(value);
    }
    const qint64 tokens = object["maxTokens"].toInteger();
    if (tokens > 0 && tokens <= mostTokens)
        settings.maxTokens = tokens;
    settings.topK = qBound(0, object["topK"].toInt(), mostCandidates);
    for (const QJsonValue& value : object["stopStrings"].toArray())
        if (!value.toString().isEmpty())
            settings.stopStrings << value.toString();
    const QString schema = object["schema"].toString();
    if (schema.size() <= longestSchema)
        settings.schema = schema;
    bool isNumber = false;
    const quint64 seed = object["seed"].toString().toULongLong(&isNumber);
    if (isNumber)
        settings.seed = seed;
    return settings;
}

} // namespace services
