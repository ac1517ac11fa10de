// SPDX-License-Identifier: MIT
#include "lockcore/redis/endpoint.h"
#include "support/compare.h"
#include "support/test_program.h"

#include <QFile>
#include <QTemporaryDir>

#include <sys/stat.h>

using namespace lockcore;
using namespace Qt::Literals::StringLiterals;
using Way = Endpoint::Transport;

Q_DECLARE_METATYPE(lockcore::Endpoint)

class TestEndpoint : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        qunsetenv("LOCKSCOPE_PASSWORD");
        qunsetenv("LOCKSCOPE_SENTINEL_PASSWORD");
    }

    void goodUrl_isRead_data();
    void goodUrl_isRead();
    void badUrl_isRefusedByNameWithoutThePassword_data();
    void badUrl_isRefusedByNameWithoutThePassword();
    void anyText_neverLeaksTextBeforeAt();
    void printedEndpoint_isReadBack_data();
    void printedEndpoint_isReadBack();
    void printedEndpoint_hasNoPassword();
    void shortName_namesTheServer_data();
    void shortName_namesTheServer();
    void passwordInUrl_winsOverFileAndEnvironment();
    void passwordFile_itsFirstLineIsUsed_data();
    void passwordFile_itsFirstLineIsUsed();
    void passwordFile_isRefusedIfUnsafe_data();
    void passwordFile_isRefusedIfUnsafe();
    void environment_fillsInThePassword();
};

namespace {

Endpoint tcp(std::string host, int port = 6379, int db = 0, std::string user = {}, std::string password = {})
{
    Endpoint endpoint;
    endpoint.host = std::move(host);
    endpoint.port = port;
    endpoint.db = db;
    endpoint.user = std::move(user);
    endpoint.password = std::move(password);
    return endpoint;
}

Endpoint tls(std::string host, TlsOptions options = {})
{
    auto endpoint = tcp(std::move(host));
    endpoint.transport = Way::Tls;
    endpoint.tls = std::move(options);
    return endpoint;
}

Endpoint unixSocket(std::string path, int db = 0, std::string user = {}, std::string password = {})
{
    auto endpoint = tcp("127.0.0.1", 6379, db, std::move(user), std::move(password));
    endpoint.transport = Way::Unix;
    endpoint.path = std::move(path);
    return endpoint;
}

Endpoint primaryOf(std::string name, std::vector<HostPort> sentinels, int db = 0)
{
    auto endpoint = tcp(sentinels.front().host, sentinels.front().port, db);
    auto &group = endpoint.group.emplace();
    group.primary = std::move(name);
    group.sentinels = std::move(sentinels);
    return endpoint;
}

Endpoint clusterOf(std::vector<HostPort> nodes, std::string user = {}, std::string password = {})
{
    auto endpoint = tcp(nodes.front().host, nodes.front().port, 0, std::move(user), std::move(password));
    endpoint.cluster.emplace().nodes = std::move(nodes);
    return endpoint;
}

Endpoint clusterWithAllOptions()
{
    auto endpoint = clusterOf({{"n1", 6379}, {"::1", 7001}}, "app");
    endpoint.transport = Way::Tls;
    endpoint.tls.caFile = "/etc/ca.pem";
    endpoint.cluster->reachable = {{{"172.17.0.2", 6379}, {"10.0.0.5", 7001}}};
    return endpoint;
}

Endpoint primaryWithAllOptions()
{
    auto endpoint = primaryOf("orders", {{"s1", 26379}, {"::1", 5000}}, 3);
    endpoint.transport = Way::Tls;
    endpoint.user = "app";
    endpoint.tls.caFile = "/etc/ca.pem";
    endpoint.group->user = "watcher";
    endpoint.group->reachable = {{{"172.17.0.2", 6379}, {"10.0.0.5", 7001}}, {{"172.17.0.3", 6379}, {"::1", 7002}}};
    return endpoint;
}

TlsOptions tlsFiles() { return {"/etc/ca.pem", "/c&d/cert.pem", "key 1.pem", "redis.example", false}; }

} // namespace

