// SPDX-License-Identifier: MIT
#include "lockcore/process/state_directory.h"
#include "support/test_program.h"

#include <QTest>

#include <pwd.h>
#include <unistd.h>

using namespace lockcore;

class TestStateDirectory : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        qputenv("XDG_STATE_HOME", "/srv/state");
        qputenv("HOME", "/home/ann");
    }

    void isWhereTheEnvironmentSays()
    {
        QCOMPARE(stateDirectory(), std::string("/srv/state/lockscope"));
        qunsetenv("XDG_STATE_HOME");
        QCOMPARE(stateDirectory(), std::string("/home/ann/.local/state/lockscope"));
    }

    void relativePath_isIgnored()
    {
        qputenv("XDG_STATE_HOME", "state");
        QCOMPARE(stateDirectory(), std::string("/home/ann/.local/state/lockscope"));
    }

    void withoutHome_isNotInTheRootDirectory()
    {
        qunsetenv("XDG_STATE_HOME");
        qunsetenv("HOME");
        QCOMPARE(stateDirectory(), getpwuid(getuid())->pw_dir + std::string("/.local/state/lockscope"));
    }
};

LOCKSCOPE_TEST(TestStateDirectory)
#include "tst_state_directory.moc"
