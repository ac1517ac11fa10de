// SPDX-License-Identifier: MIT
#include "lockcore/redis/script.h"
#include "support/compare.h"
#include "support/redis_server.h"
#include "support/test_program.h"

using namespace lockcore;
using namespace lockcore::test;

class TestScript final : public QObject
{
    Q_OBJECT

private slots:
    void sha1_matchesRedis();
};

void TestScript::sha1_matchesRedis()
{
    RedisServer server;
    const Script script("return 'ü'");
    QCOMPARE(server.command({"SCRIPT", "LOAD", script.source}), Reply::bulk(script.sha1));
}

LOCKSCOPE_TEST(TestScript)
#include "tst_script.moc"