void TestEndpoint::goodUrl_isRead_data()
{
    QTest::addColumn<QByteArray>("url");
    QTest::addColumn<Endpoint>("expected");
    const auto row = [](const char *url, const Endpoint &endpoint) { QTest::newRow(url) << QByteArray(url) << endpoint; };

    row("redis://", tcp("127.0.0.1"));
    row("redis:///3", tcp("127.0.0.1", 6379, 3));
    row("redis://:7000", tcp("127.0.0.1", 7000));
    row("redis://example.org", tcp("example.org"));
    row("REDIS://example.org/", tcp("example.org"));
    row("redis://h:1/0", tcp("h", 1));
    row("redis://h:65535/15", tcp("h", 65535, 15));
    row("redis://h/2147483647", tcp("h", 6379, 2147483647));
    row("redis://h?db=2", tcp("h", 6379, 2));
    row("redis://h/?db=2", tcp("h", 6379, 2));
    row("redis://10.1.2.3:6380/1", tcp("10.1.2.3", 6380, 1));
    row("redis://[::1]", tcp("::1"));
    row("redis://[fe80::1%25eth0]:7/1", tcp("fe80::1%eth0", 7, 1));
    row("redis://m\xc3\xbcller.example", tcp("m\xc3\xbcller.example"));
    row("redis://user@h", tcp("h", 6379, 0, "user"));
    row("redis://user:pw@h", tcp("h", 6379, 0, "user", "pw"));
    row("redis://:pw@h", tcp("h", 6379, 0, "", "pw"));
    row("redis://:pw@", tcp("127.0.0.1", 6379, 0, "", "pw"));
    row("redis://u%3Aser:p%40s%2fs%25:w@h:1/2", tcp("h", 1, 2, "u:ser", "p@s/s%:w"));
    row("rediss://h", tls("h"));
    row("rediss://h?insecure=0", tls("h"));
    row("rediss://h?ca=/etc/ca.pem&cert=/c%26d/cert.pem&key=key%201.pem&server-name=redis.example&insecure=1", tls("h", tlsFiles()));
    row("prod-7", tcp("prod-7"));
    row("prod-7:7001", tcp("prod-7", 7001));
    row("prod-7.example.com:7001/3", tcp("prod-7.example.com", 7001, 3));
    row(":6380", tcp("127.0.0.1", 6380));
    row("10.0.0.7", tcp("10.0.0.7"));
    row("[::1]:6380", tcp("::1", 6380));
    row("[::1]/2", tcp("::1", 6379, 2));
    row("redis-sentinel://s1,s2:5000,[::1]?sentinelMasterId=orders", primaryOf("orders", {{"s1", 26379}, {"s2", 5000}, {"::1", 26379}}));
    row("redis-sentinel://s1/3?sentinelMasterId=orders", primaryOf("orders", {{"s1", 26379}}, 3));
    row("redis+sentinel://s1/orders", primaryOf("orders", {{"s1", 26379}}));
    row("redis+sentinel://s1/orders/3", primaryOf("orders", {{"s1", 26379}}, 3));
    row("redis+sentinel://s1/orders?db=3", primaryOf("orders", {{"s1", 26379}}, 3));
    row("redis+sentinel://s1/7/3", primaryOf("7", {{"s1", 26379}}, 3));
    row("rediss-sentinel://app@s1,[::1]:5000/3?sentinelMasterId=orders&ca=/etc/ca.pem&sentinel-user=watcher&sentinel-tls=0"
        "&map=172.17.0.2:6379=10.0.0.5:7001,172.17.0.3=[::1]:7002",
        primaryWithAllOptions());
    row("redis-cluster://n1", clusterOf({{"n1", 6379}}));
    row("redis+cluster://u:p@n1:7000,n2,[::1]:7001/", clusterOf({{"n1", 7000}, {"n2", 6379}, {"::1", 7001}}, "u", "p"));
    row("redis-cluster://n1/0", clusterOf({{"n1", 6379}}));
    row("redis-cluster://n1?db=0", clusterOf({{"n1", 6379}}));
    for (const char *form : {"rediss-cluster", "rediss+cluster"})
        row((std::string(form) + "://app@n1,[::1]:7001?ca=/etc/ca.pem&map=172.17.0.2=10.0.0.5:7001").c_str(), clusterWithAllOptions());
    row("unix:///run/redis.sock", unixSocket("/run/redis.sock"));
    row("redis+unix:///run/redis.sock?db=4", unixSocket("/run/redis.sock", 4));
    row("unix://user:pw@/a%20b/c@d%3f.sock", unixSocket("/a b/c@d?.sock", 0, "user", "pw"));
    row("unix://:pw@/s", unixSocket("/s", 0, "", "pw"));
}

