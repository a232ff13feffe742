#pragma once

#include "services/conversations/message.h"

#include <QAbstractButton>
#include <QImage>
#include <QList>
#include <QMap>
#include <QPointer>
#include <QRect>
#include <QSet>
#include <QWidget>

class QLabel;
class QToolButton;

namespace ui {

class FigurePictures;

/// A source of an answer: its number, document and page, and how its passage begins. A figure in the
/// passage is shown above that, and larger while the pointer rests on it. A click or Enter opens it.
class SourceCard : public QAbstractButton {
    Q_OBJECT

public:
    /// `number` as the answer cites it, from 1.
    SourceCard(const services::Source& source, int number, QWidget* parent = nullptr);

    /// What the passage shows; null: nothing.
    void setFigure(const QImage& figure);
    const QImage& figure() const { return m_figure; }

    QSize sizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void paintFigure(QPainter& painter, const QRect& rect) const;
    void showPreview(const QPoint& position);

    QString m_title, m_place, m_excerpt, m_number;
    QImage m_figure;
    QPointer<QLabel> m_preview; // while the pointer rests on it
};

/// What an answer rests on, as cards below it. If there are many, only those that it cites are
/// shown at once; the others are folded into one row that says how many there are.
class SourceCards : public QWidget {
    Q_OBJECT

public:
    explicit SourceCards(QWidget* parent = nullptr);

    /// `cited` are the numbers that the answer names, from 1. `figures` makes the images of figures in
    /// the passages and must outlive the cards; null: none are shown.
    void setSources(const QList<services::Source>& sources, const QSet<int>& cited = {},
        FigurePictures* figures = nullptr);

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
    void heightChanged(); ///< by the user, or because the image of a figure is here

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    bool areMany() const;
    bool isShown(int index) const;
    void showCards();
    bool findFigures(); // whether there are new ones
    QList<QRect> places(int width) const; // of the cards that are shown
    void layOut();
    void updateFold();

    QList<services::Source> m_sources;
    QToolButton* m_fold;
    QSet<int> m_cited; // numbers
    QPointer<FigurePictures> m_figures;
    QMap<int, SourceCard*> m_cards; // by index; made when they are seen
    bool m_isUnfolded = false;
};

} // namespace ui
