// SPDX-License-Identifier: MIT
#include "bench/x_display.h"

#include <X11/Xlib.h>
#include <X11/Xutil.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <thread>

namespace lockcore::bench {

namespace {

constexpr int leastWidth = 300;
constexpr auto longest = std::chrono::seconds(30);
constexpr auto step = std::chrono::milliseconds(2);
constexpr std::size_t coloursOfAnEmptyWindow = 8;

// A window may disappear between two requests: this must not stop the benchmark.
int ignoreError(Display *, XErrorEvent *) { return 0; }

} // namespace

class XDisplay::Private
{
public:
    Display *display = nullptr;
    Window window = 0;

    bool mappedNow()
    {
        while (XPending(display) > 0) {
            XEvent event;
            XNextEvent(display, &event);
            XWindowAttributes attributes;
            if (event.type == MapNotify && !event.xmap.override_redirect && XGetWindowAttributes(display, event.xmap.window, &attributes)
                && attributes.width >= leastWidth) {
                window = event.xmap.window;
                return true;
            }
        }
        return false;
    }

    bool paintedNow() const
    {
        XWindowAttributes attributes;
        if (!XGetWindowAttributes(display, window, &attributes))
            return false;
        const auto width = std::min(attributes.width, 400);
        const auto height = std::min(attributes.height, 300);
        XImage *image = XGetImage(display, window, 0, 0, static_cast<unsigned>(width), static_cast<unsigned>(height), AllPlanes, ZPixmap);
        if (!image)
            return false;
        std::set<unsigned long> colours;
        for (int y = 0; y < height; y += 2) {
            for (int x = 0; x < width; ++x)
                colours.insert(XGetPixel(image, x, y));
        }
        XDestroyImage(image);
        return colours.size() > coloursOfAnEmptyWindow;
    }
};

namespace {

template <class Condition>
bool waitFor(Condition condition)
{
    const auto end = std::chrono::steady_clock::now() + longest;
    while (!condition()) {
        if (std::chrono::steady_clock::now() > end)
            return false;
        std::this_thread::sleep_for(step);
    }
    return true;
}

} // namespace

XDisplay::XDisplay(const std::string &name)
    : d(std::make_unique<Private>())
{
    XSetErrorHandler(ignoreError);
    d->display = XOpenDisplay(name.c_str());
    if (!d->display) {
        std::fprintf(stderr, "the display %s cannot be opened\n", name.c_str());
        std::exit(2);
    }
    XSelectInput(d->display, DefaultRootWindow(d->display), SubstructureNotifyMask);
    XSync(d->display, False);
}

XDisplay::~XDisplay() { XCloseDisplay(d->display); }

bool XDisplay::waitMapped()
{
    return waitFor([this] { return d->mappedNow(); });
}

bool XDisplay::waitPainted()
{
    return waitFor([this] { return d->paintedNow(); });
}

} // namespace lockcore::bench