void TestEndpoint::goodUrl_isRead()
{
    QFETCH(const QByteArray, url);
    QFETCH(const Endpoint, expected);
    const auto endpoint = Endpoint::parse(url.toStdString());
    QVERIFY2(endpoint, endpoint ? "" : endpoint.error().text.c_str());
    QCOMPARE(*endpoint, expected);
    QCOMPARE(endpoint->password, expected.password); // toString() would not show a difference
}

void TestEndpoint::badUrl_isRefusedByNameWithoutThePassword_data()
{
    QTest::addColumn<QByteArray>("url");
    QTest::addColumn<QByteArray>("words");
    const auto row = [](const char *url, const char *words) { QTest::newRow(url) << QByteArray(url) << QByteArray(words); };

    row("redis://h1,h2", "there is a comma in the host");
    row("redis-sentinel://h1,h2", "the name of the primary is missing");
    row("redis-sentinel://h1,h2/0", "the name of the primary is missing");
    row("redis-sentinel://h1/a?sentinelMasterId=b", "the name of the primary is given twice");
    row("redis-sentinel://h1/a/1?db=2", "the database is given twice");
    row("redis-sentinel://h1/a/b", "is not a database");
    row("redis-sentinel://h1,h2:x/a", "is not a port");
    row("redis-sentinel://h1/a?map=x", "needs two addresses");
    row("redis-sentinel://h1/a?sentinel-tls=2", "the option sentinel-tls is 1");
    row("redis://h1?map=a=b", "the option map is for sentinels and for a cluster");
    row("redis-sentinel://h1/a?map=", "the option map needs a value");
    row("redis-cluster://h1,h2:x", "is not a port");
    row("redis-cluster://h1/2", "a cluster has only the database 0: leave /2 out");
    row("redis-cluster://h1?db=2", "a cluster has only the database 0");
    row("redis-cluster://h1/name", "is not a database");
    row("redis-cluster://h1?sentinelMasterId=a", "the option sentinelMasterId is for sentinels");
    row("redis-cluster://h1?map=x", "needs two addresses");
    row("redis-clusters://h1", "\"redis-clusters\" is not known");

    row("", "not an address: write host:port, redis://");
    row(":", "not an address");
    row("localhost:", "not an address");
    row("localhost:66666", "out of range");
    row("[::1", "not an address");
    row("host/lock:7", "not an address");
    row("/run/redis.sock", "write unix:///run/redis.sock");
    row("user:SECRET@host", "not an address");
    row("redis:SECRET", "not an address");
    row("http://h",
        "\"http\" is not known: write redis, rediss (TLS), unix, redis+unix, redis-sentinel, rediss-sentinel, redis-cluster or rediss-cluster");
    row("redis-socket:///x", "\"redis-socket\" is not known");
    row("u:SECRET://h", "the scheme before :// is not known");
    row("://h", "scheme");
    row("redis://h:0", "port is out of range: write a number from 1 to 65535");
    row("redis://h:65536", "out of range");
    row("redis://h:99999999999999999999", "not a port");
    row("redis://h:", "not a port");
    row("redis://h:-1", "not a port");
    row("redis://h:6379x", "not a port");
    row("redis://user:SECRET", "not a port");
    row("redis://user:SECRET:6379", "two colons");
    row("redis://::1", "needs brackets: write [::1]");
    row("redis://[::1", "not closed");
    row("redis://[::1]6379", "only :port can follow");
    row("redis://[localhost]", "\"localhost\" in brackets is not an IPv6 address");
    row("redis://[::1%25e%0ah]", "not an IPv6 address");
    row("redis://a]b", "not a host");
    row("redis://a%20b", "\"a b\" is not a host");
    row("redis://a\\b", "not a host");
    row("redis://%ff", "\"\\xff\" is not a host");
    row("redis://a b", "space");
    row("redis://h\n", "control character");
    row("redis://:SECRET#x@h", "# in the URL: write %23");
    row("redis://:SECRET@x@h", "two @");
    row("redis://:SEC/RET@h", "not be");
    row("redis://:12/SECRET@h", "@ after the host");
    row("redis://:12?SECRET@h", "@ after the host");
    row("redis://u/x:SECRET@h", "@ after the host");
    row("redis://u:SECRET%@h", "% in the password is not followed by two hexadecimal digits; write %25");
    row("redis://u:SECRET%4@h", "% in the password");
    row("redis://u%zz:SECRET@h", "% in the user name");
    row("redis://u:SECRET%00@h", "%00 is not allowed in the password");
    row("redis://h%2", "% in the host");
    row("redis://h/x", "\"x\" is not a database: write a number, 0 or more");
    row("redis://h/-1", "\"-1\" is not a database");
    row("redis://h/2147483648", "not a database");
    row("redis://h/1/2", "\"1/2\" is not a database");
    row("redis://h?db=", "\"\" is not a database");
    row("redis://h/1?db=1", "database is given twice");
    row("redis://h?db=1&d%62=2", "db is given twice");
    row("redis://h?timeout=3", "\"timeout\" is not known: there are db");
    row("redis://h?db%0a=3", "\"db\\n\" is not known");
    row("redis://h?&db=3", "\"\" is not known");
    row("redis://h?ca=x", "option ca is for TLS: write rediss://");
    row("unix:///s?insecure=1", "option insecure is for TLS");
    row("rediss://h?ca=", "option ca needs a value: ca=FILE.pem");
    row("rediss://h?cert=x", "both cert=FILE.pem and key=FILE.pem");
    row("rediss://h?key=x", "both cert=FILE.pem and key=FILE.pem");
    row("rediss://h?server-name", "server-name needs a value");
    row("rediss://h?insecure=yes", "insecure is 1");
    row("rediss://h?ca=%", "% in the value of an option");
    row("unix://", "path of the socket is missing: write unix:///path");
    row("unix:///", "path of the socket is missing");
    row("unix:///run/", "path of the socket is missing");
    row("unix://run/redis.sock", "three slashes");
    row("unix://u:SEC/RET@/s", "three slashes; in a password");
    row("unix:///a%00b", "%00 is not allowed in the path");
    row(("unix:///" + std::string(107, 'x')).c_str(), "longer than the 107 bytes");
}

