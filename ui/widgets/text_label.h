#pragma once

#include <QLabel>

namespace ui {

/// The purpose of a text, which decides its size and colour.
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

} // namespace ui
