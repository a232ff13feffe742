#pragma once

#include <QWidget>

#include <atomic>
#include <memory>

class QLineEdit;
class QPushButton;

namespace services {
class ContactedHosts;
}

namespace ui {

class TextLabel;

/// Asks for the address of a web page and saves the page as a file. Hidden until open().
class WebPageRow : public QWidget {
    Q_OBJECT

public:
    /// `hosts` learns which machines were contacted and must outlive it; the page is saved in
    /// `folder`.
    WebPageRow(services::ContactedHosts& hosts, const QString& folder, QWidget* parent = nullptr);
    ~WebPageRow() override; ///< cancels

    void open(); ///< shows it, with an address that the clipboard has
    void close(); ///< cancels and hides it
    void setFolder(const QString& folder) { m_folder = folder; }

    QLineEdit* address() const { return m_address; }
    QPushButton* saveButton() const { return m_save; }
    TextLabel* message() const { return m_message; }

signals:
    void saved(const QString& path);

private:
    void save();
    void setBusy(bool isBusy);

    services::ContactedHosts& m_hosts;
    QString m_folder;
    QLineEdit* m_address;
    QPushButton* m_save;
    QPushButton* m_cancel;
    TextLabel* m_message; // what is going on, or why it failed
    std::shared_ptr<std::atomic<bool>> m_isCancelled; // of the download under way; null: none is
};

} // namespace ui