void TestEndpoint::badUrl_isRefusedByNameWithoutThePassword()
{
    QFETCH(const QByteArray, url);
    QFETCH(const QByteArray, words);
    const auto endpoint = Endpoint::parse(url.toStdString());
    QVERIFY(!endpoint);
    QCOMPARE(endpoint.error().kind, ErrorKind::Refused);
    const auto text = QByteArray::fromStdString(endpoint.error().text + '|' + endpoint.error().detail);
    if (words == "not be")
        QVERIFY2(text.contains("after the host") || text.contains("not a port"), text.constData());
    else
        QVERIFY2(text.contains(words), text.constData());
    QVERIFY2(!text.contains("SEC") && !text.contains("RET"), text.constData());
}

// Every way in which one additional character breaks a URL that contains a password.
void TestEndpoint::anyText_neverLeaksTextBeforeAt()
{
    const std::string url = "redis://user:hunter2-secret@host:6379/0?db=1";
    int refused = 0;
    for (std::size_t at = 0; at <= url.size(); ++at) {
        for (const char c : std::string("/?#@:%[]&= \\\n\0\xff"
                                        "a9",
                                        17)) {
            auto text = url;
            text.insert(at, 1, c);
            const auto endpoint = Endpoint::parse(text);
            if (endpoint)
                continue;
            ++refused;
            const auto &sentence = endpoint.error().text;
            QVERIFY2(sentence.find("hunt") == std::string::npos && sentence.find("cret") == std::string::npos,
                     (text + " → " + sentence).c_str());
        }
    }
    QVERIFY(refused > 300);
}

