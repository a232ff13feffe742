#pragma once

#include "services/documents/document.h"

#include <QImage>
#include <QList>
#include <QTextEdit>

#include <functional>
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

    /// Puts the images of figures below their text, as far as `find` returns them. May be called again
    /// when there are more; what is in sight stays there.
    void showFigures(const std::function<QImage(int number)>& find);

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

    struct Figure {
        size_t stretch; // of its text
        int number;
        bool isShown = false;
    };

    void insert(const Figure& figure, const QImage& image);
    void append(const services::Block& block, services::ByteRange bytes, const QString& text);
    int positionOf(size_t byte) const;
    void showMarks();

    std::vector<Stretch> m_stretches;
    std::vector<Figure> m_figures;
    std::vector<services::ByteRange> m_marks;
    size_t m_strong = 0;
    std::optional<services::ByteRange> m_sought; // that is kept in sight until the user scrolls
};

} // namespace ui
