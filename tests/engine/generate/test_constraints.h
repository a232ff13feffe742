#pragma once

#include "engine/filters/filter.h"
#include "engine/tokenizers/tokenizer.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tests {

/// A constraint that is any question to the text so far, asked for every token each time: slow and
/// plain.
class TextConstraint final : public engine::Constraint {
public:
    using Question = std::function<bool(std::string_view text)>;

    /// `tokenizer` must outlive it. `mayStand`: an answer may begin so; `mayEnd`: it may be that.
    TextConstraint(const engine::Tokenizer& tokenizer, Question mayStand, Question mayEnd)
        : m_tokenizer(tokenizer)
        , m_mayStand(std::move(mayStand))
        , m_mayEnd(std::move(mayEnd))
    {
    }

    std::unique_ptr<engine::Filter> start() const override
    {
        return std::make_unique<State>(*this);
    }

private:
    class State final : public engine::Filter {
    public:
        explicit State(const TextConstraint& constraint)
            : m_constraint(constraint)
            , m_mask(constraint.m_tokenizer.vocabularySize(), false)
        {
        }

        const engine::TokenMask& mask() override
        {
            const engine::Tokenizer& tokenizer = m_constraint.m_tokenizer;
            m_mask = engine::TokenMask(tokenizer.vocabularySize(), false);
            for (engine::TokenId id = 0; id < tokenizer.vocabularySize(); ++id)
                if (!tokenizer.isSpecial(id) && !tokenizer.bytes(id).empty()
                    && m_constraint.m_mayStand(m_texts.back() + tokenizer.bytes(id)))
                    m_mask.allow(id);
            return m_mask;
        }
        bool take(std::string_view bytes) override
        {
            const std::string text = m_texts.back() + std::string(bytes);
            if (!m_constraint.m_mayStand(text))
                return false;
            m_texts.push_back(text);
            return true;
        }
        void undo(int64_t count) override { m_texts.resize(m_texts.size() - size_t(count)); }
        bool mayEnd() const override { return m_constraint.m_mayEnd(m_texts.back()); }
        bool mustEnd() const override
        {
            State copy(*this);
            return mayEnd() && copy.mask() == engine::TokenMask(m_mask.vocabulary(), false);
        }

    private:
        const TextConstraint& m_constraint;
        engine::TokenMask m_mask;
        std::vector<std::string> m_texts{""}; // after each take
    };

    const engine::Tokenizer& m_tokenizer;
    Question m_mayStand, m_mayEnd;
};

/// Nothing may follow, and yet the answer may not end.
inline engine::ConstraintPtr allowingNothing(const engine::Tokenizer& tokenizer)
{
    const auto never = [](std::string_view) { return false; };
    return std::make_shared<TextConstraint>(tokenizer, never, never);
}

} // namespace tests
