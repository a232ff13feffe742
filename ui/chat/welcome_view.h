#pragma once

#include <QList>
#include <QString>
#include <QWidget>

class QLabel;

namespace ui {

class PictureTile;

/// What an empty conversation shows: what to do, and pictures to try. Where there is little room,
/// what matters least is left out.
class WelcomeView : public QWidget {
    Q_OBJECT

public:
    explicit WelcomeView(QWidget* parent = nullptr);

    /// Picture files to offer; a click on one sends it.
    void setSamples(const QStringList& paths);

    /// A sentence on what the model can and cannot do; empty for none.
    void setHint(const QString& sentence);

    /// Claims no height: the prompt box below goes before.
    bool hasHeightForWidth() const override { return false; }
    QSize minimumSizeHint() const override { return {1, 1}; }

signals:
    void sampleChosen(const QString& path);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void applyColours();
    void fit();

    QLabel* m_icon;
    QLabel* m_subtitle;
    QLabel* m_hint;
    QWidget* m_samples; // a row of tiles
    QList<PictureTile*> m_tiles;
};

} // namespace ui
