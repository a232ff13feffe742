#pragma once

#include "runtime/answers/local_engine.h"
#include "tests/runtime/answers/asked.h"
#include "vision/images/decode.h"

#include <memory>

namespace tests {

/// An engine of this machine.
class EngineSpy {
public:
    explicit EngineSpy(const runtime::LoadOptions& options = {},
        std::shared_ptr<runtime::RememberedFiles> files = nullptr)
        : engine(optionsOf(options, std::move(files)))
    {
    }

    Asked ask(runtime::AnswerRequest request, std::function<void()> onStarted = {})
    {
        return Asked(
            [&](std::shared_ptr<runtime::AnswerSink> sink) {
                return engine.submit(std::move(request), std::move(sink));
            },
            std::move(onStarted));
    }
    Asked ask(const std::vector<runtime::RequestMessage>& messages,
        const runtime::AnswerSettings& settings = {})
    {
        return ask(runtime::AnswerRequest{messages, settings});
    }

    runtime::ModelState::Stage stage() const { return engine.describe().stage; }

    runtime::LocalEngine engine;

private:
    static runtime::LocalEngineOptions optionsOf(
        const runtime::LoadOptions& load, std::shared_ptr<runtime::RememberedFiles> files)
    {
        runtime::LocalEngineOptions options;
        options.load = load;
        options.files = std::move(files);
        return options;
    }
};

/// An image of the built-in model's world.
inline runtime::Pixels samplePicture(const std::string& path)
{
    return std::make_shared<const vision::Image>(vision::decodeImageFile(path));
}

} // namespace tests
