#include "services/models/model_description.h"

#include "engine/encoders/encoder_config.h"
#include "engine/models/families/families.h"
#include "services/models/model_id.h"

#include <QCoreApplication>

namespace services {

namespace {

using runtime::ModelFacts;

// The context of what is translated here.
struct Texts {
    Q_DECLARE_TR_FUNCTIONS(services::ModelDescription)
};

QString toMessage(const ModelFacts& facts)
{
    switch (facts.problem) {
    case ModelFacts::Problem::None:
        return {};
    case ModelFacts::Problem::IsMissing:
        return Texts::tr("The model's files are missing.");
    case ModelFacts::Problem::IsVisionPart:
        return Texts::tr("This is only the vision encoder of a model. Add its language model; the "
                         "encoder is found automatically in the same folder.");
    case ModelFacts::Problem::UnknownFamily:
        if (engine::isEncoderFamily(facts.family))
            return Texts::tr("This is an embedding model. It doesn't write answers; it searches "
                             "your documents by meaning.");
        return Texts::tr(
            "Models of the “%1” architecture aren't supported by this version. Supported: %2.")
            .arg(QString::fromStdString(facts.family),
                QString::fromStdString(engine::knownFamilies()));
    case ModelFacts::Problem::NoVocabulary:
        return Texts::tr("The file contains no vocabulary, so the model can't read text.");
    case ModelFacts::Problem::NoTokenizer:
        return Texts::tr("The folder contains neither tokenizer.json nor tokenizer.model, so the "
                         "model can't read text.");
    case ModelFacts::Problem::IsIncomplete:
        return Texts::tr("The file is incomplete. Download it again.");
    case ModelFacts::Problem::OutOfMemory:
        return Texts::tr("Not enough memory to read this file.");
    case ModelFacts::Problem::Other:
        break;
    }
    return QString::fromStdString(facts.sentence);
}

} // namespace

bool isEmbedding(const ModelDescription& model)
{
    return model.facts.problem == ModelFacts::Problem::UnknownFamily
        && engine::isEncoderFamily(model.facts.family);
}

QString starterName()
{
    return Texts::tr("Built-in model");
}

ModelDescription describeModel(const ModelId& id, const QString& projector)
{
    ModelDescription model;
    model.id = id;
    if (id.isRemote()) {
        model.name = QString::fromStdString(id.name());
        model.canSee = true; // as far as is known
        return model;
    }
    model.facts = runtime::readModelFacts(id.path(), projector.toStdString());
    const ModelFacts& facts = model.facts;
    model.name = model.isStarter() ? starterName() : QString::fromStdString(facts.name);
    model.projector = QString::fromStdString(facts.projector.string());
    model.problem = toMessage(facts);
    model.details = QString::fromStdString(facts.sentence);
    model.fileBytes = facts.fileBytes;
    model.family = QString::fromStdString(facts.family);
    model.quantization = QString::fromStdString(facts.config.weightType);
    model.parameters = facts.parameters;
    model.contextLength = facts.config.contextLength;
    model.license = QString::fromStdString(facts.license);
    model.canSee = facts.vision.has_value();
    return model;
}

} // namespace services
