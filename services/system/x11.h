#pragma once

#include <QAbstractNativeEventFilter>
#include <QByteArray>
#include <QList>
#include <QRect>

#include <functional>

/// What only the X server knows. Everything here does nothing on other displays. For the window's
/// thread.
namespace services::x11 {

/// The visible windows of all programs, in pixels of the X screen, the uppermost first. Empty
/// without a window manager that lists them.
QList<QRect> windows();

/// Takes Ctrl+Alt and a letter for this program alone, whichever window has the focus.
class KeyGrab : public QAbstractNativeEventFilter {
public:
    /// `letter` is from a to z. `pressed` is called once for each press of the keys, however long they
    /// are held down.
    KeyGrab(char letter, std::function<void()> pressed);
    ~KeyGrab() override; ///< gives the keys back

    bool isHeld() const { return m_keyCode != 0; } ///< false: another program has the keys

    bool nativeEventFilter(const QByteArray& type, void* message, qintptr* result) override;

private:
    void setHeld(bool isHeld);

    const std::function<void()> m_pressed;
    unsigned m_keyCode = 0; // 0: the keys are not held
    unsigned m_eventTime = 0; // of the last press or release, in milliseconds of the X server
    bool m_isDown = false; // the letter, unless its release went elsewhere
};

} // namespace services::x11
