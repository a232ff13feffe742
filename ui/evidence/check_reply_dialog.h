#pragma once

#include "services/documents/answers/statement_support.h"
#include "ui/widgets/work_dialog.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace services {
struct Message;
}

namespace ui {

/// Asks a model of each statement of a reply whether the passages that it cites say so. What it costs
/// is shown first.
class CheckReplyDialog : public WorkDialog {
    Q_OBJECT

public:
    /// Makes the model that is asked, on another thread.
    using MakeChecker
        = std::function<std::unique_ptr<services::StatementChecker>(std::stop_token stop)>;

    /// `reply` has sources; `name` is the model's, for users.
    CheckReplyDialog(const services::Message& reply, const QString& name, MakeChecker makeChecker,
        QWidget* parent = nullptr);

private:
    void act() override;

    const std::string m_answer;
    std::vector<std::string> m_passages; // the first is [1]
    const MakeChecker m_makeChecker;
};

} // namespace ui
