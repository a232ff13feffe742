#pragma once

#include "tests/support/fixtures.h"

#include <QProcess>
#include <QTemporaryDir>

namespace tests {

/// Small documents of every kind, and hostile ones in its folder "hostile". They are made when the
/// first is requested (support/documents/make_documents.py says what is in them), and are deleted
/// with the object.
class MadeUpDocuments {
public:
    QString path(const QString& name = {})
    {
        if (!m_isMade)
            make();
        return m_folder.filePath(name);
    }

private:
    void make()
    {
        const auto script = dataFolder() / "../support/documents/make_documents.py";
        const QStringList arguments{"-B", QString::fromStdString(script.string()), m_folder.path()};
        if (QProcess::execute("/usr/bin/python3", arguments) != 0)
            qFatal("the documents cannot be made");
        m_isMade = true;
    }

    QTemporaryDir m_folder;
    bool m_isMade = false;
};

} // namespace tests
