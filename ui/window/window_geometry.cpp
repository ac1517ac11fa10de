// SPDX-License-Identifier: MIT
#include "ui/window/window_geometry.h"

#include <QScreen>
#include <QStyle>
#include <QWidget>

#include <algorithm>

namespace lockscope {

namespace {

// An estimate, because the window's frame is not known before it is shown.
QRect roomOn(const QScreen *screen, const QWidget *window)
{
    return screen->availableGeometry().adjusted(0, window->style()->pixelMetric(QStyle::PM_TitleBarHeight), 0, 0);
}

} // namespace

void restoreGeometryOf(QWidget *window, const QByteArray &saved, QSize usual)
{
    const bool restored = window->restoreGeometry(saved);
    if (!restored)
        window->resize(usual);
    if (window->isMaximized() || window->isFullScreen())
        return;
    const auto room = roomOn(window->screen(), window);
    window->resize(window->size().boundedTo(room.size()));
    if (!restored)
        return;                                                // the window manager places it
    const auto screen = window->screen()->availableGeometry(); // if the place is on this screen, the window stays there
    auto place = window->geometry();
    place.moveRight(std::min(place.right(), screen.right()));
    place.moveBottom(std::min(place.bottom(), screen.bottom()));
    place.moveLeft(std::max(place.left(), screen.left()));
    place.moveTop(std::max(place.top(), screen.top()));
    window->setGeometry(place);
}

} // namespace lockscope
