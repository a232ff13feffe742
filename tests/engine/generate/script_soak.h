#pragma once

#include "tests/engine/generate/soak.h"

#include <string>

namespace tests {

/// A soak of a script model that counts on, with a cache that holds little more than the longest
/// job.
class ScriptSoak {
public:
    ScriptSoak(Drafting drafting, engine::Reservation reservation)
        : m_draftModel(vocabulary, countingOn(vocabulary))
        , m_draftCache(
              m_draftModel.backend(), ScriptModel::shape, engine::CacheType::F32, cacheTokens)
        , soak({.model = m_model,
              .tokenizer = m_tokenizer,
              .shape = ScriptModel::shape,
              .type = engine::CacheType::F32,
              .cacheTokens = cacheTokens,
              .options = options(drafting, reservation),
              .limits = {.vocabulary = vocabulary}})
    {
        m_draftModel.isForgiving = true;
        m_model.onSequence
            = [this](const engine::TokenIds& sequence) { soak.checkSequence(sequence); };
        m_model.beforeLayer = [this](int) { soak.disturb(); };
    }

private:
    static constexpr int64_t vocabulary = 1000, cacheTokens = 8192;

    engine::Generator::Options options(Drafting drafting, engine::Reservation reservation)
    {
        engine::Generator::Options options{.reservation = reservation};
        if (drafting == Drafting::Model) {
            options.draftModel = &m_draftModel;
            options.draftCache = &m_draftCache;
        }
        options.useNgramDraft = drafting == Drafting::Ngram;
        return options;
    }

    PieceTokenizer m_tokenizer{numberPieces(vocabulary)};
    ScriptModel m_model{vocabulary, countingOn(vocabulary)};
    ScriptModel m_draftModel;
    engine::PagedCache m_draftCache;

public:
    Soak soak;
};

} // namespace tests
