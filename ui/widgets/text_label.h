#pragma once

#include <QLabel>
#include <QString>
#include <Qt>

class QPainter;
class QRect;

namespace ui {

/// A name as the text of a button or of a menu's entry, where a single "&" would mark a key.
inline QString labelText(QString name)
{
    return name.replace(u'&', QLatin1String("&&"));
}

/// Draws a text on up to `max` lines; the last one ends in … where there is more. Lines start where those
/// of a window with this direction do, but a text runs in its own.
void drawCutLines(QPainter& painter, const QRect& rect, const QString& text, int max,
    Qt::LayoutDirection direction, Qt::Alignment vertical = Qt::AlignVCenter);

/// The purpose of a text, which decides its size and color.
enum class TextRole {
    Title, ///< of a page
    Heading, ///< of a section
    Strong, ///< the name of a row
    Body,
    Muted, ///< less important text
    Small, ///< less important text in a smaller font
    Error,
};

/// A text that breaks into lines and follows changes of font and scheme. It is always plain text.
/// It starts at the edge at which the lines of the window start, whatever its script: the name of a
/// model stays aligned with the words above it when the window runs from right to left.
class TextLabel : public QLabel {
    Q_OBJECT

public:
    explicit TextLabel(TextRole role, const QString& text = {}, QWidget* parent = nullptr);

    TextRole role() const { return m_role; }
    void setRole(TextRole role);

    void makeSelectable(); ///< by mouse and keyboard; Tab stops at it from now on

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void applyRole();
    void applyDirection();

    TextRole m_role;
    bool m_isApplying = false; // a change of its own must not be answered with another
};

/// One line of text that ends in "…" if there is no room for all of it. The whole text is then in
/// the tooltip; screen readers always read all of it.
class ElidedLabel : public TextLabel {
    Q_OBJECT

public:
    explicit ElidedLabel(TextRole role, const QString& text = {}, QWidget* parent = nullptr);

    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    bool isCut() const;
};

} // namespace ui
