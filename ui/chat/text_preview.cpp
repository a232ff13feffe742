#include "ui/chat/text_preview.h"

#include "ui/chat/attachment_text_tile.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/text_label.h"

#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QDialogButtonBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr qsizetype shownCharacters = 200'000;
constexpr qsizetype shownLine = 2'000; // characters; longer ones are broken

QString shownPart(const QString& text)
{
    QString shown;
    const QStringView part = QStringView(text).left(shownCharacters);
    shown.reserve(part.size() + part.size() / shownLine);
    qsizetype line = 0;
    for (const QChar character : part) {
        line = character == u'\n' ? 0 : line + 1;
        if (line > shownLine && !character.isLowSurrogate()) {
            shown += u'\n';
            line = 1;
        }
        shown += character;
    }
    return shown;
}

class TextPreview : public QDialog {
    Q_DECLARE_TR_FUNCTIONS(ui::TextPreview)

public:
    TextPreview(QWidget* parent, const services::TextAttachment& text, std::function<void()> insert)
        : QDialog(parent)
    {
        setWindowTitle(text.name);
        setAttribute(Qt::WA_DeleteOnClose);
        resize(640, 480);
        const Metrics metric = metrics(this);
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(metric.large, metric.large, metric.large, metric.large);
        layout->setSpacing(metric.medium);
        layout->addWidget(new TextLabel(TextRole::Muted, summaryOf(text)));
        layout->addWidget(makeEdit(text), 1);
        layout->addWidget(makeButtons(text, std::move(insert)));
    }

private:
    static QString summaryOf(const services::TextAttachment& text)
    {
        if (text.text.size() <= shownCharacters)
            return lengthText(text.text.size());
        return tr("%1. The beginning is shown here; the model reads all of it.")
            .arg(lengthText(text.text.size()));
    }

    QPlainTextEdit* makeEdit(const services::TextAttachment& text)
    {
        auto* edit = new QPlainTextEdit;
        edit->setReadOnly(true);
        edit->setTabChangesFocus(true);
        edit->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        edit->setAccessibleName(text.name);
        edit->setFont(codeFont(this));
        edit->setPlainText(shownPart(text.text));
        return edit;
    }

    QDialogButtonBox* makeButtons(
        const services::TextAttachment& text, std::function<void()> insert)
    {
        auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
        connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
        auto* copy = buttons->addButton(tr("Copy all"), QDialogButtonBox::ActionRole);
        connect(copy, &QPushButton::clicked, this,
            [all = text.text] { QApplication::clipboard()->setText(all); });
        if (insert) {
            auto* button = buttons->addButton(tr("Insert as text"), QDialogButtonBox::ActionRole);
            connect(button, &QPushButton::clicked, this, [this, insert = std::move(insert)] {
                insert();
                accept();
            });
        }
        return buttons;
    }
};

} // namespace

QDialog* showTextPreview(
    QWidget* parent, const services::TextAttachment& text, std::function<void()> insert)
{
    auto* preview = new TextPreview(parent, text, std::move(insert));
    preview->open();
    return preview;
}

} // namespace ui
