#pragma once

#include "runtime/models/model_files.h"
#include "services/downloads/model_downloads.h"
#include "services/generation/model_pool.h"
#include "services/models/installed_models.h"
#include "services/settings/settings.h"
#include "tests/ui/keep_picture.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QWidget>

namespace tests {

constexpr int modelPatience = 60'000; // milliseconds

/// A pool, a list of models and settings, all real, in a folder of their own.
struct ModelsWorld {
    QTemporaryDir folder;
    services::Settings settings{folder.filePath("settings.ini")};
    services::ModelPool pool{services::LoadOptions{}};
    services::InstalledModels installed{settings, folder.filePath("fetched")};
    services::ModelDownloads downloads{
        folder.filePath("fetched"), folder.filePath("downloads.json")};
    ui::Theme theme;

    /// The built-in model as a file of the user's; `withTower`: its vision part next to it.
    QString modelFile(const QString& name, bool withTower = false)
    {
        const QString path = folder.filePath(name);
        QDir().mkpath(QFileInfo(path).absolutePath());
        const QString starter = QString::fromStdString(runtime::starterModel().string());
        const QDir beside = QFileInfo(starter).dir();
        bool isCopied = QFile::copy(starter, path);
        if (withTower)
            isCopied = isCopied
                && QFile::copy(beside.filePath("mmproj-vignette-starter.gguf"),
                    QFileInfo(path).dir().filePath("mmproj-" + QFileInfo(path).fileName()));
        if (!isCopied)
            qFatal("cannot copy the built-in model");
        return path;
    }

    QString damagedFile(const QString& name)
    {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write("GGUF, but not for long") < 0)
            qFatal("cannot write a file");
        return file.fileName();
    }

    bool hasLooked() const { return !installed.isLooking() && !installed.models().isEmpty(); }
};

} // namespace tests