void TestEndpoint::printedEndpoint_isReadBack_data()
{
    QTest::addColumn<Endpoint>("endpoint");
    QTest::addColumn<QByteArray>("url");
    const auto row = [](const Endpoint &endpoint, const char *url) { QTest::newRow(url) << endpoint << QByteArray(url); };

    row(tcp("127.0.0.1"), "redis://127.0.0.1:6379/0");
    row(tcp("h", 1, 2, "user"), "redis://user@h:1/2");
    row(tcp("::1", 7, 3), "redis://[::1]:7/3");
    row(tcp("fe80::1%eth0"), "redis://[fe80::1%25eth0]:6379/0");
    row(tcp("m\xc3\xbc", 1, 0, "a:b@c/d?e#f%g h\n"), "redis://a%3ab%40c%2fd%3fe%23f%25g%20h%0a@m%c3%bc:1/0");
    row(tls("h"), "rediss://h:6379/0");
    row(tls("h", tlsFiles()), "rediss://h:6379/0?ca=/etc/ca.pem&cert=/c%26d/cert.pem&key=key%201.pem&server-name=redis.example&insecure=1");
    row(unixSocket("/run/redis.sock"), "unix:///run/redis.sock");
    row(unixSocket("/a b/?#%@\xff", 3, "u"), "unix://u@/a%20b/%3f%23%25%40%ff?db=3");
    row(clusterOf({{"n1", 6379}, {"::1", 7001}}), "redis-cluster://n1:6379,[::1]:7001");
    row(clusterWithAllOptions(), "rediss-cluster://app@n1:6379,[::1]:7001?map=172.17.0.2:6379=10.0.0.5:7001&ca=/etc/ca.pem");
    row(primaryOf("a/b", {{"s1", 26379}}, 3), "redis-sentinel://s1:26379/3?sentinelMasterId=a/b");
    row(primaryWithAllOptions(), "rediss-sentinel://app@s1:26379,[::1]:5000/3?sentinelMasterId=orders&sentinel-user=watcher&sentinel-tls=0"
                                 "&map=172.17.0.2:6379=10.0.0.5:7001,172.17.0.3:6379=[::1]:7002&ca=/etc/ca.pem");
}

void TestEndpoint::printedEndpoint_isReadBack()
{
    QFETCH(const Endpoint, endpoint);
    QFETCH(const QByteArray, url);
    QCOMPARE(QByteArray::fromStdString(toString(endpoint)), url);
    const auto back = Endpoint::parse(toString(endpoint));
    QVERIFY(back);
    QCOMPARE(*back, endpoint);
}

void TestEndpoint::printedEndpoint_hasNoPassword()
{
    for (auto endpoint : {tcp("h"), tls("h", tlsFiles()), unixSocket("/s")}) {
        endpoint.user = "u";
        endpoint.password = "hunter2";
        QVERIFY(toString(endpoint).find("hunter2") == std::string::npos);
        QVERIFY(shortName(endpoint).find("hunter2") == std::string::npos);
        auto without = endpoint;
        without.password.clear();
        QCOMPARE(*Endpoint::parse(toString(endpoint)), without);
    }
}

void TestEndpoint::shortName_namesTheServer_data()
{
    QTest::addColumn<Endpoint>("endpoint");
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("tcp") << tcp("h", 6380, 2, "user", "pw") << QByteArray("h:6380/2");
    QTest::newRow("tls") << tls("h", tlsFiles()) << QByteArray("h:6379/0");
    QTest::newRow("ipv6") << tcp("::1") << QByteArray("[::1]:6379/0");
    QTest::newRow("unix") << unixSocket("/run/r.sock", 0, "u", "pw") << QByteArray("/run/r.sock");
    QTest::newRow("unix, database") << unixSocket("/run/r.sock", 3) << QByteArray("/run/r.sock?db=3");
    QTest::newRow("sentinels") << primaryOf("orders", {{"s1", 26379}, {"s2", 1}}, 3) << QByteArray("orders/3 via s1:26379");
    QTest::newRow("cluster") << clusterOf({{"n1", 7000}, {"n2", 1}}) << QByteArray("cluster via n1:7000");
    QTest::newRow("unprintable") << unixSocket("/a\n\xff") << QByteArray("/a\\n\\xff");
}

