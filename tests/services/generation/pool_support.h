#pragma once

#include "runtime/models/model_files.h"
#include "services/generation/answer_stream.h"
#include "services/generation/model_pool.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace tests {

/// The built-in model under another name, without its vision part.
inline services::ModelId copyOfStarter(const QTemporaryDir& folder, const QString& name)
{
    const QString copy = folder.filePath(name);
    if (!QFile::link(QString::fromStdString(runtime::starterModel().string()), copy))
        qFatal("cannot link the built-in model");
    return services::parseModelId(copy);
}

/// Asks a model of the pool, for `reader`.
inline services::AnswerStream* ask(services::ModelPool& pool, const services::ModelId& model,
    services::AnswerRequest request, QObject* reader)
{
    return services::AnswerStream::open(reader, [&](std::shared_ptr<runtime::AnswerSink> sink) {
        return pool.registry().submit(model, std::move(request), std::move(sink));
    });
}

} // namespace tests
