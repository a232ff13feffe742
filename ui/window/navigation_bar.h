#pragma once

#include <QWidget>

class QAbstractButton;

namespace ui {

/// The pages of the window beside the chat, as a column of buttons; the one that is shown is
/// marked.
class NavigationBar : public QWidget {
    Q_OBJECT

public:
    explicit NavigationBar(QWidget* parent = nullptr);

    void add(const QString& page, const QString& iconName, const QString& name);
    void setCurrent(const QString& page); ///< none of them is marked for another name

signals:
    void chosen(const QString& page);

protected:
    void changeEvent(QEvent* event) override;

private:
    void applyColours();

    QList<QAbstractButton*> m_buttons; // their object names are the pages
};

} // namespace ui
