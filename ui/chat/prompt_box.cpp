#include "ui/chat/prompt_box.h"

#include "services/attachments/attachment_loader.h"
#include "services/pictures/picture_detail.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "ui/chat/attachment_strip.h"
#include "ui/chat/detail_button.h"
#include "ui/chat/prompt_edit.h"
#include "ui/chat/prompt_parts.h"
#include "ui/chat/queue_strip.h"
#include "ui/chat/text_attachment_view.h"
#include "ui/drops/attachments.h"
#include "ui/theme/colors.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/accessibility.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/undo_bar.h"

#include <QApplication>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QMimeData>
#include <QPainter>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace ui {

namespace {

constexpr int maxNotices = 4; // more would push the box out of the window
constexpr int countedFrom = 6; // attachments; fewer can be seen at once

} // namespace

PromptBox::PromptBox(
    services::Settings& settings, services::AttachmentLoader& loader, QWidget* parent)
    : QWidget(parent)
    , m_settings(settings)
    , m_loader(loader)
    , m_history(std::make_unique<PromptHistory>())
    , m_notices(new QVBoxLayout)
    , m_warning(new PromptWarning(this))
    , m_queue(new QueueStrip(this))
    , m_tools(new QHBoxLayout)
    , m_strip(new AttachmentStrip(loader, this))
    , m_count(new TextLabel(TextRole::Small, {}, this))
    , m_details(new DetailBar(this))
    , m_edit(new PromptEdit(this))
    , m_meter(new ContextMeter(this))
    , m_menu(new SendMenu(this))
    , m_queueButton(new IconButton(
          QStringLiteral("send"), tr("Queue message"), IconButton::Look::Quiet, this))
    , m_button(new IconButton(QStringLiteral("send"), tr("Send"), IconButton::Look::Filled, this))
    , m_frame(new QWidget(this))
    , m_announcer(new Announcer(this))
    , m_editBar(new PromptEditBar(m_frame))
{
    layOut();
    m_editBar->hide();
    setFocusProxy(m_edit);
    connectEdit();
    connectStrip();
    connectSending();
    connect(&settings, &services::Settings::changed, this, &PromptBox::applySettings);
    applySettings();
    updateCount();
}

PromptBox::~PromptBox() = default;

void PromptBox::layOut()
{
    const Metrics metric = metrics(this);
    auto* attach = new IconButton(
        QStringLiteral("attach"), tr("Attach files"), IconButton::Look::Quiet, this);
    attach->setProperty("command", "message.attach");
    connect(attach, &IconButton::clicked, this, &PromptBox::chooseFiles);
    auto* line = new QHBoxLayout;
    line->setSpacing(metric.tight);
    m_tools->setSpacing(metric.tight);
    m_tools->addWidget(attach, 0, Qt::AlignBottom);
    line->addLayout(m_tools);
    line->addWidget(m_edit, 1, Qt::AlignVCenter);
    line->addWidget(m_meter, 0, Qt::AlignBottom);
    line->addWidget(m_menu, 0, Qt::AlignBottom);
    line->addWidget(m_queueButton, 0, Qt::AlignBottom);
    line->addWidget(m_button, 0, Qt::AlignBottom);

    m_count->setContentsMargins(metric.medium, 0, metric.medium, 0);
    auto* inside = new QVBoxLayout(m_frame);
    inside->setContentsMargins(metric.small, metric.small, metric.small, metric.small);
    inside->setSpacing(metric.tight);
    inside->addWidget(m_editBar);
    inside->addWidget(m_strip);
    inside->addWidget(m_count);
    inside->addWidget(m_details);
    inside->addLayout(line);

    auto* outside = new QVBoxLayout(this);
    outside->setContentsMargins(0, 0, 0, 0);
    outside->setSpacing(metric.small);
    m_notices->setSpacing(metric.small);
    outside->addLayout(m_notices);
    outside->addWidget(m_warning);
    outside->addWidget(m_queue);
    outside->addWidget(m_frame);
}

