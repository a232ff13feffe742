#pragma once

#include "services/documents/document.h"

#include <QList>
#include <QTextEdit>

#include <optional>
#include <vector>

namespace ui {

/// Shows a part of a document as text, with headings, code and rows of tables told apart, and marks
/// ranges in it. The text can be selected and copied.
class TextPage : public QTextEdit {
    Q_OBJECT

public:
    explicit TextPage(QWidget* parent = nullptr);

    /// A part should not be longer than about 100,000 bytes.
    void setPart(const services::Document& document, services::ByteRange part);
    void setPlain(const QString& text); ///< without a document

    /// Marks what of these ranges is shown; those from index `strong` on stand out.
    void setMarks(const std::vector<services::ByteRange>& marks, size_t strong);
    int markCount() const { return int(extraSelections().size()); }
    void scrollTo(services::ByteRange range);

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool canInsertFromMimeData(const QMimeData*) const override { return false; }
    QVariant loadResource(int, const QUrl&) override { return {}; }

private:
    struct Stretch {
        services::ByteRange bytes;
        int position; // of its first character
        QString text;
    };

    void append(const services::Block& block, services::ByteRange bytes, const QString& text);
    int positionOf(size_t byte) const;
    void showMarks();

    std::vector<Stretch> m_stretches;
    std::vector<services::ByteRange> m_marks;
    size_t m_strong = 0;
    std::optional<services::ByteRange> m_sought; // that is kept in sight until the user scrolls
};

} // namespace ui
