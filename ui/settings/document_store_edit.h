#pragma once

#include "services/settings/setting.h"
#include "ui/services.h"

#include <QWidget>

class QLineEdit;

namespace ui {

class TextLabel;

/// Where passages of documents are kept: a file or the URL of a PostgreSQL database. A password is kept
/// and never shown: what is changed of the address of the same server leaves it as it is. What can be no
/// such place is not taken, and said to be none; so is that the store cannot be opened.
class DocumentStoreEdit : public QWidget {
    Q_OBJECT

public:
    /// `emptyText` says what an empty setting means. All references must outlive it.
    DocumentStoreEdit(const Services& services, const services::Setting<QString>& setting,
        const QString& emptyText, QWidget* parent = nullptr);

private:
    void take();
    bool isTaken() const; // what is written is what is kept
    void showProblem(const QString& sentence);

    Services m_services;
    const services::Setting<QString>& m_setting;
    QLineEdit* m_text;
    TextLabel* m_problem;
};

} // namespace ui
