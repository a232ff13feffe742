#pragma once

#include "runtime/answer_engine.h"
#include "services/evidence/evidence.h"

#include <QString>

#include <functional>

namespace services {

/// What came of checking one thing of an exported reply.
struct EvidencePoint {
    enum class Result {
        Holds,
        Fails,
        Unknown, ///< it can't be checked here
    };

    Result result = Result::Unknown;
    QString text; ///< a sentence for users

    bool operator==(const EvidencePoint&) const = default;
};

/// Receives points one after another, on the thread that checks.
using TakePoint = std::function<void(const EvidencePoint&)>;

/// Checks whether the files are still there with the same contents, the cited passages still in them
/// word for word, and the citations supported. A file that is gone is searched for by its name in
/// `folder`, too. What the record says comes from anyone: files that it names are hashed and read by the
/// sandboxed reader, and only whether they agree is reported. Blocks. Throws Error{Cancelled}.
void checkSources(const Evidence& evidence, const QString& folder, const TakePoint& take,
    const EvidenceWork& work = {});

/// Checks whether the model at this path is the one that wrote the answer; a point that holds says so.
/// Blocks: a large model takes some seconds. Throws Error{Cancelled}.
EvidencePoint checkModel(
    const Evidence& evidence, const QString& path, const EvidenceWork& work = {});

/// Has the answer written again, with the same settings and seed, and compares. Blocks. Throws
/// Error{Cancelled}.
EvidencePoint checkAnswer(
    const Evidence& evidence, runtime::AnswerEngine& engine, const EvidenceWork& work = {});

} // namespace services
