#include "services/generation/loaded_model.h"

#include "engine/models/lora_adapter.h"
#include "kernels/devices/backends.h"
#include "services/models/model_files.h"
#include "services/models/resource_paths.h"

#include <algorithm>

namespace services {

namespace {

constexpr double draftShare = 0.15; // of the loading: a draft model is a small one

// Tokens that end a turn in the formats chat templates write, whatever a model's files say.
constexpr const char* turnEnds[] = {"<|im_end|>", "<|eot_id|>", "<|end|>", "<end_of_turn>",
    "<end_of_utterance>", "<|endoftext|>", "<|eom_id|>"};

std::vector<engine::TokenId> endTokensOf(const ModelFiles& files)
{
    std::vector<engine::TokenId> ends = files.config.endTokens;
    if (files.tokenizer->eos() >= 0)
        ends.push_back(files.tokenizer->eos());
    for (const char* piece : turnEnds) {
        const engine::TokenId id = files.tokenizer->find(piece);
        if (id >= 0 && files.tokenizer->isSpecial(id))
            ends.push_back(id);
    }
    std::sort(ends.begin(), ends.end());
    ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
    return ends;
}

std::shared_ptr<const engine::ChatTemplate> parseTemplate(const ModelFiles& files)
{
    try {
        return std::make_shared<engine::ChatTemplate>(files.templateSource);
    } catch (const kernels::Error& error) {
        throw kernels::Error(error.kind(), files.name + ": " + error.what());
    }
}

std::vector<engine::AdapterUse> openAdapters(const LoadOptions& options)
{
    std::vector<engine::AdapterUse> adapters;
    for (const AdapterChoice& choice : options.adapters)
        adapters.push_back({engine::LoraAdapter::load(choice.folder), choice.scale});
    return adapters;
}

// The progress of a part of the work: from `begin` on, `share` of the whole.
engine::Model::Progress shareOf(const engine::Model::Progress& progress, double begin, double share)
{
    if (!progress)
        return {};
    return [progress, begin, share](double done) { return progress(begin + share * done); };
}

} // namespace

std::unique_ptr<LoadedModel> LoadedModel::load(
    const LoadOptions& options, const engine::Model::Progress& progress)
{
    auto loaded = std::unique_ptr<LoadedModel>(new LoadedModel);
    loaded->m_path = options.path.empty() ? starterModel() : options.path;
    loaded->m_backend = kernels::openBackend(options.device, options.threads);

    ModelFiles files = openModelFiles(loaded->m_path, options.projectorPath);
    loaded->m_name = files.name;
    loaded->m_endTokens = endTokensOf(files);
    auto format = std::make_shared<PromptFormat>();
    format->tokenizer = files.tokenizer;
    format->chatTemplate = parseTemplate(files);
    loaded->m_model = engine::Model::load(files.weights, files.config, *loaded->m_backend,
        options.draftPath.empty() ? progress : shareOf(progress, 0, 1 - draftShare));
    loaded->m_model->setAdapters(openAdapters(options));
    if (files.towerConfig)
        loaded->openTower(files, *format);
    loaded->m_format = std::move(format);
    const engine::ModelConfig& config = files.config;
    loaded->m_cache = std::make_unique<engine::PagedCache>(*loaded->m_backend,
        engine::PagedCache::Shape{config.layers, config.kvHeads, config.headDim}, options.cacheType,
        cacheTokensOf(options, config));
    loaded->m_config = std::move(files.config);
    if (!options.draftPath.empty())
        loaded->openDraft(options, shareOf(progress, 1 - draftShare, draftShare));
    return loaded;
}

// Its cache has as many pages as the model's, for one page table serves both.
void LoadedModel::openDraft(const LoadOptions& options, const engine::Model::Progress& progress)
{
    LoadOptions draft;
    draft.path = options.draftPath;
    draft.device = options.device;
    draft.threads = m_backend->threads();
    draft.cacheType = m_cache->type();
    draft.contextTokens = m_cache->numPages() * engine::pageSize;
    m_draft = load(draft, progress);
}

void LoadedModel::openTower(const ModelFiles& files, PromptFormat& format)
{
    m_tower = vision::VisionTower::load(files.towerWeights, *files.towerConfig, *m_backend);
    if (m_tower->rowWidth() != files.config.hidden) {
        m_tower.reset();
        if (files.towerIsGuess)
            return;
        throw kernels::Error(kernels::ErrorKind::BadFile,
            files.towerWeights->path().string() + " is the vision part of another model than "
                + files.name + ": their rows have different widths");
    }
    format.vision = files.towerConfig;
    format.imageTokenText = files.towerConfig->imageToken;
    format.imageToken = files.config.imageToken >= 0 ? files.config.imageToken
                                                     : files.tokenizer->find(format.imageTokenText);
}

int64_t LoadedModel::contextTokens() const
{
    return std::min(m_config.contextLength, m_cache->numPages() * engine::pageSize);
}

engine::ImageEmbeddingPtr LoadedModel::embed(const vision::Image& image)
{
    if (!m_tower) {
        throw kernels::Error(kernels::ErrorKind::Unsupported,
            m_name
                + " reads text only: it cannot see pictures. A GGUF model needs its mmproj file "
                  "beside it");
    }
    return m_tower->embed(image);
}

} // namespace services
