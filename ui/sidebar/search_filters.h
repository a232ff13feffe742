#pragma once

#include "services/conversations/conversation_database.h"

#include <QWidget>

class QButtonGroup;

namespace ui {

/// Buttons below the search field that choose which messages are searched.
class SearchFilters : public QWidget {
    Q_OBJECT

public:
    explicit SearchFilters(QWidget* parent = nullptr);

    void reset(); ///< chooses all messages

signals:
    void changed(const services::SearchFilter& filter);

protected:
    void changeEvent(QEvent* event) override;

private:
    void add(const QString& name, const QString& help, const services::SearchFilter& filter);

    QButtonGroup* m_buttons; // their ids are places among the filters
    QList<services::SearchFilter> m_filters;
};

} // namespace ui
