#include "engine/models/families/families.h"
#include "engine/models/families/model_plan.h"

namespace engine {

// Granite 3: Llama with a factor on embeddings, scores, the sums of the residual stream and logits.
const Family graniteFamily{
    .names = {"granite"},
    .plan = pairedPlan,
    .defaults = {.vocabulary = 32000,
        .hidden = 4096,
        .feedForward = 11008,
        .layers = 32,
        .heads = 32,
        .contextLength = 2048,
        .positions = "rope",
        .bos = 1,
        .eos = 2,
        .tiedEmbeddings = false},
    .factors = {.embedding = {"embedding_multiplier", 1},
        .residual = {"residual_multiplier", 1},
        .attention = {"attention_multiplier", 1},
        .logitDivisor = {"logits_scaling", 1}},
    .convert = {.architecture = "granite", .splitter = "refact"},
    .chatFormat = "granite",
};

} // namespace engine