void PromptBox::addTool(QWidget* tool)
{
    QWidget* before = m_tools->itemAt(m_tools->count() - 1)->widget();
    m_tools->addWidget(tool, 0, Qt::AlignBottom);
    setTabOrder(before, tool);
}

void PromptBox::connectEdit()
{
    connect(m_editBar, &PromptEditBar::cancelled, this, &PromptBox::cancelEdit);
    // The ring of the text is drawn here.
    connect(qApp, &QApplication::focusChanged, this, qOverload<>(&PromptBox::update));
    connect(m_edit, &PromptEdit::submitted, this, &PromptBox::submit);
    connect(m_edit, &PromptEdit::textChanged, this, &PromptBox::onTextChanged);
    connect(m_edit, &PromptEdit::historyRequested, this, &PromptBox::walkHistory);
    connect(m_edit, &PromptEdit::upPressed, this, &PromptBox::onUpPressed);
    connect(m_edit, &PromptEdit::attachmentsPasted, this, &PromptBox::attachFrom);
    connect(m_edit, &PromptEdit::longTextPasted, this, &PromptBox::attachText);
}

void PromptBox::connectStrip()
{
    connect(m_strip, &AttachmentStrip::changed, this, &PromptBox::onAttachmentsChanged);
    connect(m_strip, &AttachmentStrip::hiddenChanged, this, &PromptBox::onHiddenAttachmentsChanged);
    connect(m_strip, &AttachmentStrip::filesAdded, this, &PromptBox::filesAttached);
    connect(m_strip, &AttachmentStrip::textOpened, this, &PromptBox::showText);
    connect(m_strip, &AttachmentStrip::pictureOpened, this, &PromptBox::pictureOpened);
    connect(m_strip, &AttachmentStrip::whatTheModelSawRequested, this,
        &PromptBox::whatTheModelSawRequested);
    connect(m_strip, &AttachmentStrip::failed, this, [this](const QString& message) {
        m_attachmentNotices << addNotice(message, Tone::Failure);
    });
}

void PromptBox::connectSending()
{
    connect(m_button, &IconButton::clicked, this, [this] {
        if (m_writing && !isEditing())
            emit stopRequested();
        else
            submit();
    });
    connect(m_queueButton, &IconButton::clicked, this, &PromptBox::submit);
    connect(m_menu, &SendMenu::chosen, this, &PromptBox::send);
    connect(m_menu, &SendMenu::savePromptRequested, this, &PromptBox::savePromptRequested);
}

// What was queued last was also written last.
void PromptBox::onUpPressed()
{
    if (isEditing() || !m_strip->isEmpty())
        return;
    if (m_queue->isEmpty())
        emit editLastRequested();
    else
        m_queue->chips().last()->tile()->click();
}

void PromptBox::applySettings()
{
    namespace settings = services::settings;
    m_edit->setSendsByControlEnter(m_settings.get(settings::sendByControlEnter));
    m_edit->setLongText(m_settings.get(settings::longPasteCharacters));
    m_loader.setPictureTokens(services::detailTokens(m_settings.get(settings::pictureDetail)));
    updateButton();
}

void PromptBox::setText(const QString& text)
{
    m_history->leave(); // it was walked through from another text
    m_isSettingText = true;
    m_edit->setPlainText(text);
    m_edit->moveCursor(QTextCursor::End);
    m_isSettingText = false;
}

void PromptBox::onTextChanged()
{
    updateButton();
    emit contentsChanged();
    if (m_isSettingText)
        return;
    if (!m_isWalkingHistory)
        m_history->leave();
    if (!isEditing())
        emit draftChanged(m_edit->toPlainText());
}

void PromptBox::walkHistory(int step)
{
    const QString current = m_edit->toPlainText();
    const QString text = step < 0 ? m_history->previous(current) : m_history->next();
    if (text.isNull())
        return;
    m_isWalkingHistory = true;
    m_edit->replaceAll(text);
    m_isWalkingHistory = false;
}

