#pragma once

#include "ui/widgets/sentence_box.h"

namespace ui {

/// A sentence that is shown until the user dismisses it. Its text can be selected.
class Notice : public SentenceBox {
    Q_OBJECT

public:
    explicit Notice(const QString& sentence, Tone tone = Tone::Failure, QWidget* parent = nullptr);

signals:
    void dismissed();
};

} // namespace ui
