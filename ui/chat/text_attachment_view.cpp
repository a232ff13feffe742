#include "ui/chat/text_attachment_view.h"

#include "services/text.h"
#include "ui/chat/attachment_chip.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"
#include "ui/widgets/text_label.h"

#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QDialogButtonBox>
#include <QEvent>
#include <QFontDatabase>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr int chipHeight = 32; // pixels, as below
constexpr int bodyHeight = 240;
constexpr int gap = 4;
constexpr int nameCharacters = 40;

QString shortened(const QString& name)
{
    return name.size() <= nameCharacters ? name : name.left(nameCharacters - 1) + u'…';
}

} // namespace

TextAttachmentView::TextAttachmentView(const services::TextAttachment& attachment, QWidget* parent)
    : QWidget(parent)
    , m_attachment(attachment)
    , m_chip(new QToolButton(this))
{
    const QString name = attachment.name.isEmpty() ? tr("Text") : attachment.name;
    const bool isDocument = attachment.document != nullptr;
    m_chip->setText(tr("%1 · %2", "name of an attached text, its length")
                        .arg(shortened(name), lengthText(attachment)));
    m_chip->setAccessibleName(m_chip->text());
    m_chip->setToolTip(
        services::plainToolTip(isDocument ? tr("Open document") : tr("Show or hide the text")));
    m_chip->setAccessibleDescription(m_chip->toolTip());
    m_chip->setCheckable(!isDocument);
    m_chip->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_chip->setFixedHeight(chipHeight);
    connect(m_chip, &QToolButton::toggled, this, &TextAttachmentView::setUnfolded);
    if (isDocument)
        connect(m_chip, &QToolButton::clicked, this, &TextAttachmentView::documentOpened);
    applyColors();
}

TextAttachmentView::TextAttachmentView(const services::AwaitedFile& file, QWidget* parent)
    : QWidget(parent)
    , m_chip(new QToolButton(this))
{
    m_chip->setText(tr("%1 · not read yet", "name of a file").arg(shortened(file.name)));
    m_chip->setAccessibleName(m_chip->text());
    m_chip->setFocusPolicy(Qt::NoFocus);
    m_chip->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_chip->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_chip->setFixedHeight(chipHeight);
    applyColors();
}

bool TextAttachmentView::isUnfolded() const
{
    return m_body && !m_body->isHidden();
}

void TextAttachmentView::setUnfolded(bool unfolded)
{
    if (unfolded == isUnfolded())
        return;
    if (unfolded && !m_body)
        makeBody();
    m_body->setVisible(unfolded);
    m_chip->setChecked(unfolded);
    updateGeometry();
    emit heightChanged();
}

// A line of megabytes would keep the editor busy for minutes, so only the beginning goes into it.
void TextAttachmentView::makeBody()
{
    m_body = new QPlainTextEdit(this);
    m_body->setReadOnly(true);
    m_body->setAccessibleName(m_attachment.name);
    m_body->setTabChangesFocus(true);
    m_body->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    QString text = m_attachment.text.left(shownCharacters);
    if (text.size() < m_attachment.text.size())
        text += u'\n' + tr("Only the beginning is shown here; the model reads the whole text.");
    m_body->setPlainText(text);
    applyColors();
}

QSize TextAttachmentView::sizeHint() const
{
    const int height = chipHeight + (isUnfolded() ? gap + bodyHeight : 0);
    return {m_chip->sizeHint().width(), height};
}

void TextAttachmentView::resizeEvent(QResizeEvent*)
{
    const int chipWidth = std::min(width(), m_chip->sizeHint().width());
    const int left = layoutDirection() == Qt::RightToLeft ? width() - chipWidth : 0;
    m_chip->setGeometry(left, 0, chipWidth, chipHeight);
    if (m_body)
        m_body->setGeometry(0, chipHeight + gap, width(), bodyHeight);
}

void TextAttachmentView::applyColors()
{
    m_chip->setIcon(icon(QStringLiteral("document"), colors(palette()).mutedText));
}

void TextAttachmentView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        applyColors();
}

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
        layout->addWidget(new TextLabel(TextRole::Muted, summarize(text)));
        layout->addWidget(makeEdit(text), 1);
        layout->addWidget(makeButtons(text, std::move(insert)));
    }

private:
    static QString summarize(const services::TextAttachment& text)
    {
        if (text.text.size() <= shownCharacters)
            return lengthText(text.text.size());
        return tr("%1. Only the beginning is shown here; the model reads the whole text.")
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
