// SPDX-License-Identifier: MIT
#include "app/command/terminal.h"

#include <QByteArray>

#include <sys/ioctl.h>
#include <unistd.h>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

TextStyle terminalStyle(int fileDescriptor)
{
    constexpr int usualWidth = 80;
    if (::isatty(fileDescriptor) != 1)
        return {};
    TextStyle style;
    winsize size{};
    const bool told = ::ioctl(fileDescriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    style.width = told ? size.ws_col : usualWidth;
    style.colour = qEnvironmentVariableIsEmpty("NO_COLOR") && qgetenv("TERM") != "dumb";
    return style;
}

QString codeOf(Tone tone)
{
    switch (tone) {
    case Tone::Quiet: return u"2"_s;
    case Tone::Plain: break;
    case Tone::Warning: return u"33"_s;
    case Tone::Danger: return u"31"_s;
    }
    return {};
}

} // namespace lockscope
