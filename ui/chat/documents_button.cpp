#include "ui/chat/documents_button.h"

#include "services/documents/library/document_library.h"
#include "services/text.h"
#include "ui/theme/colors.h"

#include <QFileInfo>
#include <QMenu>
#include <QPainter>

#include <utility>

namespace ui {

namespace {

constexpr int nameCharacters = 40;
constexpr int markSide = 8; // pixels

QString folderName(const QString& root)
{
    QString name = QFileInfo(root).fileName();
    if (name.isEmpty())
        name = root;
    if (name.size() > nameCharacters)
        name = name.left(nameCharacters - 1) + u'…';
    return name.replace(u'&', QStringLiteral("&&"));
}

} // namespace

DocumentsButton::DocumentsButton(services::DocumentLibrary& library, QWidget* parent)
    : IconButton(QStringLiteral("document"), {}, Look::Quiet, parent)
    , m_library(library)
{
    connect(this, &IconButton::clicked, this, &DocumentsButton::popup);
    setAsked(std::nullopt);
}

void DocumentsButton::setAsked(const std::optional<QStringList>& roots)
{
    m_asked = roots;
    setMeaning(QStringLiteral("document"),
        !roots                 ? tr("Ask my documents: off")
            : roots->isEmpty() ? tr("Ask my documents: all")
            : roots->size() == 1
            ? tr("Ask my documents: %1").arg(QFileInfo(roots->first()).fileName())
            : tr("Ask my documents: %Ln collections", nullptr, int(roots->size())));
}

QMenu* DocumentsButton::popup()
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    QAction* ask = menu->addAction(tr("Ask my documents"));
    ask->setCheckable(true);
    ask->setChecked(m_asked.has_value());
    connect(ask, &QAction::triggered, this, [this](bool isAsked) {
        emit chosen(isAsked ? std::optional<QStringList>(QStringList()) : std::nullopt);
    });
    addCollections(*menu);
    menu->popup(mapToGlobal(QPoint(0, -menu->sizeHint().height())));
    return menu;
}

void DocumentsButton::addCollections(QMenu& menu)
{
    const QList<services::LibraryRoot>& roots = m_library.roots();
    if (roots.isEmpty()) {
        menu.addAction(tr("Add files and folders on the page “Documents”"))->setEnabled(false);
        return;
    }
    menu.addSection(tr("Collections"));
    QAction* all = menu.addAction(tr("All documents"));
    all->setCheckable(true);
    all->setChecked(m_asked && m_asked->isEmpty());
    connect(all, &QAction::triggered, this,
        [this] { emit chosen(std::optional<QStringList>(QStringList())); });
    for (const services::LibraryRoot& root : roots) {
        QAction* action = menu.addAction(folderName(root.path));
        action->setCheckable(true);
        action->setChecked(m_asked && m_asked->contains(root.path));
        action->setToolTip(services::plainToolTip(root.path));
        connect(action, &QAction::triggered, this,
            [this, path = root.path](bool isChosen) { choose(path, isChosen); });
    }
}

// If no root remains, documents are not searched any more: an empty list would mean all of them.
void DocumentsButton::choose(const QString& root, bool isChosen)
{
    QStringList roots = m_asked.value_or(QStringList());
    roots.removeAll(root);
    if (isChosen)
        roots << root;
    emit chosen(roots.isEmpty() ? std::nullopt : std::optional<QStringList>(roots));
}

void DocumentsButton::paintEvent(QPaintEvent* event)
{
    IconButton::paintEvent(event);
    if (!m_asked)
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors(palette()).accent);
    const int edge = width() / 5;
    painter.drawEllipse(
        QRect(width() - edge - markSide, height() - edge - markSide, markSide, markSide));
}

} // namespace ui
