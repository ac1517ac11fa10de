// SPDX-License-Identifier: MIT
#include "app/window_command.h"

#include "app/command/arguments.h"
#include "app/command/command_line.h"
#include "app/command/display.h"
#include "app/command/exit_codes.h"
#include "app/command/help.h"
#include "app/command/standard_output.h"
#include "app/command/termination_signals.h"
#include "app/demo/demo_cluster.h"
#include "app/demo/demo_roles.h"
#include "app/demo/demo_scene.h"
#include "app/demo/demo_server.h"
#include "app/monitor/watch_command.h"
#include "lockcore/redis/private_server.h"
#include "ui/explore/oracle_engine.h"
#include "ui/lab/engine/run_pool_engine.h"
#include "ui/monitor/incident_file.h"
#include "ui/monitor/monitor_thread.h"
#include "ui/profiles/formats_file.h"
#include "ui/profiles/keychain.h"
#include "ui/profiles/own_settings.h"
#include "ui/profiles/profile_file.h"
#include "ui/widgets/desktop_wishes.h"
#include "ui/window/main_window.h"
#include "ui/words/refused.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <QApplication>
#include <QLocale>
#include <QSettings>
#include <QTcpSocket>

#include <algorithm>

#include <unistd.h>

namespace lockscope {

using namespace lockcore;
using namespace Qt::Literals::StringLiterals;

namespace {

const QString clusterDemo = u"--demo=cluster"_s;

struct WindowOptions
{
    bool demo = false;
    bool cluster = false;         ///< the demo's
    std::optional<Target> target; ///< none: the command line names no server
    bool help = false;            ///< if true, the other fields are not filled in
    bool version = false;         ///< as for `help`
};

/// The demo's server, or cluster, and the scene on it. The scene is destroyed before its server.
class Demo final
{
public:
    explicit Demo(bool onCluster)
        : m_onCluster(onCluster)
    { }

    Result<Endpoint> start()
    {
        m_scene.reset();
        m_server.reset();
        m_cluster.reset();
        return m_onCluster ? startOnCluster() : startOnServer();
    }

private:
    Result<Endpoint> startOnServer()
    {
        auto server = DemoServer::start();
        if (!server)
            return server.error();
        m_server = std::move(server).value();
        m_scene = std::make_unique<DemoScene>(m_server->endpoint(), m_server->loopback());
        return m_server->endpoint();
    }

    Result<Endpoint> startOnCluster()
    {
        auto cluster = DemoCluster::start();
        if (!cluster)
            return cluster.error();
        m_cluster = std::move(cluster).value();
        DemoSceneOptions options;
        options.home = [this](const Bytes &key) { return m_cluster->homeOf(key); };
        m_scene = std::make_unique<DemoScene>(m_cluster->endpoint(), m_cluster->endpoint(), options);
        return m_cluster->endpoint();
    }

