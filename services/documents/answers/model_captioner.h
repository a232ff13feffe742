#pragma once

#include "services/documents/index/picture_captions.h"

#include "runtime/answer_engine.h"
#include <stop_token>

namespace services {

/// Asks a vision model what a picture shows. A model that says it is not sure gives no caption.
class ModelCaptioner : public PictureCaptioner {
public:
    /// The engine must outlive it.
    explicit ModelCaptioner(runtime::AnswerEngine& engine, std::stop_token stop = {});

    /// Blocks. Throws what answersOf() throws.
    std::string captionOf(const Picture& picture) override;

private:
    runtime::AnswerEngine& m_engine;
    std::stop_token m_stop;
};

} // namespace services
