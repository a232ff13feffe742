#pragma once

#include <QPlainTextEdit>

namespace ui {

/// A field for a longer text, as high as `lines` lines in its font. Tab leaves it.
class LinesEdit : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit LinesEdit(int lines, const QString& placeholder = {}, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

private:
    const int m_lines;
};

} // namespace ui
