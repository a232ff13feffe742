#pragma once

#include "runtime/models/model_files.h"
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

} // namespace tests
