#include "ui/settings/token_edit.h"

#include "services/hub/token_keeper.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/text_label.h"

#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <exception>

namespace ui {

TokenEdit::TokenEdit(services::TokenKeeper& tokens, QWidget* parent)
    : QWidget(parent)
    , m_tokens(tokens)
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
    m_text->setPlaceholderText(QStringLiteral("hf_…"));
    m_text->setAccessibleName(tr("Token"));
    m_keep->setAccessibleName(tr("Keep the token"));
    m_forget->setAccessibleName(tr("Forget the token"));
    setFocusProxy(m_text);
    connect(m_text, &QLineEdit::textChanged, this, &TokenEdit::showState);
    connect(m_text, &QLineEdit::returnPressed, this, &TokenEdit::keep);
    connect(m_keep, &QPushButton::clicked, this, &TokenEdit::keep);
    connect(m_forget, &QPushButton::clicked, &m_tokens, &services::TokenKeeper::forget);
    connect(&m_tokens, &services::TokenKeeper::changed, this, &TokenEdit::showState);
    showState();
}

void TokenEdit::keep()
try {
    m_tokens.set(m_text->text().toUtf8());
    m_text->clear();
} catch (const std::exception& error) {
    m_sentence->setRole(TextRole::Error);
    m_sentence->setText(QString::fromUtf8(error.what()));
}

void TokenEdit::showState()
{
    using Place = services::TokenKeeper::Place;
    const Place place = m_tokens.place();
    m_keep->setEnabled(!m_text->text().isEmpty());
    m_forget->setEnabled(place == Place::Keyring || place == Place::ThisRun);
    m_sentence->setRole(TextRole::Small);
    m_sentence->setText(m_tokens.sentence());
}

} // namespace ui
