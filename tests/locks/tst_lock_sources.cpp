// SPDX-License-Identifier: MIT
// What the files of the protocols must look like: users see them on the screen, and the Explorer requires that they have no state and reach
// the world only through their Context.
#include "lockcore/locks/catalogue.h"
#include "support/fake_context.h"
#include "support/test_program.h"

#include <QDirIterator>
#include <QRegularExpression>
#include <QTest>

using namespace lockcore;
using namespace std::chrono_literals;
using lockcore::test::FakeContext;
using lockcore::test::World;

namespace {

const QString root = QStringLiteral(LOCKSCOPE_SOURCE_DIR "/");

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QStringList linesOf(const QString &path) { return QString::fromUtf8(contentOf(path)).split(QLatin1Char('\n')); }

QString text(std::string_view view) { return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size())); }

QStringList sources()
{
    QStringList paths;
    QDirIterator files(root + QStringLiteral("lockcore/locks"), {QStringLiteral("*.h"), QStringLiteral("*.cpp")});
    while (files.hasNext())
        paths += files.next();
    return paths;
}

/// The line without comments and string literals.
QString code(QString line)
{
    static const QRegularExpression text(QStringLiteral("\"[^\"]*\""));
    if (line.startsWith(QLatin1Char('#')))
        return {};
    line.replace(text, QStringLiteral("\"\""));
    const auto comment = line.indexOf(QLatin1String("//"));
    return comment < 0 ? line : line.left(comment);
}

void fail(const QString &path, int line, const QString &text)
{
    QFAIL(qPrintable(QStringLiteral("%1:%2: %3").arg(path).arg(line).arg(text)));
}

/// Options that lead through the lines that a protocol does not reach without options.
ProtocolOptions otherBranchOf(std::string_view protocol)
{
    if (protocol == "redisson-readwrite")
        return {{"mode", "read"}};
    if (protocol == "token-watchdog")
        return {{"owner-check", "no"}};
    if (protocol == "timestamp-expiry")
        return {{"release", "compare"}};
    if (protocol == "setnx-expire")
        return {{"expire", "always"}};
    return {};
}

/// Reaches every line at which a worker of this protocol can wait, in some plain runs.
void exercise(const Protocol &protocol, const ProtocolOptions &options, Result<Reply> answer, FakeContext &context, World &world)
{
    context.answering = [&answer](const auto &) { return answer; };
    auto made = protocol.make(context, "lock", options);
    QVERIFY(made.ok());
    auto &lock = **made;
    const auto acquired = world.start(lock.acquire({}, Wait::notified(50ms).atMost(200ms)));
    world.pass(40s);
    QVERIFY(acquired->has_value());
    (void)world.run(lock.reenter());
    (void)world.run(lock.renew(1s));
    (void)world.run(lock.isHeld());
    (void)world.run(lock.release());
    (void)world.run(lock.forceRelease());
}

} // namespace

class LockSourcesTest : public QObject
{
    Q_OBJECT

private slots:
    void sources_exist();
    void resources_areTheFiles();
    void protocols_haveNoGlobalState();
    void protocols_useOnlyTheContext();
    void command_isAwaitedOnItsLine();
    void recordedLines_containCoAwait();
    void protocolHeaders_nameTheirPitfalls();
    void mutableMembers_areRemembered();
};

void LockSourcesTest::sources_exist()
{
    QVERIFY(sources().size() > 30);
    for (const auto &protocol : protocols())
        QVERIFY(QFile::exists(root + text(protocol.source)));
}

// Users see the sources that were compiled.
void LockSourcesTest::resources_areTheFiles()
{
    for (const auto &protocol : protocols()) {
        for (const auto &ending : {QStringLiteral(".cpp"), QStringLiteral(".h")}) {
            const auto path = text(protocol.source).replace(QStringLiteral(".cpp"), ending);
            QVERIFY2(QFile::exists(QStringLiteral(":/") + path), qPrintable(path));
        }
    }
    int seen = 0;
    QDirIterator files(QStringLiteral(":/lockcore/locks"));
    while (files.hasNext()) {
        const auto path = files.next();
        QVERIFY2(contentOf(path) == contentOf(root + path.mid(2)), qPrintable(path));
        ++seen;
    }
    QVERIFY(seen > 30);
}

void LockSourcesTest::protocols_haveNoGlobalState()
{
    // `static` may begin a member function, a constant, or the empty values in answer.h.
    const QRegularExpression state(QStringLiteral("\\b(thread_local|extern)\\b|^\\s*static\\b(?!.*\\(|.*\\bconst)"));
    // A variable at the left margin.
    const QRegularExpression global(
        QStringLiteral("^(?!using|return|class|struct|template|namespace|enum|inline constexpr|constexpr|friend)"
                       "[A-Za-z][A-Za-z_:<>*& ]* \\w+( = .*|\\{.*\\})?;"));
    QVERIFY(state.match(QStringLiteral("    static int count = 0;")).hasMatch());
    QVERIFY(state.match(QStringLiteral("thread_local int count;")).hasMatch());
    QVERIFY(global.match(QStringLiteral("int count = 0;")).hasMatch());
    QVERIFY(global.match(QStringLiteral("std::map<Bytes> held;")).hasMatch());
    for (const auto &path : sources()) {
        int number = 0;
        for (const auto &line : linesOf(path)) {
            ++number;
            if (state.match(code(line)).hasMatch() || global.match(code(line)).hasMatch())
                fail(path, number, line);
        }
    }
}

