// SPDX-License-Identifier: MIT
// The QCoreApplication of a command that opens no window.
#pragma once

#include "app/command/arguments.h"

#include <QCoreApplication>
#include <QLocale>

namespace lockscope {

class CommandApplication final
{
public:
    explicit CommandApplication(char **argv)
        : m_forQt(argv)
        , m_application(m_forQt.count(), m_forQt.words())
    {
        QCoreApplication::setApplicationName(QString::fromLatin1("lockscope"));
        QCoreApplication::setApplicationVersion(QString::fromLatin1(LOCKSCOPE_VERSION));
        QLocale::setDefault(QLocale::system());
    }

private:
    ArgumentsForQt m_forQt;
    QCoreApplication m_application;
};

} // namespace lockscope
