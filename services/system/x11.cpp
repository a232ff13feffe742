#include "services/system/x11.h"

#include <QGuiApplication>

#include <memory>
#include <span>
#include <utility>
#include <xcb/xproto.h>

// Xlib defines macros named like parts of Qt, so that it comes last.
#include <X11/Xatom.h>
#include <X11/Xlib.h>

namespace services::x11 {

namespace {

constexpr long maxWindows = 4096;

Display* display()
{
    const auto* x11 = qGuiApp->nativeInterface<QNativeInterface::QX11Application>();
    return x11 ? x11->display() : nullptr;
}

struct FreeByX {
    void operator()(unsigned char* data) const { XFree(data); }
};

// Windows may vanish while they are asked about, and keys may belong to others; Xlib's own answer to
// that ends the program.
int errorCount = 0;
int countError(Display*, XErrorEvent*)
{
    ++errorCount;
    return 0;
}

class ErrorsIgnored {
public:
    explicit ErrorsIgnored(Display* display)
        : m_display(display)
        , m_before(XSetErrorHandler(countError))
    {
    }
    ~ErrorsIgnored()
    {
        XSync(m_display, 0);
        XSetErrorHandler(m_before);
    }
    ErrorsIgnored(const ErrorsIgnored&) = delete;
    ErrorsIgnored& operator=(const ErrorsIgnored&) = delete;

private:
    Display* m_display;
    XErrorHandler m_before;
};

// Returns the area of a window with its frame; nothing if it is hidden.
QRect visibleRect(Display* display, Window window)
{
    XWindowAttributes attributes;
    if (!XGetWindowAttributes(display, window, &attributes) || attributes.map_state != IsViewable)
        return {};
    Window root = attributes.root, parent = window, above = window;
    Window* children = nullptr;
    unsigned count = 0;
    while (XQueryTree(display, above, &root, &parent, &children, &count)) {
        if (children)
            XFree(children);
        children = nullptr;
        if (parent == root || parent == 0)
            break;
        above = parent; // the frame that the window manager has put around it
    }
    if (!XGetWindowAttributes(display, above, &attributes))
        return {};
    return {attributes.x, attributes.y, attributes.width, attributes.height};
}

} // namespace

QList<QRect> windows()
{
    Display* screen = display();
    if (!screen)
        return {};
    const ErrorsIgnored ignored(screen);
    const Atom list = XInternAtom(screen, "_NET_CLIENT_LIST_STACKING", 1);
    Atom type = 0;
    int format = 0;
    unsigned long count = 0, left = 0;
    unsigned char* data = nullptr;
    if (list == 0
        || XGetWindowProperty(screen, DefaultRootWindow(screen), list, 0, maxWindows, 0, XA_WINDOW,
               &type, &format, &count, &left, &data)
            != 0)
        return {};
    const std::unique_ptr<unsigned char, FreeByX> owned(data);
    if (!data || format != 32)
        return {};
    QList<QRect> rects; // Xlib gives numbers of 32 bits as long
    for (const Window window : std::span(reinterpret_cast<const Window*>(data), count)) {
        const QRect rect = visibleRect(screen, window);
        if (!rect.isEmpty())
            rects.prepend(rect); // the list begins with the lowest
    }
    return rects;
}

namespace {

// Caps Lock and Num Lock make no difference; the X server takes each combination for itself.
constexpr unsigned locks[] = {0, LockMask, Mod2Mask, LockMask | Mod2Mask};
constexpr unsigned controlAlt = ControlMask | Mod1Mask;

} // namespace

KeyGrab::KeyGrab(char letter, std::function<void()> pressed)
    : m_pressed(std::move(pressed))
{
    Display* screen = display();
    if (!screen)
        return;
    m_keyCode = XKeysymToKeycode(screen, KeySym(letter)); // of a Latin letter, the letter itself
    if (m_keyCode == 0)
        return;
    errorCount = 0;
    setHeld(true);
    if (errorCount > 0) {
        setHeld(false);
        m_keyCode = 0;
        return;
    }
    qApp->installNativeEventFilter(this);
}

KeyGrab::~KeyGrab()
{
    if (isHeld())
        setHeld(false);
}

void KeyGrab::setHeld(bool isHeld)
{
    Display* screen = display();
    if (!screen)
        return;
    const ErrorsIgnored ignored(screen);
    const Window root = DefaultRootWindow(screen);
    for (const unsigned lock : locks)
        if (isHeld)
            XGrabKey(
                screen, int(m_keyCode), controlAlt | lock, root, 1, GrabModeAsync, GrabModeAsync);
        else
            XUngrabKey(screen, int(m_keyCode), controlAlt | lock, root);
}

bool KeyGrab::nativeEventFilter(const QByteArray& type, void* message, qintptr*)
{
    if (type != "xcb_generic_event_t")
        return false;
    const auto* event = static_cast<const xcb_generic_event_t*>(message);
    const int kind = event->response_type & 0x7f;
    if (kind != XCB_KEY_PRESS && kind != XCB_KEY_RELEASE)
        return false;
    const auto* press = reinterpret_cast<const xcb_key_press_event_t*>(event);
    if (kind == XCB_KEY_RELEASE) {
        if (press->detail == m_keyCode) {
            m_isDown = false;
            m_eventTime = press->time;
        }
        return false;
    }
    constexpr unsigned known = ControlMask | Mod1Mask | ShiftMask | Mod4Mask;
    if (press->detail != m_keyCode || (press->state & known) != controlAlt)
        return false;
    // A repeated press follows another one, or a release at the same time.
    constexpr unsigned longestPause = 1000; // milliseconds between two repetitions
    const unsigned pause = press->time - std::exchange(m_eventTime, press->time);
    const bool isRepeated = m_isDown ? pause < longestPause : pause == 0;
    m_isDown = true;
    if (!isRepeated)
        m_pressed();
    return true;
}

} // namespace services::x11
