#pragma once

#include <QKeySequence>
#include <QLatin1String>
#include <QList>
#include <QString>
#include <QWidget>

class QAbstractButton;

namespace services {
class PhotoModel;
}

namespace ui {

class ChatPage;
class CommandList;
class GetModels;
class MainWindow;
class Page;
class SettingsPage;
struct DropContents;
struct Services;

/// The ids of the pages. They never change, because sessions and the settings of shortcuts hold
/// them.
namespace page_id {
inline constexpr QLatin1String chat("chat");
inline constexpr QLatin1String captions("captions");
inline constexpr QLatin1String models("models");
inline constexpr QLatin1String documents("documents");
inline constexpr QLatin1String settings("settings");
} // namespace page_id

/// What the window knows about a page before the page is made.
struct PageRow {
    QString id;
    QString iconName; ///< empty: the page has no button at the left
    QString name; ///< to be shown to users
    QKeySequence keys;
    Page* (*make)(MainWindow& window); ///< called when the page is first needed
    /// Null: nothing can be dropped for it.
    bool (*accepts)(const DropContents& contents) = nullptr;
};

// Pages whose parts use many services. The services and the commands must outlive them.
ChatPage* makeChatPage(const Services& services);
GetModels* makeGetModels(const Services& services);
services::PhotoModel* makePhotoModel(const Services& services);
SettingsPage* makeSettingsPage(const Services& services, CommandList& commands);

/// All pages, in the order in which the window shows them. The window begins with the first one,
/// and Escape leads back to it. A new page needs a row here.
QList<PageRow> pages();

/// A column of buttons for the pages of the window; that of the page that is shown is marked.
class NavigationBar : public QWidget {
    Q_OBJECT

public:
    explicit NavigationBar(QWidget* parent = nullptr);

    void add(const QString& page, const QString& iconName, const QString& name);
    void setCurrent(const QString& page); ///< marks none if no button has this name

signals:
    void chosen(const QString& page);

protected:
    void changeEvent(QEvent* event) override;

private:
    void applyColors();

    QList<QAbstractButton*> m_buttons; // their object names are the pages
};

} // namespace ui
