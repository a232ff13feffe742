#pragma once

#include <QWidget>

class QAbstractButton;

namespace ui {

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
