#pragma once

#include <QWidget>

#include <functional>

namespace ui {

class IconButton;
class TextLabel;

/// Shown above a block of code: its language, and buttons that wrap its lines, save it and copy it.
class CodeHeader : public QWidget {
    Q_OBJECT

public:
    explicit CodeHeader(QWidget* parent);

    void setLanguage(const QString& language); ///< as written after the fence
    void setWraps(bool wraps);
    /// What a button offers for code that is a diagram.
    enum class Diagram { None, Shown, Hidden };
    void setDiagram(Diagram diagram);
    void setIsFloating(bool isFloating); ///< true while it covers code
    void setSource(std::function<QString()> code); ///< called when the code is needed

signals:
    void wrapToggled(bool wraps);
    void diagramToggled();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void copy();
    void save();

    QString m_language;
    TextLabel* m_name;
    IconButton* m_diagram;
    IconButton* m_wrap;
    IconButton* m_save;
    IconButton* m_copy;
    std::function<QString()> m_code;
    bool m_wraps = false, m_isFloating = false;
};

} // namespace ui
