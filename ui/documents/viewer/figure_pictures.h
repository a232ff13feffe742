#pragma once

#include "services/conversations/message.h"
#include "services/documents/figures.h"
#include "services/documents/read_document.h"

#include <QImage>
#include <QList>
#include <QObject>
#include <QSet>
#include <QString>

#include <functional>
#include <optional>

namespace ui {

/// The images of figures in passages that answers rest on. They are made in the background, one at a
/// time, and the last ones are kept. No file is read for being named by a source: imported chats and
/// documents that others added name any.
class FigurePictures : public QObject {
    Q_OBJECT

public:
    /// `isOwn` is true for files of folders that the user added to the library.
    explicit FigurePictures(
        std::function<bool(const QString& path)> isOwn = {}, QObject* parent = nullptr);
    ~FigurePictures() override;

    void setReader(const QString& program) { m_reader.program = program; }

    /// Files that the user has attached or opened may be read, too.
    void permit(const QString& path);

    /// The first figure of a source's passage; null if it contains none, there is none, or it is not
    /// made yet. In the last case arrived() follows if it can be made.
    QImage find(const services::Source& source);

    static constexpr int width = 640; ///< pixels, at most

signals:
    void arrived();

private:
    struct Figure {
        QString path;
        services::FigureName name;
        bool operator==(const Figure&) const = default;
    };
    struct Made {
        Figure figure;
        QImage image;
    };

    static std::optional<Figure> figureIn(const services::Source& source);
    void makeNext();

    std::function<bool(const QString& path)> m_isOwn;
    services::ReaderProcess m_reader;
    QSet<QString> m_permitted;
    QList<Figure> m_wanted; // the first is being made if m_isMaking
    QList<Made> m_made; // the one that was requested last at the end
    QList<Figure> m_failed; // that can't be made
    bool m_isMaking = false;
};

} // namespace ui
