#pragma once

#include <QHash>
#include <QImage>
#include <QList>
#include <QObject>
#include <QSet>
#include <QString>

namespace ui {

/// Small versions of picture files, which are read in the background on demand. Keeps those that
/// were read last. Lives in the window's thread.
class CaptionThumbnails : public QObject {
    Q_OBJECT

public:
    static constexpr int side = 96; ///< in pixels: enough for twice the size that is shown
    static constexpr qsizetype kept = 160;

    using QObject::QObject;

    /// Returns the thumbnail, or null if it has not been read yet, in which case it will be, or if
    /// the file cannot be read.
    QImage thumbnail(const QString& file);

    /// True if the file was read and is no picture that can be shown.
    bool isBroken(const QString& file) const
    {
        const auto found = m_images.constFind(file);
        return found != m_images.constEnd() && found->isNull();
    }

signals:
    void loaded();

private:
    void loadNext();
    void keep(const QString& file, const QImage& image);

    QHash<QString, QImage> m_images;
    QList<QString> m_order; // of m_images, the oldest first
    QList<QString> m_wanted; // the newest last: what was scrolled past is not read
    QSet<QString> m_loading;
};

} // namespace ui
