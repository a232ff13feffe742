#pragma once

#include <QList>
#include <QString>
#include <QWidget>

class QHBoxLayout;
class QLabel;

namespace ui {

/// What an empty conversation shows: what to do, and pictures to try.
class WelcomeView : public QWidget {
    Q_OBJECT

public:
    explicit WelcomeView(QWidget* parent = nullptr);

    /// Picture files to offer; a click on one sends it.
    void setSamples(const QStringList& paths);

    /// A sentence on what the model can and cannot do; empty for none.
    void setHint(const QString& sentence);

signals:
    void sampleChosen(const QString& path);

protected:
    void changeEvent(QEvent* event) override;

private:
    void applyColours();

    QLabel* m_subtitle;
    QLabel* m_hint;
    QHBoxLayout* m_samples;
};

} // namespace ui
