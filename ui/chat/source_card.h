#pragma once

#include "services/conversations/source.h"

#include <QAbstractButton>

namespace ui {

/// A source of an answer: its number, document and page, and how its passage begins. A click or
/// Enter opens it.
class SourceCard : public QAbstractButton {
    Q_OBJECT

public:
    /// `number` as the answer cites it, from 1.
    SourceCard(const services::Source& source, int number, QWidget* parent = nullptr);

    QSize sizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QString m_title, m_place, m_excerpt, m_number;
};

} // namespace ui