void PromptBox::showDraft(const QObject* draft, const services::Draft& contents)
{
    if (draft == m_draft && isEditing())
        return; // it is put aside, and comes back as it was
    if (draft != m_draft)
        leaveEdit();
    const bool isOther = draft != m_draft || contents.text != m_edit->toPlainText();
    if (draft != m_draft)
        dropAttachmentNotices();
    m_draft = draft;
    m_isSettingAttachments = true;
    m_strip->showDraft(draft);
    const qsizetype morePictures = contents.pictures.size() - m_strip->pictures().size();
    const qsizetype moreTexts = contents.attachments.size() - m_strip->texts().size();
    addFiles(contents.pictures.first(std::max<qsizetype>(0, morePictures)),
        contents.attachments.first(std::max<qsizetype>(0, moreTexts)));
    m_isSettingAttachments = false;
    if (isOther)
        setText(contents.text);
    updateCount();
}

void PromptBox::addFiles(const Pictures& pictures, const Attachments& attachments)
{
    for (const services::Picture& picture : pictures)
        m_strip->addPicture(picture);
    for (const services::TextAttachment& attachment : attachments)
        m_strip->addText(attachment);
}

namespace {

QString editText(PromptBox::Editing kind)
{
    switch (kind) {
    case PromptBox::Editing::Question:
        return PromptBox::tr("Editing message – sending creates a new version");
    case PromptBox::Editing::Answer:
        return PromptBox::tr("Editing answer – saving creates a new version");
    case PromptBox::Editing::Queued:
        break;
    }
    return PromptBox::tr("Editing queued message");
}

} // namespace

// Also those that have not been read yet, if they are on the disk.
void PromptBox::addFilesOf(const services::Draft& message)
{
    addFiles(message.pictures, message.attachments);
    for (const services::AwaitedFile& file : message.awaited)
        if (!file.path.isEmpty())
            m_strip->addFiles({file.path});
}

void PromptBox::beginEdit(const services::Draft& message, Editing kind)
{
    leaveEdit();
    m_editing = kind;
    m_editBar->setText(editText(kind));
    m_textBefore = m_edit->toPlainText();
    m_editBar->show();
    setText(message.text);
    m_strip->showDraft(m_editBar); // a draft of its own
    addFilesOf(message);
    updateButton();
    m_edit->setFocus();
    emit editBegan();
}

void PromptBox::cancelEdit()
{
    if (!isEditing())
        return;
    m_strip->clear();
    m_strip->showDraft(m_draft);
    setText(m_textBefore);
    m_editBar->hide();
    updateCount();
    updateButton();
    emit editEnded();
}

void PromptBox::leaveEdit()
{
    if (isEditing() && m_edit->document()->isModified())
        m_history->add(text());
    cancelEdit();
}

bool PromptBox::isEditing() const
{
    return !m_editBar->isHidden();
}

bool PromptBox::isEditing(Editing kind) const
{
    return isEditing() && m_editing == kind;
}

void PromptBox::giveBack(const services::Draft& message)
{
    const QString text = m_edit->toPlainText();
    setText(text.isEmpty() ? message.text : message.text + u'\n' + text);
    addFilesOf(message);
    emit draftChanged(m_edit->toPlainText());
}

void PromptBox::setWriting(bool writing)
{
    m_writing = writing;
    updateButton();
}

void PromptBox::updateButton()
{
    const bool stops = m_writing && !isEditing();
    const QString keys
        = m_settings.get(services::settings::sendByControlEnter) ? tr("Ctrl+Enter") : tr("Enter");
    if (stops)
        m_button->setMeaning(QStringLiteral("stop"), tr("Stop (Esc)"));
    else if (isEditing())
        showEditButton(keys);
    else
        m_button->setMeaning(QStringLiteral("send"), tr("Send (%1)").arg(keys));
    m_queueButton->setMeaning(QStringLiteral("send"), tr("Queue message (%1)").arg(keys));
    const bool sendable = !isEmpty();
    m_queueButton->setVisible(stops && sendable);
    m_button->setEnabled(stops || sendable);
    m_menu->setEnabled(sendable && !m_writing && !isEditing());
}

