#include "runtime/answer_engine.h"

namespace runtime {

namespace {

const char* unloadingMessage(Unloading why)
{
    switch (why) {
    case Unloading::LoadCancelled:
        return "Loading the model was canceled.";
    case Unloading::ProgramEnds:
        return "Vignette was closed before this answer was complete.";
    case Unloading::Wanted:
        break;
    }
    return "The model was unloaded before this answer was complete.";
}

} // namespace

AnswerFailure failureBy(Unloading why)
{
    return {base::ErrorKind::Cancelled, unloadingMessage(why), why};
}

} // namespace runtime
