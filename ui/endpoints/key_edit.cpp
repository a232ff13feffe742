#include "ui/endpoints/key_edit.h"

#include "services/remote/end_points.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/text_label.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <exception>

namespace ui {

KeyEdit::KeyEdit(services::EndPoints& endPoints, const QString& address, QWidget* parent)
    : QWidget(parent)
    , m_endPoints(endPoints)
    , m_address(address)
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
    const QString host = services::hostOf(address);
    m_text->setEchoMode(QLineEdit::Password);
    m_text->setAccessibleName(tr("Key for %1").arg(host));
    m_keep->setAccessibleName(tr("Keep the key for %1").arg(host));
    m_forget->setAccessibleName(tr("Forget the key for %1").arg(host));
    setFocusProxy(m_text);
    connect(m_text, &QLineEdit::textChanged, this, &KeyEdit::showState);
    connect(m_text, &QLineEdit::returnPressed, this, &KeyEdit::keep);
    connect(m_keep, &QPushButton::clicked, this, &KeyEdit::keep);
    connect(m_forget, &QPushButton::clicked, this, [this] { m_endPoints.setKey(m_address, {}); });
    connect(&endPoints, &services::EndPoints::keyChanged, this, [this](const QString& changed) {
        if (changed == m_address)
            showState();
    });
    showState();
}

void KeyEdit::keep()
try {
    if (m_text->text().isEmpty())
        return;
    m_endPoints.setKey(m_address, m_text->text().toUtf8());
    m_text->clear();
    emit kept();
} catch (const std::exception& error) {
    m_sentence->setRole(TextRole::Error);
    m_sentence->setText(QString::fromUtf8(error.what()));
}

void KeyEdit::showState()
{
    using Place = services::KeptSecret::Place;
    m_keep->setEnabled(!m_text->text().isEmpty());
    m_forget->setEnabled(m_endPoints.key(m_address).place() != Place::Nowhere);
    m_sentence->setRole(TextRole::Small);
    m_sentence->setText(m_endPoints.keySentence(m_address));
}

} // namespace ui