// An answer or a queued message is kept, not sent.
void PromptBox::showEditButton(const QString& keys)
{
    if (m_editing == Editing::Question)
        m_button->setMeaning(QStringLiteral("send"), tr("Send as new version (%1)").arg(keys));
    else if (m_editing == Editing::Answer)
        m_button->setMeaning(QStringLiteral("check"), tr("Save as new version (%1)").arg(keys));
    else
        m_button->setMeaning(QStringLiteral("check"), tr("Save (%1)").arg(keys));
}

// Shows the count if there are too many files to be seen at once, or some are still being read.
void PromptBox::updateCount()
{
    const int all = m_strip->count(), loading = m_strip->loadingCount();
    if (loading > 0)
        m_count->setText(tr("Reading files: %1 of %2…").arg(all - loading).arg(all));
    else
        m_count->setText(tr("%Ln attachments", nullptr, all));
    m_count->setVisible(all >= countedFrom);
}

void PromptBox::submit()
{
    send({});
}

void PromptBox::send(const services::Recipients& recipients)
{
    if (isEmpty())
        return;
    if (m_gate)
        m_gate([this, recipients] { sendNow(recipients); });
    else
        sendNow(recipients);
}

// It may have been sent while the gate was thinking.
void PromptBox::sendNow(const services::Recipients& recipients)
{
    if (isEmpty())
        return;
    dropAttachmentNotices();
    const QString words = text();
    services::Draft message = m_strip->take();
    message.text = words;
    m_history->add(words);
    if (isEditing()) {
        const bool isQueued = m_editing == Editing::Queued;
        cancelEdit();
        return isQueued ? emit queuedEdited(message) : emit edited(message);
    }
    m_edit->clear();
    if (m_writing)
        emit queued(message);
    else
        emit submitted(message, recipients);
}

void PromptBox::onAttachmentsChanged()
{
    updateCount();
    updateButton();
    emit contentsChanged();
    if (!m_isSettingAttachments && !isEditing())
        emit draftFilesChanged({text(), pictures(), attachments()});
}

// What a message being edited took along is nobody's when the editing has ended.
void PromptBox::onHiddenAttachmentsChanged(const QObject* draft)
{
    if (draft != m_editBar)
        emit hiddenDraftFilesChanged(draft, {{}, m_strip->pictures(draft), m_strip->texts(draft)});
}

void PromptBox::chooseFiles()
{
    const QString pictures = services::pictureNamePatterns().join(u' ');
    const QString documents = services::documentNamePatterns().join(u' ');
    auto* dialog = new QFileDialog(this, tr("Attach files"), {},
        tr("Pictures and documents (%1 %2);;Pictures (%1);;Documents (%2);;All files (*)")
            .arg(pictures, documents));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList& paths) {
        dropAttachmentNotices();
        m_strip->addFiles(paths);
    });
    dialog->open();
}

void PromptBox::attachFile(const QString& path)
{
    dropAttachmentNotices();
    m_strip->addFiles({path});
}

void PromptBox::attachPicture(const services::Picture& picture)
{
    const QString detail = m_settings.get(services::settings::pictureDetail);
    m_strip->addPicture(services::withTokens(picture, services::detailTokens(detail)));
}

void PromptBox::setPictureTokens(int index, qint64 tokens)
{
    m_strip->setPictureTokens(index, tokens);
}

void PromptBox::showDetails(int index, const DetailChoices& choices)
{
    m_strip->showDetails(index, choices);
}

void PromptBox::attachFrom(const QMimeData* data)
{
    dropAttachmentNotices();
    const DroppedContents contents = DroppedContents::of(data);
    if (!contents.text.isEmpty())
        m_edit->paste(contents.text);
    else
        m_strip->add(contents);
}

