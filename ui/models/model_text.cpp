#include "ui/models/model_text.h"

#include "services/remote/provider.h"
#include "ui/widgets/amount_text.h"

#include <QCoreApplication>
#include <QLocale>

#include <cmath>

namespace ui {

namespace {

// The context of what is translated here.
struct Texts {
    Q_DECLARE_TR_FUNCTIONS(ui::ModelText)
};

QString parametersText(qint64 parameters)
{
    const double count = double(parameters);
    if (count >= 1e9)
        return Texts::tr("%1 billion parameters").arg(QLocale().toString(count / 1e9, 'f', 1));
    return Texts::tr("%Ln million parameters", nullptr, int(std::lround(count / 1e6)));
}

QString sightText(const services::ModelFacts& model)
{
    return model.canSee() ? Texts::tr("vision") : Texts::tr("text");
}

// What a model on another machine is able to is known there.
QString hostText(const services::ModelFacts& model)
{
    return model.id.isRemote()
        ? Texts::tr("at %1").arg(services::hostName(QString::fromStdString(model.id.address())))
        : QString();
}

} // namespace

QString factsText(const services::ModelFacts& model)
{
    QStringList facts;
    if (!model.family.empty())
        facts << QString::fromStdString(model.family);
    if (!model.config.weightType.empty())
        facts << QString::fromStdString(model.config.weightType);
    if (model.parameters > 0)
        facts << parametersText(model.parameters);
    if (model.fileBytes > 0)
        facts << sizeText(model.fileBytes);
    if (model.config.contextLength > 0)
        facts << Texts::tr("context length %1")
                     .arg(QLocale().toString(qint64(model.config.contextLength)));
    if (const QString host = hostText(model); !host.isEmpty())
        facts << host;
    else if (model.isUsable())
        facts << sightText(model);
    if (!model.license.empty())
        facts << Texts::tr("license: %1").arg(QString::fromStdString(model.license));
    return facts.join(QStringLiteral(" · "));
}

QString shortFactsText(const services::ModelFacts& model)
{
    QStringList facts;
    if (!model.config.weightType.empty())
        facts << QString::fromStdString(model.config.weightType);
    if (model.parameters > 0)
        facts << parametersText(model.parameters);
    const QString host = hostText(model);
    facts << (host.isEmpty() ? sightText(model) : host);
    return facts.join(QStringLiteral(" · "));
}

QString neededText(const services::MemoryEstimate& estimate)
{
    return Texts::tr("Needs %1 with a context of %2 tokens")
        .arg(sizeText(estimate.total()), QLocale().toString(qint64(estimate.contextTokens)));
}

QString memoryText(const services::MemoryEstimate& estimate, const services::DeviceRoom& room)
{
    const QString needed = neededText(estimate);
    if (room.free <= 0)
        return needed;
    if (room.devices.empty())
        return Texts::tr("%1 (%2 free)").arg(needed, sizeText(room.free));
    return Texts::tr("%1 (%2 free on %3)")
        .arg(needed, sizeText(room.free), QString::fromStdString(room.devices));
}

QString memoryParts(const services::MemoryEstimate& estimate)
{
    QStringList lines;
    const auto add = [&lines](const QString& part, qint64 bytes) {
        if (bytes > 0)
            lines << part.arg(sizeText(bytes));
    };
    add(Texts::tr("Weights: %1"), estimate.weights);
    add(Texts::tr("Vision encoder: %1"), estimate.vision);
    add(Texts::tr("KV cache (full context): %1"), estimate.cache);
    add(Texts::tr("Compute buffers: %1"), estimate.working);
    add(Texts::tr("Vocabulary: %1"), estimate.vocabulary);
    add(Texts::tr("Draft model: %1"), estimate.draft);
    return lines.join(u'\n');
}

} // namespace ui
