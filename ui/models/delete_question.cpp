#include "ui/models/delete_question.h"

#include "services/downloads/stored_model.h"
#include "services/text.h"
#include "ui/widgets/amount_text.h"

#include <QDir>
#include <QPushButton>

#include <algorithm>

namespace ui {

namespace {

constexpr qsizetype maxNames = 8; // of files that are listed one by one

QString fileNames(const services::StoredModel& model)
{
    QStringList lines;
    for (const QString& file : model.files.first(std::min(maxNames, model.files.size())))
        lines << services::visibleText(file.section(u'/', -1));
    if (model.files.size() > maxNames)
        lines << DeleteQuestion::tr(
            "%Ln more file(s)", nullptr, int(model.files.size() - maxNames));
    return lines.join(u'\n');
}

} // namespace

DeleteQuestion::DeleteQuestion(const services::StoredModel& model, QWidget* parent)
    : QMessageBox(QMessageBox::Question, tr("Delete model files"),
        tr("Delete the files of “%1” and free %2? This can't be undone.")
            .arg(model.name, sizeText(model.bytes)),
        QMessageBox::Cancel, parent)
{
    const QString folder = QDir::toNativeSeparators(model.files.first().section(u'/', 0, -2));
    QString details = fileNames(model) + QStringLiteral("\n\n") + tr("Folder: %1").arg(folder);
    if (!model.isFetched)
        details += u'\n'
            + tr("Vignette didn't download this model. Other programs can't use these files "
                 "afterwards.");
    setTextFormat(Qt::PlainText);
    setInformativeText(details);
    setAttribute(Qt::WA_DeleteOnClose);
    setDefaultButton(QMessageBox::Cancel);
    QPushButton* remove = addButton(tr("Delete files"), QMessageBox::DestructiveRole);
    connect(remove, &QPushButton::clicked, this, &DeleteQuestion::confirmed);
}

} // namespace ui
