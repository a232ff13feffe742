#pragma once

#include "services/documents/page_picture.h"

#include <QList>
#include <QObject>

#include <optional>

namespace ui {

/// The pictures of a document's pages: made in the background, one at a time, the page that was asked
/// for last first; a few are kept.
class PagePictures : public QObject {
    Q_OBJECT

public:
    PagePictures(const QString& path, const services::ReaderProcess& drawer, QObject* parent);

    /// The picture of a page (from 1) in this width, or else in another one; null if there is none
    /// yet.
    const services::PagePicture* find(int page, int width) const;

    /// Makes it, unless it is there. What was wanted before and is not being made is not wanted any
    /// more.
    void want(int page, int width);

signals:
    void arrived(int page);
    void failed(int page, const QString& sentence);

private:
    struct Kept {
        int page, width; // as wished; the picture may be smaller
        services::PagePicture picture;
    };
    struct Wish {
        int page, width;
        bool operator==(const Wish&) const = default;
    };

    void make(Wish wish);
    void keep(Wish wish, services::PagePicture picture);

    QString m_path;
    services::ReaderProcess m_drawer;
    QList<Kept> m_kept; // the one that was made last at the end
    bool m_isMaking = false;
    std::optional<Wish> m_next;
};

} // namespace ui