void PromptBox::attachText(const QString& text)
{
    if (text.size() > services::maxTextBytes)
        return showNotice(
            tr("The text wasn't pasted: it has %Ln characters, and the limit is %1 million.",
                nullptr, int(std::min<qsizetype>(text.size(), std::numeric_limits<int>::max())))
                .arg(services::maxTextBytes / 1'000'000));
    m_strip->addText({tr("Pasted text"), text});
}

void PromptBox::showText(int index)
{
    services::TextAttachment text = m_strip->texts().value(index);
    std::function<void()> insert;
    if (text.document)
        text.text = QString::fromStdString(text.document->text);
    else if (m_edit->canInsert(text.text))
        insert = [this, index, text] {
            if (m_edit->insert(text.text))
                m_strip->removeText(index);
        };
    showTextPreview(this, text, std::move(insert));
}

void PromptBox::setMaximumTextHeight(int pixels)
{
    m_edit->setMaximumHeightToGrow(pixels);
}

bool PromptBox::isEmpty() const
{
    return m_strip->isEmpty() && text().isEmpty();
}

bool PromptBox::holdsPictures() const
{
    return m_strip->holdsPictures();
}

QString PromptBox::text() const
{
    return m_edit->toPlainText().trimmed();
}

PromptBox::Pictures PromptBox::pictures() const
{
    return m_strip->pictures();
}

PromptBox::Attachments PromptBox::attachments() const
{
    return m_strip->texts();
}

void PromptBox::sendPagesAsImages(int index)
{
    m_strip->showPages(index);
}

void PromptBox::showWarning(const QString& message, const QList<PromptWarning::Choice>& choices)
{
    m_warning->show(message, choices);
}

void PromptBox::showNotice(const QString& message, Tone tone)
{
    addNotice(message, tone);
}

void PromptBox::dropNews()
{
    for (int i = m_notices->count() - 1; i >= 0; --i) {
        auto* notice = qobject_cast<Notice*>(m_notices->itemAt(i)->widget());
        if (notice && notice->tone() == Tone::News)
            removeNotice(*notice);
    }
}

// The user tries again, sends without the files or is in another chat.
void PromptBox::dropAttachmentNotices()
{
    for (const QPointer<Notice>& notice : std::exchange(m_attachmentNotices, {}))
        if (notice)
            removeNotice(*notice);
}

void PromptBox::removeNotice(Notice& notice)
{
    m_notices->removeWidget(&notice);
    notice.hide();
    notice.deleteLater();
}

void PromptBox::showAside(const QString& message, std::chrono::milliseconds time)
{
    Notice* notice = addNotice(message, Tone::News);
    QTimer::singleShot(time, notice, &QObject::deleteLater);
}

Notice* PromptBox::addNotice(const QString& message, Tone tone)
{
    if (m_notices->count() == maxNotices) {
        const std::unique_ptr<QLayoutItem> oldest(m_notices->takeAt(0));
        oldest->widget()->hide();
        oldest->widget()->deleteLater();
    }
    auto* notice = new Notice(message, tone, this);
    connect(notice, &Notice::dismissed, this, [this, notice] {
        if (m_announcer->text() == notice->message())
            m_announcer->withdraw();
        notice->deleteLater();
    });
    m_notices->addWidget(notice);
    notice->show();
    m_announcer->say(message);
    return notice;
}

void PromptBox::mousePressEvent(QMouseEvent*)
{
    m_edit->setFocus();
}

void PromptBox::paintEvent(QPaintEvent*)
{
    const Colors& color = colors(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool isWrittenIn = m_edit->hasFocus();
    const double inset = isWrittenIn ? 1 : 0.5;
    painter.setPen(isWrittenIn ? QPen(color.accent, 2) : QPen(color.control, 1));
    painter.setBrush(color.raised);
    painter.drawRoundedRect(
        QRectF(m_frame->geometry()).adjusted(inset, inset, -inset, -inset), 18, 18);
}

} // namespace ui
