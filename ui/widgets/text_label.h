#pragma once

#include <QLabel>

namespace ui {

/// What a text is for; its size and colour follow from it.
enum class TextRole {
    Title, ///< of a page
    Heading, ///< of a section
    Strong, ///< the name of a row
    Body,
    Muted, ///< what may be overlooked
    Small, ///< the same, smaller
    Error,
};

/// A text that breaks into lines and follows font and scheme when they change. Always plain text.
/// It starts at the edge where lines of the window start, in whatever script it is: the name of a
/// model stays in line with the words above it where the window runs from right to left.
class TextLabel : public QLabel {
    Q_OBJECT

public:
    explicit TextLabel(TextRole role, const QString& text = {}, QWidget* parent = nullptr);

    TextRole role() const { return m_role; }
    void setRole(TextRole role);

    void makeSelectable(); ///< by mouse and by keyboard: Tab stops here from now on

protected:
    void changeEvent(QEvent* event) override;

private:
    void applyRole();
    void applyDirection();

    TextRole m_role;
    bool m_isApplying = false; // a change of its own must not be answered with another
};

} // namespace ui