    const bool m_onCluster;
    std::unique_ptr<DemoServer> m_server;
    std::unique_ptr<DemoCluster> m_cluster;
    std::unique_ptr<DemoScene> m_scene;
};

void nameApplication()
{
    QCoreApplication::setApplicationName(u"lockscope"_s);
    QCoreApplication::setApplicationVersion(QString::fromLatin1(LOCKSCOPE_VERSION));
    QGuiApplication::setApplicationDisplayName(u"Lockscope"_s);
    QGuiApplication::setDesktopFileName(u"lockscope"_s); // with this name, a desktop finds the name and the icon of the program
    QLocale::setDefault(QLocale::system());
}

// If the password is not known here, the window gets it from the keychain or asks the user.
Result<Target> savedTarget(const QString &name, const lockcore::PasswordFiles &passwords)
{
    const auto profile = ProfileFile(ProfileFile::usualPath()).named(name);
    if (!profile)
        return profile.error();
    auto target = targetOf(*profile);
    auto endpoint = withPassword(target.endpoint, passwords);
    if (!endpoint)
        return endpoint.error();
    target.endpoint = std::move(endpoint).value();
    return target;
}

Result<WindowOptions> parseWindowOptions(QStringList arguments)
{
    WindowOptions options;
    options.cluster = arguments.contains(clusterDemo);
    std::ranges::replace(arguments, clusterDemo, u"--demo"_s);
    const auto line = CommandLine::parse(arguments.mid(1), {{u"demo"_s}, {}});
    if (!line)
        return line.error();
    options.demo = line->isSet(u"demo"_s);
    if (isAboutItself(*line, options))
        return options;
    const bool profile = line->isSet(u"profile"_s);
    if (line->words().size() + (options.demo ? 1 : 0) + (profile ? 1 : 0) > 1)
        return refused(Words::tr("one server at a time"));
    if (options.demo || (line->words().isEmpty() && !profile && qEnvironmentVariableIsEmpty("LOCKSCOPE_URL"))) {
        if (line->isSet(u"map"_s))
            return refused(Words::tr("--map is about the addresses of a server: name one"));
        return options;
    }
    auto target = profile ? line->mapped(savedTarget(line->value(u"profile"_s), line->passwordFiles())) : line->server(line->word(0));
    if (!target)
        return target.error();
    options.target = std::move(target).value();
    return options;
}

// Loopback answers or refuses at once; the limit is for a firewall that drops packets.
bool somebodyListens(const Endpoint &endpoint)
{
    constexpr int patience = 250; // ms
    QTcpSocket socket;
    socket.connectToHost(QString::fromStdString(endpoint.host), static_cast<quint16>(endpoint.port));
    return socket.waitForConnected(patience);
}

int complain(const Error &error)
{
    writeAll(STDERR_FILENO, u"lockscope: %1\n%2\n"_s.arg(asSentence(error.text), Words::tr("Try: lockscope --help")).toUtf8());
    return exitUsage;
}

// The exit code if no window is opened, because the usage is wrong or help or the version was requested.
std::optional<int> exitCodeOf(const Result<WindowOptions> &options)
{
    if (!options)
        return complain(options.error());
    if (!options->help && !options->version)
        return std::nullopt;
    writeAll(STDOUT_FILENO, (options->help ? generalHelp() : versionLine()).toUtf8());
    return exitYes;
}

void open(MainWindow &window, const WindowOptions &options)
{
    auto usual = targetAt({});
    if (options.demo)
        return window.startDemo();
    if (options.target)
        return window.connectTo(*options.target);
    if (!somebodyListens(usual.endpoint))
        return window.askForServer();
    if (const auto complete = withPassword(usual.endpoint, {}))
        usual.endpoint = *complete;
    window.connectTo(usual);
}

// Runs `watch` in the terminal instead, with the arguments that it knows, or on the demo's server.
int watchInstead(int argc, char **argv, const QString &reason)
{
    ArgumentsForQt forQt(argv);
    QCoreApplication application(forQt.count(), forQt.words());
    nameApplication();
    const auto arguments = argumentTexts({argv, static_cast<std::size_t>(argc)});
    const auto options = parseWindowOptions(arguments);
    if (const auto exitCode = exitCodeOf(options))
        return *exitCode;
    writeAll(STDERR_FILENO,
             Words::tr("lockscope: No window can be opened: %1 Running \"lockscope watch\" instead.\n").arg(reason).toUtf8());
    if (!options->demo)
        return runWatch(arguments.mid(1));
    Demo demo(options->cluster);
    const auto endpoint = demo.start();
    if (!endpoint)
        return complain(endpoint.error());
    qputenv("LOCKSCOPE_PASSWORD", QByteArray::fromStdString(endpoint->password));
    return runWatch({QString::fromStdString(toString(*endpoint))});
}

} // namespace

bool isForWindow(std::string_view firstWord)
{
    return firstWord.empty() || firstWord.find(':') != firstWord.npos || firstWord.starts_with("--demo")
           || firstWord.starts_with("--password-file") || firstWord.starts_with("--sentinel-password-file")
           || firstWord.starts_with("--map") || firstWord.starts_with("--profile");
}

int runWindow(int argc, char **argv)
{
    if (const auto display = checkDisplay(); !display.usable)
        return watchInstead(argc, argv, display.reason);
    ArgumentsForQt forQt(argv);
    QApplication application(forQt.count(), forQt.words());
    nameApplication();
    const auto options = parseWindowOptions(argumentTexts({argv, static_cast<std::size_t>(argc)}));
    if (const auto exitCode = exitCodeOf(options))
        return *exitCode;
    const DesktopWishes desktop;
    QObject::connect(&desktop, &DesktopWishes::changed, heedSystem);
    Demo demo(options->cluster);
    WindowServices services;
    services.watch = [](const Target &target) {
        MonitorOptions options;
        options.ownServer = target.own;
        options.patterns = target.patterns;
        options.deep = target.deep;
        return std::make_unique<MonitorThread>(target.endpoint, options);
    };
    services.profilesFile = ProfileFile::usualPath();
    services.incidentsFile = IncidentFile::usualPath();
    services.formatsFile = FormatsFile::usualPath();
    services.secrets = std::make_shared<Keychain>();
    services.startDemo = [&demo] { return demo.start(); };
    services.demoStory = demoStory;
    services.lab = [] { return std::make_unique<RunPoolEngine>(); };
    services.explorer = [] { return std::make_unique<OracleEngine>(); };
    MainWindow window(services, ownSettings());
    TerminationSignals termination;
    QObject::connect(&termination, &TerminationSignals::requested, &window, &QWidget::close);
    window.show();
    open(window, *options);
    return QApplication::exec();
}

} // namespace lockscope
