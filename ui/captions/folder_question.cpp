#include "ui/captions/folder_question.h"

#include "services/background.h"
#include "services/captions/picture_files.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

#include <algorithm>

namespace ui {

namespace {

using Take = std::function<void(const QStringList&)>;

class FolderQuestion : public QMessageBox {
    Q_DECLARE_TR_FUNCTIONS(ui::FolderQuestion)

public:
    FolderQuestion(QWidget* parent, const QStringList& paths, const QStringList& below, Take take)
        : QMessageBox(Question, tr("Pictures to describe"),
            tr("%Ln subfolder(s) hold pictures, too.", nullptr, int(below.size())), NoButton, parent)
    {
        setTextFormat(Qt::PlainText);
        setAttribute(Qt::WA_DeleteOnClose);
        QPushButton* with = addButton(tr("With all subfolders"), AcceptRole);
        QPushButton* without = addButton(tr("Without subfolders"), AcceptRole);
        addButton(Cancel);
        connect(with, &QPushButton::clicked, parent, [=] { take(paths + below); });
        connect(without, &QPushButton::clicked, parent, [=] { take(paths); });
    }
};

bool isFolder(const QString& path)
{
    return QFileInfo(path).isDir();
}

} // namespace

void withFoldersBelow(QWidget* parent, const QStringList& paths, const Take& take)
{
    if (std::ranges::none_of(paths, isFolder))
        return take(paths);
    services::runInBackground<QStringList>(
        parent, [paths] { return services::foldersBelow(paths); },
        [parent, paths, take](const services::Outcome<QStringList>& found) {
            const QStringList below = found.value.value_or(QStringList());
            if (below.isEmpty())
                return take(paths);
            (new FolderQuestion(parent, paths, below, take))->open();
        });
}

} // namespace ui
