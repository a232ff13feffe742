#pragma once

#include "services/conversations/source.h"
#include "services/documents/library/document_questions.h"
#include "ui/documents/passages/hit_model.h"

#include <QWidget>

class QListView;

namespace ui {

class TextLabel;

/// What documents say to a question: a sentence, and below it the passages as cards. Enter or a click
/// opens one.
class FoundPassages : public QWidget {
    Q_OBJECT

public:
    explicit FoundPassages(QWidget* parent = nullptr);

    void showFound(const services::Found& found);
    void showWaiting();
    void enter(); ///< gives the first card the focus

    QString sentence() const;
    QListView* list() const { return m_list; }
    const HitModel& hits() const { return m_hits; }

signals:
    void opened(const services::Source& source);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void open(const QModelIndex& index);

    HitModel m_hits;
    TextLabel* m_sentence;
    QListView* m_list;
};

} // namespace ui