void LockSourcesTest::protocols_useOnlyTheContext()
{
    const QRegularExpression world(QStringLiteral(
        "_clock::now|\\btime\\(|\\bgettimeofday|\\brand\\(|random_device|mt19937|getenv|this_thread|std::thread|\\bgetpid|#include <Q|#include \"(redis|live|monitor)/"));
    QVERIFY(world.match(QStringLiteral("std::chrono::steady_clock::now()")).hasMatch());
    for (const auto &path : sources()) {
        int number = 0;
        for (const auto &line : linesOf(path)) {
            ++number;
            if (world.match(line).hasMatch())
                fail(path, number, line);
        }
    }
}

void LockSourcesTest::command_isAwaitedOnItsLine()
{
    int seen = 0;
    for (const auto &path : sources()) {
        if (path.endsWith(QLatin1String("context.h")))
            continue;
        int number = 0;
        for (const auto &line : linesOf(path)) {
            ++number;
            if (!code(line).contains(QLatin1String("command(")))
                continue;
            ++seen;
            if (!line.contains(QLatin1String("co_await")))
                fail(path, number, line);
            if (line.contains(QRegularExpression(QStringLiteral("co_await.*(\\[[&=\\w, ]*\\]|\\{.*\\})"))))
                fail(path, number, QStringLiteral("a lambda or braces inside a co_await: ") + line);
        }
    }
    QVERIFY(seen > 50);
}

void LockSourcesTest::recordedLines_containCoAwait()
{
    int seen = 0;
    const std::vector<Result<Reply>> answers = {Reply::number(1),    Reply::number(0),   Reply::nil(),
                                                Reply::status("OK"), Reply::bulk("At1"), Error{ErrorKind::Timeout, "no answer", {}}};
    for (const auto &protocol : protocols()) {
        for (const auto &options : {ProtocolOptions(), otherBranchOf(protocol.name)}) {
            for (const auto &answer : answers) {
                World world;
                FakeContext context(world.queue, world.clock);
                exercise(protocol, options, answer, context, world);
                for (const auto &where : context.awaited) {
                    // A compiler cache may have put "../" before the path.
                    const auto name = QString::fromUtf8(where.file_name());
                    QVERIFY2(name.contains(QLatin1String("lockcore/locks/")), where.file_name());
                    const auto path = name.mid(name.indexOf(QLatin1String("lockcore/")));
                    const auto line = linesOf(QStringLiteral(":/") + path).value(static_cast<int>(where.line()) - 1); // as shown
                    if (!line.contains(QLatin1String("co_await")))
                        fail(path, static_cast<int>(where.line()), line);
                    ++seen;
                }
            }
        }
    }
    QVERIFY(seen > 500);
}

void LockSourcesTest::protocolHeaders_nameTheirPitfalls()
{
    for (const auto &protocol : protocols()) {
        auto path = text(protocol.source);
        path.replace(QLatin1String(".cpp"), QLatin1String(".h"));
        const auto text = linesOf(root + path).mid(0, 12).join(QLatin1Char('\n'));
        QVERIFY2(text.contains(QRegularExpression(QStringLiteral("Broken by: [^(]*\\([A-Z]\\d"))), qPrintable(path));
    }
}

// What a lock forgets to name would make the Explorer take two different states for one.
void LockSourcesTest::mutableMembers_areRemembered()
{
    // Who waits for a loss or a renewal is the caller's; validUntil() is for the caller, too: no protocol reads it.
    const QStringList callers = {QStringLiteral("m_lostWaiters"), QStringLiteral("m_renewedWaiters"), QStringLiteral("m_validUntil")};
    const QRegularExpression member(QStringLiteral("^    (?!const |return)[\\w:<>]+ (m_\\w+)( = [^;]*|\\{.*\\})?;"));
    const QRegularExpression body(QStringLiteral("::remember\\(Locals &locals\\) const[^}]*|void remember\\([^;}]*\\{[^}]*"));
    int seen = 0;
    for (const auto &path : sources()) {
        const auto header = QString::fromUtf8(contentOf(path));
        const bool isLock = header.contains(QRegularExpression(QStringLiteral("class \\w+( final)?( : public \\w*Lock)?\n\\{")));
        if (!path.endsWith(QLatin1String(".h")) || !isLock || !header.contains(QLatin1String("remember(Locals")))
            continue;
        auto implementation = path;
        implementation.replace(QLatin1String(".h"), QLatin1String(".cpp"));
        QString remembered;
        for (const auto &text : {header, QString::fromUtf8(contentOf(implementation))}) {
            for (auto bodies = body.globalMatch(text); bodies.hasNext();)
                remembered += bodies.next().captured();
        }
        for (const auto &line : header.split(QLatin1Char('\n'))) {
            const auto name = member.match(code(line)).captured(1);
            if (name.isEmpty() || callers.contains(name))
                continue;
            ++seen;
            QVERIFY2(remembered.contains(name), qPrintable(path + QLatin1String(": ") + name));
        }
    }
    QVERIFY(seen > 20);
    for (const auto &protocol : protocols()) { // none without
        auto path = text(protocol.source).replace(QLatin1String(".cpp"), QLatin1String(".h"));
        const auto header = QString::fromUtf8(contentOf(root + path));
        QVERIFY2(header.contains(QLatin1String("remember(Locals")) || header.contains(QLatin1String(": public RedissonFamilyLock")),
                 qPrintable(path));
    }
}

LOCKSCOPE_TEST(LockSourcesTest)
#include "tst_lock_sources.moc"
