#include "ui/widgets/announcer.h"

#include "ui/widgets/readable_text.h"

#include <QAccessible>

#include <utility>

namespace ui {

// A reader passes over what is not on the screen at all, so there is one pixel of it.
Announcer::Announcer(QWidget* parent)
    : QWidget(parent)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_NoSystemBackground);
    setFocusPolicy(Qt::NoFocus);
    resize(1, 1);
}

// Before Qt 6.8 there is no event for this. The readers take a text that comes into a live object
// for news; the alert is for those that do not.
void Announcer::say(const QString& sentence)
{
    const QString before = std::exchange(m_said, sentence);
    if (!QAccessible::isActive() || (sentence.isEmpty() && before.isEmpty()))
        return;
    if (sentence.isEmpty()) {
        QAccessibleTextRemoveEvent removed(this, 0, before);
        return QAccessible::updateAccessibility(&removed);
    }
#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)
    QAccessibleAnnouncementEvent event(this, sentence);
    QAccessible::updateAccessibility(&event);
#else
    QAccessibleTextRemoveEvent removed(this, 0, before);
    QAccessible::updateAccessibility(&removed);
    QAccessibleTextInsertEvent inserted(this, 0, sentence);
    QAccessible::updateAccessibility(&inserted);
    QAccessibleEvent alert(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
#endif
}

namespace {

QAccessibleInterface* makeAccessible(const QString&, QObject* object)
{
    if (auto* announcer = qobject_cast<Announcer*>(object))
        return new ReadableText(
            announcer, QAccessible::AlertMessage, [announcer] { return announcer->said(); });
    return nullptr;
}

} // namespace

void installAnnouncerAccessibility()
{
    QAccessible::installFactory(makeAccessible);
}

} // namespace ui
