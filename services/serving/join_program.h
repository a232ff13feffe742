#pragma once

#include <QByteArray>
#include <QString>

#include <memory>
#include <optional>

class QLocalSocket;

namespace services {

/// A model that a running program lets another one use, at an end point of its own.
struct JoinedModel {
    QString address; ///< "http://127.0.0.1:40123/v1"
    QString model; ///< its name there
    QByteArray key;
    std::shared_ptr<QLocalSocket> connection; ///< the end point is there as long as this is
};

/// What came of asking: one of the two.
struct JoinAnswer {
    std::optional<JoinedModel> joined;
    QString refusal; ///< "has not loaded this model": goes on from "the program"
};

/// Asks the program that this user runs for a model in its memory, by its path; empty: the built-in
/// one. `folder` is the runtime folder, see paths.h. Nothing: no program runs. Waits, at most
/// `timeoutMs`.
///
/// What is sent is {"want": "model", "paths": ["/home/…", …]}, the path as it is given and the one
/// that it leads to; the answer is {"address": …, "model": …, "key": …} or {"refusal": …}.
std::optional<JoinAnswer> joinProgram(
    const QString& folder, const QString& model, int timeoutMs = 3000);

} // namespace services
