#include "ui/documents/library/add_here_question.h"

#include "services/storage/postgres_address.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"
#include "ui/widgets/text_label.h"

#include <QDialogButtonBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

constexpr int dialogWidth = 520; // pixels
constexpr qsizetype maxShownLines = 5; // of the paths; others are scrolled to

QString nameOfStore(const QString& store)
{
    return services::isPostgresUrl(store) ? services::PostgresAddress::from(store).name() : store;
}

// Characters that would let a path look like another one, or like several, become visible.
QString withoutControls(QString path)
{
    for (QChar& character : path)
        if (character.category() == QChar::Other_Control
            || character.category() == QChar::Other_Format)
            character = QChar::ReplacementCharacter;
    return path;
}

QWidget* makePaths(const QStringList& paths, const QWidget* dialog)
{
    QStringList lines;
    for (const QString& path : paths)
        lines << withoutControls(path);
    auto* edit = new QPlainTextEdit;
    edit->setReadOnly(true);
    edit->setTabChangesFocus(true);
    edit->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    edit->setWordWrapMode(QTextOption::WrapAnywhere);
    edit->setFont(codeFont(dialog));
    edit->setAccessibleName(AddHereQuestion::tr("What is added"));
    edit->setPlainText(lines.join(u'\n'));
    const auto shown = int(std::clamp(paths.size(), qsizetype(2), maxShownLines));
    edit->setFixedHeight(shown * edit->fontMetrics().lineSpacing() + 2 * metrics(dialog).medium);
    return edit;
}

} // namespace

AddHereQuestion::AddHereQuestion(const QStringList& paths, const QString& store, QWidget* parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Add on this computer?"));
    setAttribute(Qt::WA_DeleteOnClose);
    const Metrics metric = metrics(this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(metric.large, metric.large, metric.large, metric.large);
    layout->setSpacing(metric.medium);
    layout->addWidget(new TextLabel(TextRole::Heading, tr("Add on this computer?")));
    auto* reason = new TextLabel(TextRole::Body,
        tr("Somebody else added this, or you did on another computer. If you add it here, all "
           "documents at this place on this computer are read, and everybody who uses %1 can find "
           "what they say.")
            .arg(nameOfStore(store)));
    layout->addWidget(reason);
    layout->addWidget(makePaths(paths, this));
    auto* buttons = new QDialogButtonBox;
    auto* add = buttons->addButton(tr("Add"), QDialogButtonBox::AcceptRole);
    auto* leave = buttons->addButton(tr("Do not add"), QDialogButtonBox::RejectRole);
    add->setAutoDefault(false);
    leave->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    layout->addWidget(buttons);
    setAccessibleDescription(reason->text());
    resize(dialogWidth, sizeHint().height());
    leave->setFocus();
}

} // namespace ui
