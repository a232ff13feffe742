#include "app/cli/evidence.h"

#include "app/cli/command.h"
#include "app/cli/model_options.h"
#include "app/cli/output.h"
#include "runtime/models/model_files.h"
#include "services/evidence/check_evidence.h"
#include "services/evidence/evidence_pdf.h"
#include "services/system/paths.h"

#include <QFileInfo>

#include <nlohmann/json.hpp>

namespace app {

namespace {

// Options that change what a model computes; the record names those that were given.
constexpr const char* loadingOptions[] = {"lora", "device", "experts", "cache-type", "exact"};

QStringList givenOptions(const QCommandLineParser& parser)
{
    QStringList options;
    for (const char* name : loadingOptions) {
        if (!parser.isSet(name))
            continue;
        options << QStringLiteral("--") + QLatin1String(name);
        if (QLatin1String(name) != QLatin1String("exact"))
            options << parser.values(name).last();
    }
    return options;
}

} // namespace

void addEvidenceOption(QCommandLineParser& parser)
{
    parser.addOption({"evidence",
        "Also write the answer to this PDF, with the cited passages, hashes of files and model, "
        "and "
        "settings; vignette-cli documents check checks it again.",
        "FILE"});
}

void writeEvidence(const QCommandLineParser& parser, const QString& question, const QString& answer,
    const QList<services::Source>& sources, const AskedModel& asked)
{
    services::Evidence evidence = services::makeEvidence(question, answer, sources);
    if (asked.engine) {
        const runtime::ModelSummary summary = asked.engine->describe().summary;
        evidence.modelName = QString::fromStdString(summary.name);
        evidence.device = QString::fromStdString(summary.device);
        evidence.settings = runtime::completed(asked.request.settings);
        if (asked.seed)
            evidence.settings.seed = asked.seed;
        if (services::canBeRecorded(asked.request))
            evidence.request = asked.request;
        if (!parser.isSet("endpoint")) {
            evidence.modelPath = QFileInfo(parser.value("model")).absoluteFilePath();
            evidence.options = givenOptions(parser);
        }
        for (const QString& file : services::modelFilesAt(evidence.modelPath))
            evidence.modelFiles << services::HashedFile{file};
    }
    {
        ProgressBar bar("Hashing");
        services::completeEvidence(
            evidence, {.progress = [&bar](double share) { bar.show(share); }});
    }
    ProgressBar bar("Drawing");
    services::writeExport(parser.value("evidence"),
        services::drawEvidence(evidence, {.progress = [&bar](double share) { bar.show(share); }}));
}

namespace {

using services::EvidencePoint;

const char* toString(EvidencePoint::Result result)
{
    switch (result) {
    case EvidencePoint::Result::Holds:
        return "holds";
    case EvidencePoint::Result::Fails:
        return "fails";
    case EvidencePoint::Result::Unknown:
        break;
    }
    return "unknown";
}

/// Prints points, and notes whether one fails.
class Points {
public:
    explicit Points(bool asJson)
        : m_asJson(asJson)
    {
    }

    void take(const EvidencePoint& point)
    {
        m_failed = m_failed || point.result == EvidencePoint::Result::Fails;
        if (m_asJson)
            printJson({{"result", toString(point.result)}, {"text", point.text.toStdString()}});
        else
            printText(std::string(toString(point.result)) + ": " + point.text.toStdString() + "\n");
    }

    bool haveFailed() const { return m_failed; }

private:
    const bool m_asJson;
    bool m_failed = false;
};

// The model's own options, less those that name files, are taken from the record unless they are given
// again: anyone may have written it.
QStringList checkArguments(const QCommandLineParser& given, const QStringList& arguments,
    const services::Evidence& evidence)
{
    QStringList all = arguments;
    for (qsizetype option = 0; option < evidence.options.size(); ++option) {
        const QString& name = evidence.options[option];
        if (name == QLatin1String("--exact") && !given.isSet("exact"))
            all << name;
        else if (name == QLatin1String("--cache-type") && !given.isSet("cache-type")
            && option + 1 < evidence.options.size())
            all << name + '=' + evidence.options[option + 1];
    }
    if (!given.isSet("model"))
        all << "--model=" + evidence.modelPath;
    return all;
}

void addCheckOptions(QCommandLineParser& parser)
{
    parser.setApplicationDescription(
        "Checks a reply that ask --evidence or the window exported: whether its files are the "
        "same, "
        "the passages are in them word for word, the citations are supported, and the model writes "
        "the same answer again.");
    parser.addPositionalArgument("FILE.pdf", "the exported reply");
    addModelOptions(parser);
    addApartOption(parser);
    parser.addOption({"skip-answer", "Don't have the answer written again."});
    parser.addOption({"json", "Print one JSON object per point: result and text."});
}

} // namespace

int checkReply(const QStringList& arguments)
{
    QCommandLineParser given;
    addCheckOptions(given);
    parse(given, "vignette-cli documents check", arguments);
    if (given.positionalArguments().size() != 1)
        throw UsageError("vignette-cli documents check takes one FILE.pdf");
    const QString path = given.positionalArguments().first();
    const services::Evidence evidence = services::readEvidence(path);
    Points points(given.isSet("json"));
    const auto take = [&points](const EvidencePoint& point) { points.take(point); };
    services::checkSources(evidence, QFileInfo(path).absolutePath(), take);
    if (evidence.modelName.isEmpty() || given.isSet("skip-answer"))
        return points.haveFailed() ? 1 : 0;

    QCommandLineParser parser;
    addCheckOptions(parser);
    parse(parser, "vignette-cli documents check", checkArguments(given, arguments, evidence));
    EvidencePoint model;
    {
        ProgressBar bar("Hashing");
        model = services::checkModel(evidence, parser.value("model"),
            {.progress = [&bar](double share) { bar.show(share); }});
    }
    points.take(model);
    if (model.result == EvidencePoint::Result::Holds) {
        const auto engine = loadEngine(parser, Drafts::None, evidence.settings);
        points.take(services::checkAnswer(evidence, *engine));
    }
    return points.haveFailed() ? 1 : 0;
}

} // namespace app
