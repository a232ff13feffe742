#pragma once

#include "services/conversations/source.h"

#include <QList>
#include <QRect>
#include <QWidget>

class QToolButton;

namespace ui {

class SourceCard;

/// What an answer rests on, as cards below it. Many of them are folded into one row that says how many
/// there are.
class SourceCards : public QWidget {
    Q_OBJECT

public:
    explicit SourceCards(QWidget* parent = nullptr);

    void setSources(const QList<services::Source>& sources);

    bool isUnfolded() const;
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
    void makeCards();
    QList<QRect> places(int width) const; // of the cards
    void layOut();
    void updateFold();

    QList<services::Source> m_sources;
    QToolButton* m_fold;
    QList<SourceCard*> m_cards; // made when they are seen
    bool m_isUnfolded = false;
};

} // namespace ui
