#pragma once

#include "ui/widgets/icon_button.h"

#include <QStringList>

#include <optional>

class QMenu;

namespace services {
class DocumentLibrary;
}

namespace ui {

/// The button "Ask my documents" next to the prompt: whether the answers of a conversation rest on
/// the user's library, and on which of its collections. Its menu says both.
class DocumentsButton : public IconButton {
    Q_OBJECT

public:
    /// The library must outlive the button.
    explicit DocumentsButton(services::DocumentLibrary& library, QWidget* parent = nullptr);

    /// Shows what is asked, see ChatSettings::documents.
    void setAsked(const std::optional<QStringList>& roots);
    const std::optional<QStringList>& asked() const { return m_asked; }

    QMenu* popup(); ///< shows the menu

signals:
    void chosen(const std::optional<QStringList>& roots);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void addCollections(QMenu& menu);
    void choose(const QString& root, bool isChosen);

    services::DocumentLibrary& m_library;
    std::optional<QStringList> m_asked;
};

} // namespace ui