void TestEndpoint::shortName_namesTheServer()
{
    QFETCH(const Endpoint, endpoint);
    QFETCH(const QByteArray, name);
    QCOMPARE(QByteArray::fromStdString(shortName(endpoint)), name);
}

void TestEndpoint::passwordInUrl_winsOverFileAndEnvironment()
{
    qputenv("LOCKSCOPE_PASSWORD", "environment");
    const auto endpoint = withPassword(tcp("h", 1, 0, "", "url"), {"/does/not/exist", {}});
    QVERIFY(endpoint);
    QCOMPARE(endpoint->password, std::string("url"));
}

void TestEndpoint::passwordFile_itsFirstLineIsUsed_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("no line end") << QByteArray("p w");
    QTest::newRow("one line") << QByteArray("p w\n");
    QTest::newRow("Windows") << QByteArray("p w\r\n");
    QTest::newRow("more lines") << QByteArray("p w\nuser: x\n");
}

void TestEndpoint::passwordFile_itsFirstLineIsUsed()
{
    QFETCH(const QByteArray, content);
    qputenv("LOCKSCOPE_PASSWORD", "environment");
    QTemporaryDir directory;
    QFile file(directory.filePath(u"pw"_s));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
    file.close();
    QCOMPARE(::chmod(qPrintable(file.fileName()), 0600), 0);
    const auto endpoint = withPassword(tcp("h"), {file.fileName().toStdString(), {}});
    QVERIFY(endpoint);
    QCOMPARE(endpoint->password, std::string("p w"));
}

void TestEndpoint::passwordFile_isRefusedIfUnsafe_data()
{
    QTest::addColumn<int>("mode");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("group reads") << 0640 << QByteArray("SECRET\n") << QByteArray("by others: run chmod 600");
    QTest::newRow("others write") << 0602 << QByteArray("SECRET\n") << QByteArray("by others: run chmod 600");
    QTest::newRow("empty") << 0600 << QByteArray() << QByteArray("empty first line");
    QTest::newRow("empty line") << 0600 << QByteArray("\nSECRET") << QByteArray("empty first line");
    QTest::newRow("endless line") << 0600 << QByteArray(1 << 20, 'x') << QByteArray("longer than a password");
}

void TestEndpoint::passwordFile_isRefusedIfUnsafe()
{
    QFETCH(const int, mode);
    QFETCH(const QByteArray, content);
    QFETCH(const QByteArray, words);
    QTemporaryDir directory;
    QFile file(directory.filePath(u"pw"_s));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
    file.close();
    QCOMPARE(::chmod(qPrintable(file.fileName()), static_cast<mode_t>(mode)), 0);
    for (const auto &name : {file.fileName(), directory.path(), directory.filePath(u"none"_s)}) {
        const auto endpoint = withPassword(tcp("h"), {name.toStdString(), {}});
        QVERIFY(!endpoint);
        QCOMPARE(endpoint.error().kind, ErrorKind::Refused);
        QVERIFY(endpoint.error().text.find(name.toStdString()) != std::string::npos);
        QVERIFY(endpoint.error().text.find("SECRET") == std::string::npos);
        if (name == file.fileName())
            QVERIFY2(endpoint.error().text.find(words.toStdString()) != std::string::npos, endpoint.error().text.c_str());
    }
}

void TestEndpoint::environment_fillsInThePassword()
{
    QCOMPARE(withPassword(tcp("h"), {})->password, std::string());
    qputenv("LOCKSCOPE_PASSWORD", "environment");
    QCOMPARE(withPassword(tcp("h"), {})->password, std::string("environment"));
    qputenv("LOCKSCOPE_SENTINEL_PASSWORD", "of the sentinels");
    const auto group = withPassword(primaryOf("orders", {{"s", 1}}), {});
    QCOMPARE(group->password, std::string("environment"));
    QCOMPARE(group->group->password, std::string("of the sentinels"));
    QVERIFY(!withPassword(tcp("h"), {{}, "/some/file"}).ok());
}

LOCKSCOPE_TEST(TestEndpoint)
#include "tst_endpoint.moc"
