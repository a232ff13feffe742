#pragma once

#include "services/conversations/message.h"

#include <QAbstractButton>
#include <QList>
#include <QMap>
#include <QRect>
#include <QSet>
#include <QWidget>

class QToolButton;

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

/// What an answer rests on, as cards below it. If there are many, only those that it cites are
/// shown at once; the others are folded into one row that says how many there are.
class SourceCards : public QWidget {
    Q_OBJECT

public:
    explicit SourceCards(QWidget* parent = nullptr);

    /// `cited` are the numbers that the answer names, from 1.
    void setSources(const QList<services::Source>& sources, const QSet<int>& cited = {});

    bool isUnfolded() const; ///< all are shown
    void setUnfolded(bool isUnfolded); ///< only where there are many

    /// Lines that name the sources, for screen readers.
    QString readableText() const;

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

    /// What it will be, before there is a widget.
    static int estimatedHeight(qsizetype sources);

signals:
    void opened(int index); ///< of a source, from 0
    void heightChanged(); ///< by the user

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    bool areMany() const;
    bool isShown(int index) const;
    void showCards();
    QList<QRect> places(int width) const; // of the cards that are shown
    void layOut();
    void updateFold();

    QList<services::Source> m_sources;
    QToolButton* m_fold;
    QSet<int> m_cited; // numbers
    QMap<int, SourceCard*> m_cards; // by index; made when they are seen
    bool m_isUnfolded = false;
};

} // namespace ui
