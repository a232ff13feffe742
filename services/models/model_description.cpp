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

QString sentenceOf(const ModelFacts& facts)
{
    switch (facts.problem) {
    case ModelFacts::Problem::None:
        return {};
    case ModelFacts::Problem::IsMissing:
        return Texts::tr("There is nothing at this place any more.");
    case ModelFacts::Problem::IsVisionPart:
        return Texts::tr("This is only the vision part of a model. Add the language model that "
                         "it belongs to; it is found by itself where both lie in one folder.");
    case ModelFacts::Problem::UnknownFamily:
        if (engine::isEncoderFamily(facts.family))
            return Texts::tr("This model writes no answers: it finds passages of your documents by "
                             "what they mean.");
        return Texts::tr("Models of the family “%1” are not supported by this version; it runs %2.")
            .arg(QString::fromStdString(facts.family),
                QString::fromStdString(engine::knownFamilies()));
    case ModelFacts::Problem::NoVocabulary:
        return Texts::tr("The file holds no vocabulary, so its model cannot read text.");
    case ModelFacts::Problem::NoTokenizer:
        return Texts::tr(
            "The folder holds neither tokenizer.json nor tokenizer.model, so its model cannot "
            "read text.");
    case ModelFacts::Problem::IsIncomplete:
        return Texts::tr("The file is incomplete: download it again.");
    case ModelFacts::Problem::OutOfMemory:
        return Texts::tr("There is not enough memory to look into this file.");
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
    const runtime::ModelId known = modelFrom(id);
    if (known.isAtEndPoint()) {
        model.name = QString::fromStdString(known.name());
        model.canSee = true; // as far as is known
        return model;
    }
    model.facts = runtime::readModelFacts(known.path(), pathOf(projector));
    const ModelFacts& facts = model.facts;
    model.name = model.isStarter() ? starterName() : QString::fromStdString(facts.name);
    model.projector = modelIdOf(facts.projector);
    model.problem = sentenceOf(facts);
    model.details = QString::fromStdString(facts.sentence);
    model.fileBytes = facts.fileBytes;
    model.family = QString::fromStdString(facts.family);
    model.quantisation = QString::fromStdString(facts.config.weightType);
    model.parameters = facts.parameters;
    model.contextLength = facts.config.contextLength;
    model.licence = QString::fromStdString(facts.licence);
    model.canSee = facts.vision.has_value();
    return model;
}

} // namespace services
