// SPDX-License-Identifier: MIT
// A test class with a private Redis server that judges.
#pragma once

#include "lockcore/oracle/server_oracle.h"

#include <QObject>
#include <QTest>

namespace lockcore::test {

class OracleCase : public QObject
{
protected:
    void startOracle()
    {
        auto oracle = ServerOracle::start({"redis-server", LOCKSCOPE_BINARY});
        QVERIFY2(oracle.ok(), oracle.ok() ? "" : oracle.error().text.c_str());
        m_oracle = *std::move(oracle);
    }

    std::unique_ptr<ServerOracle> m_oracle;
};

} // namespace lockcore::test
