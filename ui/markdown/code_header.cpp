#include "ui/markdown/code_header.h"

#include "services/background.h"
#include "ui/markdown/code/languages.h"
#include "ui/theme/theme.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/text_label.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QMessageBox>
#include <QPainter>
#include <QSaveFile>
#include <QTimer>

namespace ui {

namespace {

constexpr int buttonSide = 28; // pixels
constexpr int thanksMilliseconds = 1500; // that a button says that it has copied

// An error, or nothing.
QString write(const QString& path, const QByteArray& bytes)
{
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit())
        return {};
    return file.errorString();
}

} // namespace

CodeHeader::CodeHeader(QWidget* parent)
    : QWidget(parent)
    , m_name(new TextLabel(TextRole::Small, {}, this))
    , m_diagram(new IconButton(
          QStringLiteral("picture"), tr("Show diagram"), IconButton::Look::Quiet, this))
    , m_wrap(new IconButton(
          QStringLiteral("wrap"), tr("Wrap long lines"), IconButton::Look::Quiet, this))
    , m_save(new IconButton(
          QStringLiteral("save"), tr("Save code to file"), IconButton::Look::Quiet, this))
    , m_copy(new IconButton(QStringLiteral("copy"), tr("Copy code"), IconButton::Look::Quiet, this))
{
    setCursor(Qt::ArrowCursor);
    setLayoutDirection(Qt::LeftToRight); // as the code below it
    m_name->setWordWrap(false);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(13, 2, 4, 0);
    row->setSpacing(2);
    row->addWidget(m_name, 1);
    for (IconButton* button : {m_diagram, m_wrap, m_save, m_copy}) {
        button->setFixedSize(buttonSide, buttonSide);
        row->addWidget(button);
    }
    m_diagram->hide();
    connect(m_diagram, &IconButton::clicked, this, &CodeHeader::diagramToggled);
    connect(m_wrap, &IconButton::clicked, this, [this] { emit wrapToggled(!m_wraps); });
    connect(m_save, &IconButton::clicked, this, &CodeHeader::save);
    connect(m_copy, &IconButton::clicked, this, &CodeHeader::copy);
}

void CodeHeader::setLanguage(const QString& language)
{
    if (language == m_language && !m_name->text().isEmpty())
        return;
    m_language = language;
    const Language* known = languageNamed(language);
    m_name->setText(known ? known->name.toString() : language.isEmpty() ? tr("Text") : language);
}

void CodeHeader::setWraps(bool wraps)
{
    m_wraps = wraps;
    m_wrap->setMeaning(
        QStringLiteral("wrap"), wraps ? tr("Don't wrap lines") : tr("Wrap long lines"));
}

void CodeHeader::setDiagram(Diagram diagram)
{
    const bool isShown = diagram == Diagram::Shown;
    m_diagram->setVisible(diagram != Diagram::None);
    m_wrap->setVisible(!isShown);
    m_diagram->setMeaning(isShown ? QStringLiteral("document") : QStringLiteral("picture"),
        isShown ? tr("Show code") : tr("Show diagram"));
}

void CodeHeader::setIsFloating(bool isFloating)
{
    if (m_isFloating == isFloating)
        return;
    m_isFloating = isFloating;
    update();
}

void CodeHeader::setSource(std::function<QString()> code)
{
    m_code = std::move(code);
}

void CodeHeader::copy()
{
    QApplication::clipboard()->setText(m_code());
    m_copy->setMeaning(QStringLiteral("check"), tr("Copied"));
    QTimer::singleShot(thanksMilliseconds, this,
        [this] { m_copy->setMeaning(QStringLiteral("copy"), tr("Copy code")); });
}

void CodeHeader::save()
{
    const Language* language = languageNamed(m_language);
    const QString ending
        = language ? language->aliases.toString().section(u' ', 0, 0) : QStringLiteral("txt");
    auto* dialog = new QFileDialog(window(), tr("Save code"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->selectFile(QStringLiteral("code.") + ending);
    connect(dialog, &QFileDialog::fileSelected, window(),
        [window = window(), bytes = m_code().toUtf8()](const QString& path) {
            services::runInBackground<QString>(
                window, [path, bytes] { return write(path, bytes); },
                [window, path](const services::Outcome<QString>& outcome) {
                    const QString error = outcome.value.value_or(outcome.error);
                    if (error.isEmpty())
                        return;
                    auto* box = new QMessageBox(QMessageBox::Warning, tr("Save code"),
                        tr("“%1” couldn't be written: %2").arg(path, error), QMessageBox::Ok,
                        window);
                    box->setTextFormat(Qt::PlainText);
                    box->setAttribute(Qt::WA_DeleteOnClose);
                    box->open();
                });
        });
    dialog->open();
}

void CodeHeader::paintEvent(QPaintEvent*)
{
    const Colors& color = colors(palette());
    QPainter painter(this);
    if (m_isFloating) {
        painter.fillRect(rect(), color.code);
        painter.fillRect(0, height() - 1, width(), 1, color.border);
    }
}

} // namespace ui
