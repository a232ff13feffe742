#pragma once

#include "services/conversations/conversation_database.h"

#include <QWidget>

class QButtonGroup;

namespace ui {

/// Below the search field: which messages are looked through. One of a row of choices.
class SearchFilters : public QWidget {
    Q_OBJECT

public:
    explicit SearchFilters(QWidget* parent = nullptr);

    void reset(); ///< to everything

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
