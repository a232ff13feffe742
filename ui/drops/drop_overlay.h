#pragma once

#include <QString>
#include <QStringList>
#include <QWidget>

#include <functional>

class QDropEvent;
class QMimeData;

namespace ui {

/// Lets a widget take what is dropped on it. Covers it while that is dragged over it, and says what a
/// drop will do.
class DropOverlay : public QWidget {
    Q_OBJECT

public:
    /// What a drop will do; empty: it is not taken.
    using Sentence = std::function<QString(const QMimeData*)>;
    using Drop = std::function<void(const QMimeData*)>;

    DropOverlay(QWidget* parent, Sentence message, Drop drop);

    /// Accepts all files and folders of this computer, also pasted ones.
    DropOverlay(QWidget* parent, const QString& message,
        const std::function<void(const QStringList&)>& drop);

    /// Takes what is pasted into the widget, too, unless a text field in it takes that.
    void takePasted();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void enter(QDropEvent& event);
    void drop(QDropEvent& event);

    const Sentence m_message;
    const Drop m_drop;
    QString m_text;
};

} // namespace ui
