#include "ui/widgets/secret_edit.h"

#include "ui/theme/metrics.h"
#include "ui/widgets/text_label.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <exception>

namespace ui {

SecretEdit::SecretEdit(const Names& names, QWidget* parent)
    : QWidget(parent)
    , m_text(new QLineEdit)
    , m_keep(new QPushButton(tr("Keep")))
    , m_forget(new QPushButton(tr("Forget")))
    , m_sentence(new TextLabel(TextRole::Small))
{
    auto* line = new QHBoxLayout;
    line->setSpacing(metrics(this).small);
    line->addWidget(m_text, 1);
    line->addWidget(m_keep);
    line->addWidget(m_forget);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics(this).tight);
    layout->addLayout(line);
    layout->addWidget(m_sentence);
    m_text->setEchoMode(QLineEdit::Password);
    m_text->setAccessibleName(names.field);
    m_keep->setAccessibleName(names.keep);
    m_forget->setAccessibleName(names.forget);
    setFocusProxy(m_text);
    connect(m_text, &QLineEdit::textChanged, this, &SecretEdit::showState);
    connect(m_text, &QLineEdit::returnPressed, this, &SecretEdit::keep);
    connect(m_keep, &QPushButton::clicked, this, &SecretEdit::keep);
    connect(m_forget, &QPushButton::clicked, this, [this] { forgetSecret(); });
}

void SecretEdit::keep()
try {
    if (m_text->text().isEmpty())
        return;
    keepSecret(m_text->text().toUtf8());
    m_text->clear();
    emit kept();
} catch (const std::exception& error) {
    m_sentence->setRole(TextRole::Error);
    m_sentence->setText(QString::fromUtf8(error.what()));
}

void SecretEdit::showState()
{
    m_keep->setEnabled(!m_text->text().isEmpty());
    m_forget->setEnabled(canForget());
    m_sentence->setRole(TextRole::Small);
    m_sentence->setText(sentence());
}

} // namespace ui
